CREATE TABLE "service_mark" (
	"id" integer PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"bank" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_mark_once" CHECK ("service_mark"."id" = 1)
);
