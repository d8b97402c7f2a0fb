CREATE TABLE "sandbox_faults" (
	"tpp_id" text PRIMARY KEY NOT NULL,
	"fault" text NOT NULL,
	"times_left" integer NOT NULL,
	"path" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_faults_until" ON "sandbox_faults" USING btree ("until");