-- Made before the migration of this name, each statement by itself, while the release before serves: see src/db/online-migration.ts.
ALTER TABLE "payment_status_changes" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "payment_entries" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "periodic_executions" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" ADD COLUMN IF NOT EXISTS "tpp_id" text;--> statement-breakpoint
-- The release before does not name it: its rows get it from their payment.
CREATE OR REPLACE FUNCTION tpp_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT tpp_id INTO NEW.tpp_id FROM payments WHERE payment_id = NEW.payment_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tpp_of_payment" BEFORE INSERT ON "payment_status_changes" FOR EACH ROW EXECUTE FUNCTION tpp_of_payment();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tpp_of_payment" BEFORE INSERT ON "payment_entries" FOR EACH ROW EXECUTE FUNCTION tpp_of_payment();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tpp_of_payment" BEFORE INSERT ON "periodic_executions" FOR EACH ROW EXECUTE FUNCTION tpp_of_payment();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "tpp_of_payment" BEFORE INSERT ON "signing_basket_payments" FOR EACH ROW EXECUTE FUNCTION tpp_of_payment();--> statement-breakpoint
DO $$
DECLARE
  done text := '';
  until text;
BEGIN
  LOOP
    SELECT max(payment_id) INTO until FROM (
      SELECT payment_id FROM payments WHERE payment_id > done ORDER BY payment_id LIMIT 5000) AS next;
    EXIT WHEN until IS NULL;
    UPDATE payment_status_changes AS row SET tpp_id = owner.tpp_id FROM payments AS owner
      WHERE owner.payment_id > done AND owner.payment_id <= until AND row.payment_id = owner.payment_id AND row.tpp_id IS NULL;
    UPDATE payment_entries AS row SET tpp_id = owner.tpp_id FROM payments AS owner
      WHERE owner.payment_id > done AND owner.payment_id <= until AND row.payment_id = owner.payment_id AND row.tpp_id IS NULL;
    UPDATE periodic_executions AS row SET tpp_id = owner.tpp_id FROM payments AS owner
      WHERE owner.payment_id > done AND owner.payment_id <= until AND row.payment_id = owner.payment_id AND row.tpp_id IS NULL;
    UPDATE signing_basket_payments AS row SET tpp_id = owner.tpp_id FROM payments AS owner
      WHERE owner.payment_id > done AND owner.payment_id <= until AND row.payment_id = owner.payment_id AND row.tpp_id IS NULL;
    COMMIT;
    done := until;
  END LOOP;
END $$;--> statement-breakpoint
-- With these checks the migration reads no row to learn that there is none without it.
ALTER TABLE "payment_status_changes" DROP CONSTRAINT IF EXISTS "payment_status_changes_tpp", ADD CONSTRAINT "payment_status_changes_tpp" CHECK (tpp_id IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_status_changes" VALIDATE CONSTRAINT "payment_status_changes_tpp";--> statement-breakpoint
ALTER TABLE "payment_entries" DROP CONSTRAINT IF EXISTS "payment_entries_tpp", ADD CONSTRAINT "payment_entries_tpp" CHECK (tpp_id IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_entries" VALIDATE CONSTRAINT "payment_entries_tpp";--> statement-breakpoint
ALTER TABLE "periodic_executions" DROP CONSTRAINT IF EXISTS "periodic_executions_tpp", ADD CONSTRAINT "periodic_executions_tpp" CHECK (tpp_id IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "periodic_executions" VALIDATE CONSTRAINT "periodic_executions_tpp";--> statement-breakpoint
ALTER TABLE "signing_basket_payments" DROP CONSTRAINT IF EXISTS "signing_basket_payments_tpp", ADD CONSTRAINT "signing_basket_payments_tpp" CHECK (tpp_id IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "signing_basket_payments" VALIDATE CONSTRAINT "signing_basket_payments_tpp";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_tpp_id_payment_id_pk" ON "payments" (tpp_id, payment_id);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payment_status_changes_tpp_id_payment_id_sequence_pk" ON "payment_status_changes" (tpp_id, payment_id, sequence);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "authorisations_tpp_id_authorisation_id_pk" ON "authorisations" (tpp_id, authorisation_id);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ledger_movements_tpp_id_posting_id_position_pk" ON "ledger_movements" (tpp_id, posting_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "signing_baskets_tpp_id_basket_id_pk" ON "signing_baskets" (tpp_id, basket_id);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "signing_basket_payments_tpp_id_basket_id_position_pk" ON "signing_basket_payments" (tpp_id, basket_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payment_entries_tpp_id_payment_id_position_pk" ON "payment_entries" (tpp_id, payment_id, position);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "periodic_executions_tpp_id_payment_id_nominal_date_pk" ON "periodic_executions" (tpp_id, payment_id, nominal_date);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ledger_movements_once_of_tpp" ON "ledger_movements" (tpp_id, payment_id, transfer, position);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "authorisations_link_of_tpp" ON "authorisations" (tpp_id, link_token);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "authorisations_payment_of_tpp" ON "authorisations" (tpp_id, payment_id, authorisation_id);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "authorisations_basket_of_tpp" ON "authorisations" (tpp_id, basket_id, authorisation_id);--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "signing_basket_payments_live_of_tpp" ON "signing_basket_payments" (tpp_id, payment_id) WHERE live;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "signing_basket_payments_payment_of_tpp" ON "signing_basket_payments" (tpp_id, payment_id);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_movements_from_of_tpp" ON "ledger_movements" (tpp_id, from_account_id, booking_date, posting_id, position);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ledger_movements_to_of_tpp" ON "ledger_movements" (tpp_id, to_account_id, booking_date, posting_id, (position + 1));--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "bank_queue_tpp_id_payment_id_pk" ON "bank_queue" (tpp_id, payment_id);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bank_orders_payment_of_tpp" ON "bank_orders" (tpp_id, payment_id, sequence);--> statement-breakpoint
-- For the migration after that: what is there becomes the partition of all days until the tenth from now, and the check says so
-- without another look at the rows.
CREATE OR REPLACE FUNCTION first_id_of(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;--> statement-breakpoint
DO $$
BEGIN
  ALTER TABLE "logged_requests" DROP CONSTRAINT IF EXISTS "logged_requests_days";
  EXECUTE format('ALTER TABLE "logged_requests" ADD CONSTRAINT "logged_requests_days" CHECK (id < %L::uuid) NOT VALID',
    first_id_of(date_trunc('day', now(), 'UTC') + interval '10 days'));
END $$;--> statement-breakpoint
ALTER TABLE "logged_requests" VALIDATE CONSTRAINT "logged_requests_days";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "logged_requests_before_id" ON "logged_requests" (id);--> statement-breakpoint
VACUUM (ANALYZE) "payment_status_changes";
