CREATE TABLE "wrong_code_counts" (
	"tpp_id" text NOT NULL,
	"subject" text NOT NULL,
	"wrong_codes" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"closed_until" timestamp (3) with time zone,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wrong_code_counts_tpp_id_subject_pk" PRIMARY KEY("tpp_id","subject")
);
--> statement-breakpoint
ALTER TABLE "authorisations" ALTER COLUMN "language" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "authorisations" ADD COLUMN "recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "psu_sessions" ADD COLUMN "recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "wrong_code_counts_age" ON "wrong_code_counts" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "authorisations_open_logins" ON "authorisations" USING btree ("tpp_id","session_id") WHERE "authorisations"."kind" = 'LOGIN' and "authorisations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "authorisations_age" ON "authorisations" USING btree ("kind","recorded_at");--> statement-breakpoint
CREATE INDEX "psu_sessions_age" ON "psu_sessions" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "console_tokens_tpp" ON "console_tokens" USING btree ("tpp_id","expires_at");--> statement-breakpoint
CREATE INDEX "console_tokens_age" ON "console_tokens" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_codes" CHECK ("authorisations"."wrong_codes" between 0 and "authorisations"."wrong_attempts");