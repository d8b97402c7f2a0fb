ALTER TABLE "remote_resources" ADD COLUMN "unanswered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "remote_resources" ADD COLUMN "unknown_since" timestamp (3) with time zone;