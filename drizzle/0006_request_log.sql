CREATE TABLE "logged_requests" (
	"tpp_id" text NOT NULL,
	"kind" smallint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" smallint NOT NULL,
	"code" text,
	"path" text NOT NULL,
	"x_request_id" text,
	"record" "bytea" NOT NULL,
	CONSTRAINT "logged_requests_tpp_id_kind_id_pk" PRIMARY KEY("tpp_id","kind","id")
);
--> statement-breakpoint
CREATE INDEX "logged_requests_age" ON "logged_requests" USING brin ("at");--> statement-breakpoint
ALTER TABLE "logged_requests" ALTER COLUMN "record" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "logged_requests" SET (toast_tuple_target = 8160);
