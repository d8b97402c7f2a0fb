DROP INDEX "remote_resources_return";--> statement-breakpoint
ALTER TABLE "remote_resources" ADD COLUMN "recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "remote_resources_reference" ON "remote_resources" USING btree ("kind","reference") WHERE "remote_resources"."kind" in ('PAYMENT', 'BASKET');--> statement-breakpoint
CREATE INDEX "remote_resources_age" ON "remote_resources" USING btree ("kind","recorded_at");--> statement-breakpoint
CREATE INDEX "remote_resources_return" ON "remote_resources" USING btree ("return_state") WHERE "remote_resources"."return_state" is not null;