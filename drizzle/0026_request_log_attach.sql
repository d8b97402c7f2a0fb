-- With Citus the function is that of citus.sql, whose CREATE TABLE PARTITION OF lets no insert pass.
DO $migration$ BEGIN
IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN RETURN; END IF;
-- Runs with the rights of the owner of the tables: the role that serves may change rows alone.
CREATE OR REPLACE FUNCTION rotate_logged_requests(now_at timestamptz, before_at timestamptz, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  day timestamptz;
  part text;
  -- The end of logged_requests_before, where it is still there.
  until uuid := (
    SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([0-9a-f-]{36})''\)') FROM pg_class
    WHERE oid = to_regclass('logged_requests_before'));
  deleted int := 0;
  of_before int := 0;
BEGIN
  -- One process at a time; the others have nothing to do.
  IF NOT pg_try_advisory_xact_lock(7215003) THEN RETURN 0; END IF;
  BEGIN
    -- The day, and two more: a clock may run ahead, and a night without housekeeping does no harm.
    FOR days IN 0..2 LOOP
      day := date_trunc('day', now_at, 'UTC') + make_interval(days => days);
      part := 'logged_requests_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD');
      CONTINUE WHEN to_regclass(part) IS NOT NULL OR first_id_of(day) < until;
      -- ATTACH alone lets inserts pass, and fails those that have already chosen logged_requests_rest.
      LOCK TABLE logged_requests IN SHARE ROW EXCLUSIVE MODE;
      CONTINUE WHEN EXISTS (
        SELECT FROM logged_requests_rest WHERE id >= first_id_of(day) AND id < first_id_of(day + interval '1 day'));
      EXECUTE format('CREATE TABLE %I (LIKE logged_requests INCLUDING ALL)', part);
      EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', part);
      EXECUTE format('ALTER TABLE logged_requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part,
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
    ELSIF until IS NOT NULL THEN
      DELETE FROM logged_requests_before WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM logged_requests_before WHERE id < first_id_of(before_at) LIMIT at_most));
      GET DIAGNOSTICS of_before = ROW_COUNT;
    END IF;
    DELETE FROM logged_requests_rest WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM logged_requests_rest WHERE id < first_id_of(before_at) LIMIT at_most - of_before));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN of_before + deleted;
  EXCEPTION WHEN lock_not_available OR deadlock_detected OR duplicate_table OR unique_violation OR check_violation THEN
    RETURN 0; -- Somebody reads for long, has just made it, or has written of that day: the next look does the rest.
  END;
END $$;
END $migration$;
