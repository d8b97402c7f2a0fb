CREATE TABLE "remote_resources" (
	"tpp_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"reference" text,
	"sca_redirect" text,
	"return_state" text,
	"psu_ip_address" text,
	"heard_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"ask_at" timestamp (3) with time zone,
	"unchanged" integer NOT NULL,
	CONSTRAINT "remote_resources_tpp_id_kind_id_pk" PRIMARY KEY("tpp_id","kind","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "remote_resources_return" ON "remote_resources" USING btree ("return_state");--> statement-breakpoint
CREATE INDEX "remote_resources_due" ON "remote_resources" USING btree ("ask_at") WHERE "remote_resources"."ask_at" is not null;