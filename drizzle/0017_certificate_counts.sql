CREATE TABLE "sandbox_certificate_counts" (
	"counted" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"made" integer NOT NULL
);
