CREATE TABLE "authorisations" (
	"authorisation_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text,
	"basket_id" text,
	"sca_status" text NOT NULL,
	"end_reason" text,
	"link_token" text NOT NULL,
	"implicit" boolean NOT NULL,
	"opened" boolean NOT NULL,
	"psu_id" text,
	"identity_number" text,
	"session_id" text,
	"psu_context" text,
	"corporate_id" text,
	"redirect_uri" text NOT NULL,
	"redirect_preferred" boolean NOT NULL,
	"brand" text,
	"auth_method_preferred" text,
	"language" text NOT NULL,
	"customer_id" text,
	"agreement_id" text,
	"code" text NOT NULL,
	"code_binding" text NOT NULL,
	"wrong_attempts" integer DEFAULT 0 NOT NULL,
	"browser_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "authorisations_attempts" CHECK ("authorisations"."wrong_attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "signing_basket_payments" (
	"basket_id" text NOT NULL,
	"position" integer NOT NULL,
	"payment_id" text NOT NULL,
	"live" boolean NOT NULL,
	CONSTRAINT "signing_basket_payments_basket_id_position_pk" PRIMARY KEY("basket_id","position")
);
--> statement-breakpoint
CREATE TABLE "signing_baskets" (
	"basket_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"psu_id" text,
	"identity_number" text,
	"session_id" text,
	"psu_context" text,
	"corporate_id" text,
	"redirect_uri" text NOT NULL,
	"redirect_preferred" boolean NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "psu_sessions" (
	"tpp_id" text NOT NULL,
	"psu_id" text NOT NULL,
	"session_id" text NOT NULL,
	"identity_number" text,
	"customer_id" text NOT NULL,
	"customer_number" text NOT NULL,
	"customer_type" text NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "psu_sessions_tpp_id_psu_id_session_id_pk" PRIMARY KEY("tpp_id","psu_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "bank_queue" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"transfers" integer NOT NULL,
	"nominal_date" date,
	"execution_date" date
);
--> statement-breakpoint
CREATE TABLE "batch_runs" (
	"tpp_id" text NOT NULL,
	"date" date NOT NULL,
	"slot" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"payments" integer NOT NULL,
	CONSTRAINT "batch_runs_tpp_id_date_slot_pk" PRIMARY KEY("tpp_id","date","slot")
);
--> statement-breakpoint
CREATE TABLE "clock_events" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clock_events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tpp_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text,
	"authorisation_id" text,
	"status" text,
	"text" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_entries" (
	"payment_id" text NOT NULL,
	"position" integer NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "payment_entries_payment_id_position_pk" PRIMARY KEY("payment_id","position")
);
--> statement-breakpoint
CREATE TABLE "periodic_executions" (
	"payment_id" text NOT NULL,
	"nominal_date" date NOT NULL,
	"date" date NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "periodic_executions_payment_id_nominal_date_pk" PRIMARY KEY("payment_id","nominal_date")
);
--> statement-breakpoint
CREATE TABLE "payment_status_changes" (
	"payment_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "payment_status_changes_payment_id_sequence_pk" PRIMARY KEY("payment_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"product" text NOT NULL,
	"status" text NOT NULL,
	"psu_id" text,
	"identity_number" text,
	"session_id" text,
	"psu_context" text,
	"corporate_id" text,
	"redirect_uri" text,
	"redirect_preferred" boolean NOT NULL,
	"brand" text,
	"auth_method_preferred" text,
	"amount" numeric(24, 5),
	"currency" text,
	"debtor_account" jsonb NOT NULL,
	"debtor_key" text NOT NULL,
	"debtor_name" text,
	"creditor_name" text,
	"requested_date" date,
	"funds_available" boolean,
	"instruction" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACWP', 'ACSC', 'RJCT', 'CANC', 'PART', 'PRSY'))
);
--> statement-breakpoint
CREATE TABLE "request_answers" (
	"tpp_id" text NOT NULL,
	"request_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"outcomes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_answers_tpp_id_request_id_pk" PRIMARY KEY("tpp_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "tpps" (
	"tpp_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"clock_target_ms" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_accounts" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"customer_id" text,
	"account_name" text NOT NULL,
	"bban" text,
	"iban" text,
	"account_key" text NOT NULL,
	"currency" text NOT NULL,
	"product" text,
	"cash_account_type" text,
	"credit_line_minor" bigint DEFAULT 0 NOT NULL,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"balance_type" text DEFAULT 'EXPECTED' NOT NULL,
	"kid_agreement" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_accounts_key" UNIQUE("tpp_id","account_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_agreements" (
	"agreement_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_card_accounts" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"masked_pan" text NOT NULL,
	"currency" text NOT NULL,
	"credit_limit_minor" bigint,
	"balances" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text,
	"product" text,
	"status" text,
	"expiry" date,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_card_transactions" (
	"card_account_id" text NOT NULL,
	"card_transaction_id" text NOT NULL,
	"booking_date" date NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_card_transactions_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_card_transactions_card_account_id_card_transaction_id_pk" PRIMARY KEY("card_account_id","card_transaction_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_customers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"customer_number" text NOT NULL,
	"customer_type" text NOT NULL,
	"customer_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_customers_number" UNIQUE("tpp_id","customer_number")
);
--> statement-breakpoint
CREATE TABLE "sandbox_engagements" (
	"engagement_id" text PRIMARY KEY NOT NULL,
	"agreement_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"account_id" text NOT NULL,
	"roles" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"posting_id" text NOT NULL,
	"position" integer NOT NULL,
	"tpp_id" text NOT NULL,
	"account_id" text,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"booking_date" date NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "ledger_entries_posting_id_position_pk" PRIMARY KEY("posting_id","position"),
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount_minor" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"posting_id" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text,
	"transfer" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"booking_date" date NOT NULL,
	CONSTRAINT "ledger_postings_once" UNIQUE("payment_id","transfer")
);
--> statement-breakpoint
CREATE TABLE "console_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tpp_id" text NOT NULL,
	"name" text NOT NULL,
	"roles" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_basket_id_signing_baskets_basket_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."signing_baskets"("basket_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD CONSTRAINT "signing_basket_payments_basket_id_signing_baskets_basket_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."signing_baskets"("basket_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD CONSTRAINT "signing_basket_payments_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_queue" ADD CONSTRAINT "bank_queue_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_entries" ADD CONSTRAINT "payment_entries_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "periodic_executions" ADD CONSTRAINT "periodic_executions_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_status_changes" ADD CONSTRAINT "payment_status_changes_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD CONSTRAINT "sandbox_accounts_customer_id_sandbox_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."sandbox_customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_agreements" ADD CONSTRAINT "sandbox_agreements_owner_id_sandbox_customers_customer_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."sandbox_customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_card_accounts" ADD CONSTRAINT "sandbox_card_accounts_customer_id_sandbox_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."sandbox_customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" ADD CONSTRAINT "sandbox_card_transactions_card_account_id_sandbox_card_accounts_resource_id_fk" FOREIGN KEY ("card_account_id") REFERENCES "public"."sandbox_card_accounts"("resource_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_agreement_id_sandbox_agreements_agreement_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."sandbox_agreements"("agreement_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_customer_id_sandbox_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."sandbox_customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_account_id_sandbox_accounts_resource_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("resource_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting_id_ledger_postings_posting_id_fk" FOREIGN KEY ("posting_id") REFERENCES "public"."ledger_postings"("posting_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_sandbox_accounts_resource_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("resource_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "authorisations_link" ON "authorisations" USING btree ("link_token");--> statement-breakpoint
CREATE INDEX "authorisations_payment" ON "authorisations" USING btree ("payment_id","authorisation_id");--> statement-breakpoint
CREATE INDEX "authorisations_basket" ON "authorisations" USING btree ("basket_id","authorisation_id");--> statement-breakpoint
CREATE INDEX "authorisations_open" ON "authorisations" USING btree ("tpp_id","expires_at") WHERE "authorisations"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_basket_payments_live" ON "signing_basket_payments" USING btree ("payment_id") WHERE "signing_basket_payments"."live";--> statement-breakpoint
CREATE INDEX "signing_basket_payments_payment" ON "signing_basket_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "signing_baskets_tpp" ON "signing_baskets" USING btree ("tpp_id","basket_id");--> statement-breakpoint
CREATE INDEX "psu_sessions_identity" ON "psu_sessions" USING btree ("tpp_id","identity_number","session_id");--> statement-breakpoint
CREATE INDEX "bank_queue_due" ON "bank_queue" USING btree ("tpp_id","due_at","payment_id");--> statement-breakpoint
CREATE INDEX "clock_events_tpp" ON "clock_events" USING btree ("tpp_id","sequence");--> statement-breakpoint
CREATE INDEX "clock_events_age" ON "clock_events" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "payments_of_tpp" ON "payments" USING btree ("tpp_id","payment_id");--> statement-breakpoint
CREATE INDEX "payments_alike" ON "payments" USING btree ("tpp_id","fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "request_answers_age" ON "request_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_accounts_customer" ON "sandbox_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sandbox_agreements_owner" ON "sandbox_agreements" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "sandbox_agreements_tpp" ON "sandbox_agreements" USING btree ("tpp_id");--> statement-breakpoint
CREATE INDEX "sandbox_card_accounts_customer" ON "sandbox_card_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sandbox_card_accounts_tpp" ON "sandbox_card_accounts" USING btree ("tpp_id");--> statement-breakpoint
CREATE INDEX "sandbox_card_transactions_newest" ON "sandbox_card_transactions" USING btree ("card_account_id","booking_date","sequence");--> statement-breakpoint
CREATE INDEX "sandbox_engagements_agreement" ON "sandbox_engagements" USING btree ("agreement_id");--> statement-breakpoint
CREATE INDEX "sandbox_engagements_account" ON "sandbox_engagements" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_engagements_customer" ON "sandbox_engagements" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account_id","booking_date","posting_id","position");--> statement-breakpoint
CREATE INDEX "ledger_entries_tpp" ON "ledger_entries" USING btree ("tpp_id","currency");--> statement-breakpoint
CREATE INDEX "ledger_postings_tpp" ON "ledger_postings" USING btree ("tpp_id");