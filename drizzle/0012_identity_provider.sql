CREATE TABLE "authentication_requests" (
	"authorisation_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"state_hash" text NOT NULL,
	"nonce" text,
	"code_verifier" text,
	"left_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"id_token" text,
	"details" jsonb,
	CONSTRAINT "authentication_requests_once" CHECK (("authentication_requests"."used_at" is null) = ("authentication_requests"."code_verifier" is not null and "authentication_requests"."nonce" is not null)),
	CONSTRAINT "authentication_requests_evidence" CHECK ("authentication_requests"."id_token" is null or ("authentication_requests"."used_at" is not null and "authentication_requests"."details" is not null))
);
--> statement-breakpoint
ALTER TABLE "authentication_requests" ADD CONSTRAINT "authentication_requests_authorisation_id_authorisations_authorisation_id_fk" FOREIGN KEY ("authorisation_id") REFERENCES "public"."authorisations"("authorisation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "authentication_requests_state" ON "authentication_requests" USING btree ("state_hash");