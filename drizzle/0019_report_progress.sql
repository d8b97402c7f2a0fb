ALTER TABLE "report_cursor" ADD COLUMN "stalled_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stray_reports" ADD COLUMN "cursor" text;--> statement-breakpoint
ALTER TABLE "stray_reports" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "stray_reports" ADD CONSTRAINT "stray_reports_digest" UNIQUE("digest");