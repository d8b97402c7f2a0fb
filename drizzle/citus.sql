-- What differs on Citus, made before tables are distributed by the TPP (src/db/citus.ts). Each statement may be made again.
-- A table of the coordinator refers to no distributed one.
ALTER TABLE "bank_orders" DROP CONSTRAINT IF EXISTS "bank_orders_payment_fk";--> statement-breakpoint
-- Unique within a TPP: the state is a secret of 256 bits, which nobody draws twice.
DROP INDEX IF EXISTS "authentication_requests_state";--> statement-breakpoint
CREATE UNIQUE INDEX "authentication_requests_state" ON "authentication_requests" USING btree ("state_hash", "tpp_id");--> statement-breakpoint
-- As in migration 0026, but the rows outside of the days are deleted without a bound: Citus takes none in a statement for all TPPs.
CREATE OR REPLACE FUNCTION rotate_logged_requests(now_at timestamptz, before_at timestamptz, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  day timestamptz;
  part text;
  until uuid := (
    SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([0-9a-f-]{36})''\)') FROM pg_class
    WHERE oid = to_regclass('logged_requests_before'));
  others int;
  deleted int := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7215003) THEN RETURN 0; END IF;
  BEGIN
    FOR days IN 0..2 LOOP
      day := date_trunc('day', now_at, 'UTC') + make_interval(days => days);
      part := 'logged_requests_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD');
      CONTINUE WHEN to_regclass(part) IS NOT NULL OR first_id_of(day) < until;
      SELECT count(*) INTO others FROM logged_requests_rest
        WHERE id >= first_id_of(day) AND id < first_id_of(day + interval '1 day');
      CONTINUE WHEN others > 0;
      EXECUTE format('CREATE TABLE %I PARTITION OF logged_requests FOR VALUES FROM (%L) TO (%L)', part,
        first_id_of(day), first_id_of(day + interval '1 day'));
    END LOOP;
    FOR part IN
      SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'logged_requests'::regclass AND relname ~ '^logged_requests_[0-9]{8}$'
        AND relname < 'logged_requests_' || to_char(before_at AT TIME ZONE 'UTC', 'YYYYMMDD') ORDER BY relname
    LOOP
      EXECUTE format('DROP TABLE %I', part);
    END LOOP;
    IF until <= first_id_of(before_at) THEN
      DROP TABLE logged_requests_before;
    END IF;
    DELETE FROM logged_requests_rest WHERE id < first_id_of(before_at);
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN least(deleted, at_most - 1);
  EXCEPTION WHEN lock_not_available OR deadlock_detected OR duplicate_table OR unique_violation OR check_violation THEN
    RETURN 0;
  END;
END $$;
