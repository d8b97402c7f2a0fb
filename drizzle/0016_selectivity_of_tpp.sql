-- Every index begins with the TPP, so that the planner must know how little the TPP says: else, in a table that is new, all of them
-- look alike to it, and until rows are counted it looks for one payment among all of its TPP. That all rows are one TPP's
-- is the estimate by which the index with the most of what is asked for always wins.
DO $$
DECLARE
  named text[] := ARRAY['authorisations', 'bank_queue', 'ledger_movements', 'payments', 'psu_sessions', 'request_answers',
    'sandbox_accounts', 'sandbox_agreements', 'sandbox_card_accounts', 'sandbox_card_transactions', 'sandbox_customers',
    'sandbox_engagements', 'signing_basket_payments', 'signing_baskets', 'wrong_code_counts'];
  one text;
BEGIN
  FOREACH one IN ARRAY named LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN tpp_id SET (n_distinct = 1)', one);
  END LOOP;
  ALTER TABLE authorisations ALTER COLUMN kind SET (n_distinct = 3);
  -- Where there are rows, they are counted from time to time. A new database gets a row of each for as long as they are counted.
  IF EXISTS (SELECT FROM tpps) OR EXISTS (SELECT FROM payments) OR EXISTS (SELECT FROM sandbox_customers)
    OR EXISTS (SELECT FROM sandbox_accounts) OR EXISTS (SELECT FROM ledger_movements) OR EXISTS (SELECT FROM request_answers)
    OR EXISTS (SELECT FROM signing_baskets) OR EXISTS (SELECT FROM authorisations) OR EXISTS (SELECT FROM psu_sessions)
    OR EXISTS (SELECT FROM sandbox_card_accounts) OR EXISTS (SELECT FROM wrong_code_counts) THEN RETURN; END IF;
  INSERT INTO sandbox_customers (tpp_id, customer_id, customer_number, customer_type, customer_name, created_at)
    VALUES ('', '', '', '', '', now());
  INSERT INTO sandbox_accounts (tpp_id, resource_id, account_name, account_key, currency, created_at)
    VALUES ('', '', '', '', '', now());
  INSERT INTO sandbox_agreements (tpp_id, agreement_id, owner_id, name, created_at) VALUES ('', '', '', '', now());
  INSERT INTO sandbox_engagements (tpp_id, engagement_id, agreement_id, customer_id, account_id, roles, created_at)
    VALUES ('', '', '', '', '', '[]', now());
  INSERT INTO sandbox_card_accounts (tpp_id, resource_id, customer_id, masked_pan, currency, created_at)
    VALUES ('', '', '', '', '', now());
  INSERT INTO sandbox_card_transactions (tpp_id, card_account_id, card_transaction_id, booking_date, item, created_at)
    VALUES ('', '', '', now(), '{}', now());
  INSERT INTO payments (tpp_id, payment_id, product, status, redirect_preferred, debtor_account, debtor_key, instruction, fingerprint,
    created_at, updated_at) VALUES ('', '', '', 'RCVD', false, '{}', '', '{}', '', now(), now());
  INSERT INTO bank_queue (tpp_id, payment_id, due_at, transfers) VALUES ('', '', now(), 0);
  INSERT INTO ledger_movements (tpp_id, posting_id, position, kind, transfer, at, booking_date, currency, amount_minor, details)
    VALUES ('', '', 0, '', 0, now(), now(), '', 1, '{}');
  INSERT INTO signing_baskets (tpp_id, basket_id, redirect_uri, redirect_preferred, state, created_at)
    VALUES ('', '', '', false, '', now());
  INSERT INTO signing_basket_payments (tpp_id, basket_id, position, payment_id, live) VALUES ('', '', 0, '', false);
  INSERT INTO authorisations (tpp_id, authorisation_id, kind, sca_status, link_token, implicit, opened, redirect_uri,
    redirect_preferred, code, code_binding, created_at, expires_at)
    VALUES ('', '', '', '', '', false, false, '', false, '', '', now(), now());
  INSERT INTO psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
    VALUES ('', '', '', '', '', '', now());
  INSERT INTO request_answers (tpp_id, request_id, fingerprint, created_at) VALUES ('', '', '', now());
  INSERT INTO wrong_code_counts (tpp_id, subject, wrong_codes, at) VALUES ('', '', 0, now());
  FOREACH one IN ARRAY named LOOP
    EXECUTE format('ANALYZE %I (tpp_id)', one);
  END LOOP;
  ANALYZE authorisations (kind), payments (product, status);
  -- What was counted stays, and how many rows there are is unknown again: in a transaction below that of the migrations, because
  -- a table that the same one has made would be known to be empty.
  BEGIN
    EXECUTE 'TRUNCATE ' || (SELECT string_agg(quote_ident(name), ', ') FROM unnest(named) AS name) || ' CASCADE';
  EXCEPTION WHEN lock_not_available THEN
    RAISE;
  END;
END $$;
