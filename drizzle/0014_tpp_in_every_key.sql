-- What takes long with many rows has been made before, beside the release before (0014_tpp_in_every_key.before.sql): it is
-- found here by its name. In a new database, and where that did not run, it is made here.
-- With this PostgreSQL believes the checks that were made before, and reads no rows for the updates below.
SET LOCAL constraint_exclusion = on;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "payment_entries" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "periodic_executions" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "payment_status_changes" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
UPDATE "signing_basket_payments" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "signing_baskets" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."basket_id" = "row"."basket_id";--> statement-breakpoint
UPDATE "payment_entries" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "payments" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."payment_id" = "row"."payment_id";--> statement-breakpoint
UPDATE "periodic_executions" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "payments" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."payment_id" = "row"."payment_id";--> statement-breakpoint
UPDATE "payment_status_changes" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "payments" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."payment_id" = "row"."payment_id";--> statement-breakpoint
UPDATE "sandbox_card_transactions" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "sandbox_card_accounts" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."resource_id" = "row"."card_account_id";--> statement-breakpoint
UPDATE "sandbox_engagements" AS "row" SET "tpp_id" = "owner"."tpp_id" FROM "sandbox_agreements" AS "owner" WHERE "row"."tpp_id" IS NULL AND "owner"."agreement_id" = "row"."agreement_id";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_entries" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "periodic_executions" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_status_changes" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ALTER COLUMN "tpp_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_status_changes" DROP CONSTRAINT IF EXISTS "payment_status_changes_tpp";--> statement-breakpoint
DROP TRIGGER IF EXISTS "tpp_of_payment" ON "payment_status_changes";--> statement-breakpoint
ALTER TABLE "payment_entries" DROP CONSTRAINT IF EXISTS "payment_entries_tpp";--> statement-breakpoint
DROP TRIGGER IF EXISTS "tpp_of_payment" ON "payment_entries";--> statement-breakpoint
ALTER TABLE "periodic_executions" DROP CONSTRAINT IF EXISTS "periodic_executions_tpp";--> statement-breakpoint
DROP TRIGGER IF EXISTS "tpp_of_payment" ON "periodic_executions";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" DROP CONSTRAINT IF EXISTS "signing_basket_payments_tpp";--> statement-breakpoint
DROP TRIGGER IF EXISTS "tpp_of_payment" ON "signing_basket_payments";--> statement-breakpoint
DROP FUNCTION IF EXISTS tpp_of_payment();--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payments_tpp_id_payment_id_pk" ON "payments" (tpp_id, payment_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_status_changes_tpp_id_payment_id_sequence_pk" ON "payment_status_changes" (tpp_id, payment_id, sequence);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "authorisations_tpp_id_authorisation_id_pk" ON "authorisations" (tpp_id, authorisation_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_movements_tpp_id_posting_id_position_pk" ON "ledger_movements" (tpp_id, posting_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "signing_baskets_tpp_id_basket_id_pk" ON "signing_baskets" (tpp_id, basket_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "signing_basket_payments_tpp_id_basket_id_position_pk" ON "signing_basket_payments" (tpp_id, basket_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "bank_queue_tpp_id_payment_id_pk" ON "bank_queue" (tpp_id, payment_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_entries_tpp_id_payment_id_position_pk" ON "payment_entries" (tpp_id, payment_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "periodic_executions_tpp_id_payment_id_nominal_date_pk" ON "periodic_executions" (tpp_id, payment_id, nominal_date);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "clock_events_tpp_id_sequence_pk" ON "clock_events" (tpp_id, sequence);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_customers_tpp_id_customer_id_pk" ON "sandbox_customers" (tpp_id, customer_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_agreements_tpp_id_agreement_id_pk" ON "sandbox_agreements" (tpp_id, agreement_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_accounts_tpp_id_resource_id_pk" ON "sandbox_accounts" (tpp_id, resource_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_engagements_tpp_id_engagement_id_pk" ON "sandbox_engagements" (tpp_id, engagement_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "authentication_requests_tpp_id_authorisation_id_pk" ON "authentication_requests" (tpp_id, authorisation_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_card_accounts_tpp_id_resource_id_pk" ON "sandbox_card_accounts" (tpp_id, resource_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "sandbox_card_transactions_pk" ON "sandbox_card_transactions" (tpp_id, card_account_id, card_transaction_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "ledger_movements_once_of_tpp" ON "ledger_movements" (tpp_id, payment_id, transfer, position);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "authorisations_link_of_tpp" ON "authorisations" (tpp_id, link_token);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "authorisations_payment_of_tpp" ON "authorisations" (tpp_id, payment_id, authorisation_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "authorisations_basket_of_tpp" ON "authorisations" (tpp_id, basket_id, authorisation_id);--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "signing_basket_payments_live_of_tpp" ON "signing_basket_payments" (tpp_id, payment_id) WHERE live;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "signing_basket_payments_payment_of_tpp" ON "signing_basket_payments" (tpp_id, payment_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_accounts_customer_of_tpp" ON "sandbox_accounts" (tpp_id, customer_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_agreements_owner_of_tpp" ON "sandbox_agreements" (tpp_id, owner_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_card_accounts_customer_of_tpp" ON "sandbox_card_accounts" (tpp_id, customer_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_card_transactions_newest_of_tpp" ON "sandbox_card_transactions" (tpp_id, card_account_id, booking_date, sequence);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_engagements_agreement_of_tpp" ON "sandbox_engagements" (tpp_id, agreement_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_engagements_account_of_tpp" ON "sandbox_engagements" (tpp_id, account_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_engagements_customer_of_tpp" ON "sandbox_engagements" (tpp_id, customer_id);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bank_orders_payment_of_tpp" ON "bank_orders" (tpp_id, payment_id, sequence);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_movements_from_of_tpp" ON "ledger_movements" (tpp_id, from_account_id, booking_date, posting_id, position);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_movements_to_of_tpp" ON "ledger_movements" (tpp_id, to_account_id, booking_date, posting_id, (position + 1));--> statement-breakpoint
ALTER TABLE "authentication_requests" DROP CONSTRAINT "authentication_requests_authorisation_id_authorisations_authorisation_id_fk";--> statement-breakpoint
ALTER TABLE "authorisations" DROP CONSTRAINT "authorisations_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "authorisations" DROP CONSTRAINT "authorisations_basket_id_signing_baskets_basket_id_fk";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" DROP CONSTRAINT "signing_basket_payments_basket_id_signing_baskets_basket_id_fk";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" DROP CONSTRAINT "signing_basket_payments_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "bank_queue" DROP CONSTRAINT "bank_queue_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "payment_entries" DROP CONSTRAINT "payment_entries_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "periodic_executions" DROP CONSTRAINT "periodic_executions_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "bank_orders" DROP CONSTRAINT "bank_orders_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "payment_status_changes" DROP CONSTRAINT "payment_status_changes_payment_id_payments_payment_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_accounts" DROP CONSTRAINT "sandbox_accounts_customer_id_sandbox_customers_customer_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_agreements" DROP CONSTRAINT "sandbox_agreements_owner_id_sandbox_customers_customer_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_card_accounts" DROP CONSTRAINT "sandbox_card_accounts_customer_id_sandbox_customers_customer_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" DROP CONSTRAINT "sandbox_card_transactions_card_account_id_sandbox_card_accounts_resource_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_engagements" DROP CONSTRAINT "sandbox_engagements_agreement_id_sandbox_agreements_agreement_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_engagements" DROP CONSTRAINT "sandbox_engagements_customer_id_sandbox_customers_customer_id_fk";--> statement-breakpoint
ALTER TABLE "sandbox_engagements" DROP CONSTRAINT "sandbox_engagements_account_id_sandbox_accounts_resource_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_from_account_id_sandbox_accounts_resource_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_to_account_id_sandbox_accounts_resource_id_fk";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_pkey", ADD CONSTRAINT "payments_tpp_id_payment_id_pk" PRIMARY KEY USING INDEX "payments_tpp_id_payment_id_pk";--> statement-breakpoint
ALTER TABLE "payment_status_changes" DROP CONSTRAINT "payment_status_changes_payment_id_sequence_pk", ADD CONSTRAINT "payment_status_changes_tpp_id_payment_id_sequence_pk" PRIMARY KEY USING INDEX "payment_status_changes_tpp_id_payment_id_sequence_pk";--> statement-breakpoint
ALTER TABLE "authorisations" DROP CONSTRAINT "authorisations_pkey", ADD CONSTRAINT "authorisations_tpp_id_authorisation_id_pk" PRIMARY KEY USING INDEX "authorisations_tpp_id_authorisation_id_pk";--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_posting_id_position_pk", ADD CONSTRAINT "ledger_movements_tpp_id_posting_id_position_pk" PRIMARY KEY USING INDEX "ledger_movements_tpp_id_posting_id_position_pk";--> statement-breakpoint
ALTER TABLE "signing_baskets" DROP CONSTRAINT "signing_baskets_pkey", ADD CONSTRAINT "signing_baskets_tpp_id_basket_id_pk" PRIMARY KEY USING INDEX "signing_baskets_tpp_id_basket_id_pk";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" DROP CONSTRAINT "signing_basket_payments_basket_id_position_pk", ADD CONSTRAINT "signing_basket_payments_tpp_id_basket_id_position_pk" PRIMARY KEY USING INDEX "signing_basket_payments_tpp_id_basket_id_position_pk";--> statement-breakpoint
ALTER TABLE "bank_queue" DROP CONSTRAINT "bank_queue_pkey", ADD CONSTRAINT "bank_queue_tpp_id_payment_id_pk" PRIMARY KEY USING INDEX "bank_queue_tpp_id_payment_id_pk";--> statement-breakpoint
ALTER TABLE "payment_entries" DROP CONSTRAINT "payment_entries_payment_id_position_pk", ADD CONSTRAINT "payment_entries_tpp_id_payment_id_position_pk" PRIMARY KEY USING INDEX "payment_entries_tpp_id_payment_id_position_pk";--> statement-breakpoint
ALTER TABLE "periodic_executions" DROP CONSTRAINT "periodic_executions_payment_id_nominal_date_pk", ADD CONSTRAINT "periodic_executions_tpp_id_payment_id_nominal_date_pk" PRIMARY KEY USING INDEX "periodic_executions_tpp_id_payment_id_nominal_date_pk";--> statement-breakpoint
ALTER TABLE "clock_events" DROP CONSTRAINT "clock_events_pkey", ADD CONSTRAINT "clock_events_tpp_id_sequence_pk" PRIMARY KEY USING INDEX "clock_events_tpp_id_sequence_pk";--> statement-breakpoint
ALTER TABLE "sandbox_customers" DROP CONSTRAINT "sandbox_customers_pkey", ADD CONSTRAINT "sandbox_customers_tpp_id_customer_id_pk" PRIMARY KEY USING INDEX "sandbox_customers_tpp_id_customer_id_pk";--> statement-breakpoint
ALTER TABLE "sandbox_agreements" DROP CONSTRAINT "sandbox_agreements_pkey", ADD CONSTRAINT "sandbox_agreements_tpp_id_agreement_id_pk" PRIMARY KEY USING INDEX "sandbox_agreements_tpp_id_agreement_id_pk";--> statement-breakpoint
ALTER TABLE "sandbox_accounts" DROP CONSTRAINT "sandbox_accounts_pkey", ADD CONSTRAINT "sandbox_accounts_tpp_id_resource_id_pk" PRIMARY KEY USING INDEX "sandbox_accounts_tpp_id_resource_id_pk";--> statement-breakpoint
ALTER TABLE "sandbox_engagements" DROP CONSTRAINT "sandbox_engagements_pkey", ADD CONSTRAINT "sandbox_engagements_tpp_id_engagement_id_pk" PRIMARY KEY USING INDEX "sandbox_engagements_tpp_id_engagement_id_pk";--> statement-breakpoint
ALTER TABLE "authentication_requests" DROP CONSTRAINT "authentication_requests_pkey", ADD CONSTRAINT "authentication_requests_tpp_id_authorisation_id_pk" PRIMARY KEY USING INDEX "authentication_requests_tpp_id_authorisation_id_pk";--> statement-breakpoint
ALTER TABLE "sandbox_card_accounts" DROP CONSTRAINT "sandbox_card_accounts_pkey", ADD CONSTRAINT "sandbox_card_accounts_tpp_id_resource_id_pk" PRIMARY KEY USING INDEX "sandbox_card_accounts_tpp_id_resource_id_pk";--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" DROP CONSTRAINT "sandbox_card_transactions_card_account_id_card_transaction_id_p", ADD CONSTRAINT "sandbox_card_transactions_pk" PRIMARY KEY USING INDEX "sandbox_card_transactions_pk";--> statement-breakpoint
ALTER TABLE "ledger_movements" DROP CONSTRAINT "ledger_movements_once", ADD CONSTRAINT "ledger_movements_once" UNIQUE USING INDEX "ledger_movements_once_of_tpp";--> statement-breakpoint
DROP INDEX "authorisations_link";--> statement-breakpoint
ALTER INDEX "authorisations_link_of_tpp" RENAME TO "authorisations_link";--> statement-breakpoint
DROP INDEX "authorisations_payment";--> statement-breakpoint
ALTER INDEX "authorisations_payment_of_tpp" RENAME TO "authorisations_payment";--> statement-breakpoint
DROP INDEX "authorisations_basket";--> statement-breakpoint
ALTER INDEX "authorisations_basket_of_tpp" RENAME TO "authorisations_basket";--> statement-breakpoint
DROP INDEX "signing_basket_payments_live";--> statement-breakpoint
ALTER INDEX "signing_basket_payments_live_of_tpp" RENAME TO "signing_basket_payments_live";--> statement-breakpoint
DROP INDEX "signing_basket_payments_payment";--> statement-breakpoint
ALTER INDEX "signing_basket_payments_payment_of_tpp" RENAME TO "signing_basket_payments_payment";--> statement-breakpoint
DROP INDEX "sandbox_accounts_customer";--> statement-breakpoint
ALTER INDEX "sandbox_accounts_customer_of_tpp" RENAME TO "sandbox_accounts_customer";--> statement-breakpoint
DROP INDEX "sandbox_agreements_owner";--> statement-breakpoint
ALTER INDEX "sandbox_agreements_owner_of_tpp" RENAME TO "sandbox_agreements_owner";--> statement-breakpoint
DROP INDEX "sandbox_card_accounts_customer";--> statement-breakpoint
ALTER INDEX "sandbox_card_accounts_customer_of_tpp" RENAME TO "sandbox_card_accounts_customer";--> statement-breakpoint
DROP INDEX "sandbox_card_transactions_newest";--> statement-breakpoint
ALTER INDEX "sandbox_card_transactions_newest_of_tpp" RENAME TO "sandbox_card_transactions_newest";--> statement-breakpoint
DROP INDEX "sandbox_engagements_agreement";--> statement-breakpoint
ALTER INDEX "sandbox_engagements_agreement_of_tpp" RENAME TO "sandbox_engagements_agreement";--> statement-breakpoint
DROP INDEX "sandbox_engagements_account";--> statement-breakpoint
ALTER INDEX "sandbox_engagements_account_of_tpp" RENAME TO "sandbox_engagements_account";--> statement-breakpoint
DROP INDEX "sandbox_engagements_customer";--> statement-breakpoint
ALTER INDEX "sandbox_engagements_customer_of_tpp" RENAME TO "sandbox_engagements_customer";--> statement-breakpoint
DROP INDEX "bank_orders_payment";--> statement-breakpoint
ALTER INDEX "bank_orders_payment_of_tpp" RENAME TO "bank_orders_payment";--> statement-breakpoint
DROP INDEX "ledger_movements_from";--> statement-breakpoint
ALTER INDEX "ledger_movements_from_of_tpp" RENAME TO "ledger_movements_from";--> statement-breakpoint
DROP INDEX "ledger_movements_to";--> statement-breakpoint
ALTER INDEX "ledger_movements_to_of_tpp" RENAME TO "ledger_movements_to";--> statement-breakpoint
DROP INDEX "signing_baskets_tpp";--> statement-breakpoint
DROP INDEX "clock_events_tpp";--> statement-breakpoint
DROP INDEX "sandbox_agreements_tpp";--> statement-breakpoint
DROP INDEX "sandbox_card_accounts_tpp";--> statement-breakpoint
-- The rows that are there are checked afterwards, without a lock that anybody waits for (src/db/prepare.ts).
ALTER TABLE "authentication_requests" ADD CONSTRAINT "authentication_requests_authorisation_fk" FOREIGN KEY ("tpp_id","authorisation_id") REFERENCES "public"."authorisations"("tpp_id","authorisation_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "authorisations" ADD CONSTRAINT "authorisations_basket_fk" FOREIGN KEY ("tpp_id","basket_id") REFERENCES "public"."signing_baskets"("tpp_id","basket_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD CONSTRAINT "signing_basket_payments_basket_fk" FOREIGN KEY ("tpp_id","basket_id") REFERENCES "public"."signing_baskets"("tpp_id","basket_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD CONSTRAINT "signing_basket_payments_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "bank_queue" ADD CONSTRAINT "bank_queue_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_entries" ADD CONSTRAINT "payment_entries_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "periodic_executions" ADD CONSTRAINT "periodic_executions_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "bank_orders" ADD CONSTRAINT "bank_orders_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_status_changes" ADD CONSTRAINT "payment_status_changes_payment_fk" FOREIGN KEY ("tpp_id","payment_id") REFERENCES "public"."payments"("tpp_id","payment_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD CONSTRAINT "sandbox_accounts_customer_fk" FOREIGN KEY ("tpp_id","customer_id") REFERENCES "public"."sandbox_customers"("tpp_id","customer_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_agreements" ADD CONSTRAINT "sandbox_agreements_customer_fk" FOREIGN KEY ("tpp_id","owner_id") REFERENCES "public"."sandbox_customers"("tpp_id","customer_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_card_accounts" ADD CONSTRAINT "sandbox_card_accounts_customer_fk" FOREIGN KEY ("tpp_id","customer_id") REFERENCES "public"."sandbox_customers"("tpp_id","customer_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_card_transactions" ADD CONSTRAINT "sandbox_card_transactions_account_fk" FOREIGN KEY ("tpp_id","card_account_id") REFERENCES "public"."sandbox_card_accounts"("tpp_id","resource_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_agreement_fk" FOREIGN KEY ("tpp_id","agreement_id") REFERENCES "public"."sandbox_agreements"("tpp_id","agreement_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_customer_fk" FOREIGN KEY ("tpp_id","customer_id") REFERENCES "public"."sandbox_customers"("tpp_id","customer_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "sandbox_engagements" ADD CONSTRAINT "sandbox_engagements_account_fk" FOREIGN KEY ("tpp_id","account_id") REFERENCES "public"."sandbox_accounts"("tpp_id","resource_id") ON DELETE cascade ON UPDATE no action NOT VALID;
