DROP TRIGGER IF EXISTS payments_notify_status ON payments;--> statement-breakpoint
DROP TRIGGER IF EXISTS payments_notify_created ON payments;--> statement-breakpoint
DROP FUNCTION IF EXISTS payments_notify_status();--> statement-breakpoint
DROP FUNCTION IF EXISTS payments_notify_created();--> statement-breakpoint
DROP INDEX "payments_alike";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "latest_alike" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "latest_alike" = true WHERE "payment_id" IN (
  SELECT DISTINCT ON ("tpp_id", "fingerprint") "payment_id" FROM "payments"
  WHERE "created_at" > now() - interval '2 days' ORDER BY "tpp_id", "fingerprint", "created_at" DESC);--> statement-breakpoint
CREATE UNIQUE INDEX "payments_latest_alike" ON "payments" USING btree ("tpp_id","fingerprint") WHERE "payments"."latest_alike";--> statement-breakpoint
CREATE INDEX "payments_earlier_alike" ON "payments" USING btree ("tpp_id","fingerprint") WHERE not "payments"."latest_alike";