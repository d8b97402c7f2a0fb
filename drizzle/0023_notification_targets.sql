CREATE TABLE "notification_targets" (
	"tpp_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"uri" text NOT NULL,
	"content" jsonb NOT NULL,
	"pending" jsonb NOT NULL,
	"delivered" integer NOT NULL,
	"failures" integer NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_failure" text,
	"next_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "notification_targets_tpp_id_payment_id_pk" PRIMARY KEY("tpp_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_targets_next" ON "notification_targets" USING btree ("tpp_id","next_at") WHERE "notification_targets"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notification_targets_age" ON "notification_targets" USING btree ("ended_at") WHERE "notification_targets"."ended_at" is not null;