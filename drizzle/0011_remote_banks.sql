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
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "remote_resources_tpp_id_kind_id_pk" PRIMARY KEY("tpp_id","kind","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee" jsonb;--> statement-breakpoint
CREATE INDEX "remote_resources_return" ON "remote_resources" USING btree ("return_state") WHERE "remote_resources"."return_state" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "remote_resources_reference" ON "remote_resources" USING btree ("kind","reference") WHERE "remote_resources"."kind" in ('PAYMENT', 'BASKET');--> statement-breakpoint
CREATE INDEX "remote_resources_age" ON "remote_resources" USING btree ("kind","recorded_at");--> statement-breakpoint
CREATE INDEX "remote_resources_due" ON "remote_resources" USING btree ("ask_at") WHERE "remote_resources"."ask_at" is not null;