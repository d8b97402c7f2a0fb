ALTER TABLE "payment_status_changes" ALTER COLUMN "sequence" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payment_status_changes" ALTER COLUMN "sequence" ADD GENERATED ALWAYS AS IDENTITY (sequence name "payment_status_changes_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
-- Each payment's changes were counted from 1.
SELECT setval('payment_status_changes_sequence_seq', (SELECT coalesce(max("sequence"), 0) + 1 FROM "payment_status_changes"), false);