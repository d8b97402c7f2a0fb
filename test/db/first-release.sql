SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA drizzle;
CREATE FUNCTION public.payments_notify_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('payment_status', string_agg(payment_id, ','))
  from (
    select after.payment_id, row_number() over () as place
    from changed_after after join changed_before before using (payment_id)
    where after.status is distinct from before.status
  ) as moved
  group by (place - 1) / 150;
  return null;
end $$;
COMMENT ON FUNCTION public.payments_notify_status() IS '02d329ba9880e93ee6967416b2d5904091f3e28105618f4767d077831bc6f469';
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE public.authorisations (
    authorisation_id text NOT NULL,
    tpp_id text NOT NULL,
    kind text NOT NULL,
    payment_id text,
    basket_id text,
    sca_status text NOT NULL,
    end_reason text,
    link_token text NOT NULL,
    implicit boolean NOT NULL,
    opened boolean NOT NULL,
    psu_id text,
    identity_number text,
    session_id text,
    psu_context text,
    corporate_id text,
    redirect_uri text NOT NULL,
    redirect_preferred boolean NOT NULL,
    brand text,
    auth_method_preferred text,
    language text NOT NULL,
    customer_id text,
    agreement_id text,
    code text NOT NULL,
    code_binding text NOT NULL,
    wrong_attempts integer DEFAULT 0 NOT NULL,
    browser_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT authorisations_attempts CHECK (((wrong_attempts >= 0) AND (wrong_attempts <= 5)))
);
CREATE TABLE public.bank_queue (
    payment_id text NOT NULL,
    tpp_id text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    transfers integer NOT NULL,
    nominal_date date,
    execution_date date
);
CREATE TABLE public.batch_runs (
    tpp_id text NOT NULL,
    date date NOT NULL,
    slot integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    payments integer NOT NULL
);
CREATE TABLE public.clock_events (
    sequence bigint NOT NULL,
    tpp_id text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    payment_id text,
    authorisation_id text,
    status text,
    text text NOT NULL,
    recorded_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.clock_events ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.clock_events_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.console_tokens (
    token_hash text NOT NULL,
    tpp_id text NOT NULL,
    name text NOT NULL,
    roles jsonb,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.ledger_entries (
    posting_id text NOT NULL,
    "position" integer NOT NULL,
    tpp_id text NOT NULL,
    account_id text,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    booking_date date NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT ledger_entries_not_zero CHECK ((amount_minor <> 0))
);
CREATE TABLE public.ledger_postings (
    posting_id text NOT NULL,
    tpp_id text NOT NULL,
    kind text NOT NULL,
    payment_id text,
    transfer integer DEFAULT 0 NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    booking_date date NOT NULL
);
CREATE TABLE public.payment_entries (
    payment_id text NOT NULL,
    "position" integer NOT NULL,
    status text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.payment_status_changes (
    payment_id text NOT NULL,
    sequence integer NOT NULL,
    from_status text,
    to_status text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.payments (
    payment_id text NOT NULL,
    tpp_id text NOT NULL,
    product text NOT NULL,
    status text NOT NULL,
    psu_id text,
    identity_number text,
    session_id text,
    psu_context text,
    corporate_id text,
    redirect_uri text,
    redirect_preferred boolean NOT NULL,
    brand text,
    auth_method_preferred text,
    amount numeric(24,5),
    currency text,
    debtor_account jsonb NOT NULL,
    debtor_key text NOT NULL,
    debtor_name text,
    creditor_name text,
    requested_date date,
    funds_available boolean,
    instruction jsonb NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payments_status CHECK ((status = ANY (ARRAY['RCVD'::text, 'PDNG'::text, 'ACTC'::text, 'ACCP'::text, 'ACSP'::text, 'ACWC'::text, 'ACWP'::text, 'ACSC'::text, 'RJCT'::text, 'CANC'::text, 'PART'::text, 'PRSY'::text])))
);
CREATE TABLE public.periodic_executions (
    payment_id text NOT NULL,
    nominal_date date NOT NULL,
    date date NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL
);
CREATE TABLE public.psu_sessions (
    tpp_id text NOT NULL,
    psu_id text NOT NULL,
    session_id text NOT NULL,
    identity_number text,
    customer_id text NOT NULL,
    customer_number text NOT NULL,
    customer_type text NOT NULL,
    authenticated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.request_answers (
    tpp_id text NOT NULL,
    request_id text NOT NULL,
    fingerprint text NOT NULL,
    outcomes jsonb DEFAULT '{}'::jsonb NOT NULL,
    status integer,
    headers jsonb,
    body bytea,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sandbox_accounts (
    resource_id text NOT NULL,
    tpp_id text NOT NULL,
    customer_id text,
    account_name text NOT NULL,
    bban text,
    iban text,
    account_key text NOT NULL,
    currency text NOT NULL,
    product text,
    cash_account_type text,
    credit_line_minor bigint DEFAULT 0 NOT NULL,
    balance_minor bigint DEFAULT 0 NOT NULL,
    balance_type text DEFAULT 'EXPECTED'::text NOT NULL,
    kid_agreement jsonb,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sandbox_agreements (
    agreement_id text NOT NULL,
    tpp_id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sandbox_card_accounts (
    resource_id text NOT NULL,
    tpp_id text NOT NULL,
    customer_id text NOT NULL,
    masked_pan text NOT NULL,
    currency text NOT NULL,
    credit_limit_minor bigint,
    balances jsonb DEFAULT '[]'::jsonb NOT NULL,
    name text,
    product text,
    status text,
    expiry date,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sandbox_card_transactions (
    card_account_id text NOT NULL,
    card_transaction_id text NOT NULL,
    booking_date date NOT NULL,
    sequence bigint NOT NULL,
    item jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.sandbox_card_transactions ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sandbox_card_transactions_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sandbox_customers (
    customer_id text NOT NULL,
    tpp_id text NOT NULL,
    customer_number text NOT NULL,
    customer_type text NOT NULL,
    customer_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sandbox_engagements (
    engagement_id text NOT NULL,
    agreement_id text NOT NULL,
    customer_id text NOT NULL,
    account_id text NOT NULL,
    roles jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.signing_basket_payments (
    basket_id text NOT NULL,
    "position" integer NOT NULL,
    payment_id text NOT NULL,
    live boolean NOT NULL
);
CREATE TABLE public.signing_baskets (
    basket_id text NOT NULL,
    tpp_id text NOT NULL,
    psu_id text,
    identity_number text,
    session_id text,
    psu_context text,
    corporate_id text,
    redirect_uri text NOT NULL,
    redirect_preferred boolean NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.tpps (
    tpp_id text NOT NULL,
    name text NOT NULL,
    clock_offset_ms bigint DEFAULT 0 NOT NULL,
    clock_target_ms bigint,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, '1cbc9ec5d3e0829d64252e86440d165216ef16675ff44f8a870e8370aba37c3f', 1795246972993);
INSERT INTO public.authorisations VALUES
	('01a20fc3-e02c-7e47-ab6d-569985d49b0c', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', '4oZZQhBYDpK3B8RG0NxLF_9t8iWeO2i6', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6dbac537-227e-4a6d-86fc-a32e9fb539f9', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '326014', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'noNxuhkOVo4wBUmMZ7NI-IxkPDps7mmqk1lVg8I5mCc', '2026-11-24 22:53:44.875+00', '2026-11-24 23:08:44.875+00', '2026-11-24 22:53:44.919+00'),
	('01a20fc3-dd02-79c0-b432-69f523d12eb2', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', NULL, 'finalised', 'APPROVED', 'R5Ugtcw72HjM6q5YQ4Q_0ymFlvDrwD5l', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6b3008ee-66b4-45f5-9058-de8b83d78583', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '213419', 'DrE3h3yPcdImRDPWURKoAEFp8jMWCPYPcXJv2sMecbY', 0, 'v-3g9HdzQrWPLpN7JMwkx54ZKSilbldMatCUJH_sqwc', '2026-11-24 22:53:44.064+00', '2026-11-24 23:08:44.064+00', '2026-11-24 22:53:44.084+00'),
	('01a20fc3-d940-7bf7-96e2-0a21cadd932b', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'ygyp62BFE7gUXIHEPh-58aJzX8CQ9Mjv', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'dc87501b-c6f2-4cfc-9a78-2a8ba34aab6a', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '463856', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'k5cmarCg6exUVu6xF9qCV5SHIe6TpMcCzXjEVT6xfTo', '2026-11-24 22:53:43.103+00', '2026-11-24 23:08:43.103+00', '2026-11-24 22:53:43.165+00'),
	('01a20fc3-d99f-7772-b9bb-42ef4028cefc', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-d98d-717b-a89c-becf09ec1792', NULL, 'finalised', 'APPROVED', 'nRR3q8eJtDjWr-T5rbOzNCSphiLtKKxZ', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'dc87501b-c6f2-4cfc-9a78-2a8ba34aab6a', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '789441', 'Nkw2r6rEhVbStqDKEF9j9FIybCxeWh6idmZ8pJcG9ic', 0, 'jYJCzY1orkyaukBIPx1RaF5168572fHGikELGN8RPRo', '2026-11-24 22:53:43.195+00', '2026-11-24 23:08:43.195+00', '2026-11-24 22:53:43.221+00'),
	('01a20fc3-e38f-7149-8abb-347cb81b4bbd', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', '9rgoHSCv5guhYiQRCIDh7qGcvj9OaV2W', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '532f0977-02b2-4642-9162-d9bf4436d402', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '384639', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'wlstUE8Q_xXys7EQiA3tsUmSLP652FJw2hcoaVE8s_M', '2026-11-24 22:53:45.742+00', '2026-11-24 23:08:45.742+00', '2026-11-24 22:53:45.784+00'),
	('01a20fc3-db03-7a13-ba90-000546b478e2', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'nmd9-5D1B5z3c3M3PfqVhu36aQyH7ywz', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '9f80307d-9daa-4d79-91c2-40a0e1ff6cec', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '168334', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'VGf0_R8dJbx_BROL57aHh0iIUxtyOCaLiZPcIUpvhCE', '2026-11-24 22:53:43.554+00', '2026-11-24 23:08:43.554+00', '2026-11-24 22:53:43.617+00'),
	('01a20fc3-de65-7f07-849b-55bebc0917fb', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'QecfzsavT-y-AoRB9UQPtSAOYem9sIDx', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '4dcc6d2d-2bd7-4949-8f54-447c63d0ed46', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '691087', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'j9o5XlhQ5wRWRPikuJUMFrny_IphectXr6fVgykx4hQ', '2026-11-24 22:53:44.421+00', '2026-11-24 23:08:44.421+00', '2026-11-24 22:53:44.468+00'),
	('01a20fc3-db60-73dd-bcd3-99d09c34c992', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-db54-7d80-976c-c3c14f364683', NULL, 'finalised', 'APPROVED', 'wRgrwsxA9MFiRF0V1jw1Az991LiwaYRr', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '9f80307d-9daa-4d79-91c2-40a0e1ff6cec', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '097173', 'bIP_J_Ytim7XiOS4wP3lu2oHdXgef6S4yIbre5NJyWY', 0, '-GdEOe0DpsK02q2VJVoBUGa00ZugbR0ZrWkiSUIl4HI', '2026-11-24 22:53:43.645+00', '2026-11-24 23:08:43.645+00', '2026-11-24 22:53:43.663+00'),
	('01a20fc3-e073-756e-8b07-10cba250f0f4', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e061-7021-88c7-d9495d739447', NULL, 'finalised', 'APPROVED', 'CM4Zg8MDSJKQJKJKoRZtsUtZw7ujleLb', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6dbac537-227e-4a6d-86fc-a32e9fb539f9', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '697037', 'WmhELJ36z1d9oGb1uDDdgse8tbepYCvDOAqkJXdvF8g', 0, 'sFiibQhllxzF--flbL4mxa21-0JvJZVdvLm7JVT_hug', '2026-11-24 22:53:44.943+00', '2026-11-24 23:08:44.943+00', '2026-11-24 22:53:44.965+00'),
	('01a20fc3-dcb4-74eb-9985-78476ca68fdc', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'o-pu-f3eOGBCC7wO97vqjDBKtU13zZ4_', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6b3008ee-66b4-45f5-9058-de8b83d78583', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '150198', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'ttqHL-lvrJnn_1lAbkY3O8ukeBTQZlOtPmvkDLW3doY', '2026-11-24 22:53:43.987+00', '2026-11-24 23:08:43.987+00', '2026-11-24 22:53:44.039+00'),
	('01a20fc3-deb1-72be-9bc1-30ba289fdc48', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-dea0-715a-a416-db642cd6e13a', NULL, 'finalised', 'APPROVED', 'PgLz6bJ4Amw476VTeKdNvRty49noShQ2', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '4dcc6d2d-2bd7-4949-8f54-447c63d0ed46', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '036288', 'eCqRv9n3XIcrRJX31GNWe1MMPUxolUSQn6Fck4D1erM', 0, 'LBCsGRIrmsWl9uNsvM8rj-oswCkwKKwk_4BxRo1iaAs', '2026-11-24 22:53:44.49+00', '2026-11-24 23:08:44.49+00', '2026-11-24 22:53:44.511+00'),
	('01a20fc3-e233-78c0-9761-6e044abae17f', 'PSDNO-FSA-DEMOTPP1', 'BASKET', NULL, '01a20fc3-e227-7e14-88f2-99895f4be2ce', 'finalised', 'APPROVED', 'mCOxFVBXW7YTKn6dAgVa66Av1M1huVEs', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '936297', 'z2XzzqxXTi7EAjVYvcWbziNaQei8HABGJoh_jutru9k', 0, '9dWQWkO5DroGiLuUCUiuFW9P8Vwo5jT7ZxHujoHRlLo', '2026-11-24 22:53:45.39+00', '2026-11-24 23:08:45.39+00', '2026-11-24 22:53:45.409+00'),
	('01a20fc3-e1cc-75c2-8213-365df75e56bc', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'g-z2i18wxuGDaMsNaDGn_bGeHSMPyWWL', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '029655', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'anznItxPmUySfWbxbpEMlZPLaYe0DSBOt1Tp4pvksdI', '2026-11-24 22:53:45.291+00', '2026-11-24 23:08:45.291+00', '2026-11-24 22:53:45.34+00'),
	('01a20fc3-e522-7d38-ba54-a976556bb289', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', 'hYVtRKod87QYVK34c_UUNe9wUlXWBm4j', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '5ebb6d0e-110d-44da-8cbf-d4b5cc9ca915', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '105890', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, '1_RtJpa74K78wszfVVHci4hynGSUaQCBFmJb5DIdY1A', '2026-11-24 22:53:46.146+00', '2026-11-24 23:08:46.146+00', '2026-11-24 22:53:46.181+00'),
	('01a20fc3-e3ce-790a-8649-e2e9669102f0', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e3c1-7cbc-9847-27e7b6345282', NULL, 'finalised', 'APPROVED', 'ec4N5Qm5RykSGujgm3zFrxqtYbRdCvxG', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '532f0977-02b2-4642-9162-d9bf4436d402', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '647061', 'lKHf2gJQUKzMFq78yrScxV3sRJCSQgCU0XSj1ENb-Rk', 0, 'gM973rPo4dCiHmoKftWeAdjy7IqgLICGvmhHONeQPHk', '2026-11-24 22:53:45.801+00', '2026-11-24 23:08:45.801+00', '2026-11-24 22:53:45.822+00'),
	('01a20fc3-e562-70e2-8c7e-4e0778e8b808', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e554-7b0b-b3be-8f3ff4ebe1af', NULL, 'failed', 'REJECTED', 'LMX7Q98nPIVjr_f4natRHOjkvy6vvuxa', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '5ebb6d0e-110d-44da-8cbf-d4b5cc9ca915', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '969511', 'lKHf2gJQUKzMFq78yrScxV3sRJCSQgCU0XSj1ENb-Rk', 0, 'xf2O9NP9jq6KD__dmVmfqAKXfEgkC5LMXSc2DhrqaBo', '2026-11-24 22:53:46.203+00', '2026-11-24 23:08:46.203+00', '2026-11-24 22:53:46.232+00'),
	('01a20fc3-e95b-7ca5-a577-5a3475827754', 'PSDNO-FSA-DEMOTPP1', 'LOGIN', NULL, NULL, 'finalised', 'APPROVED', '24svDenmyaihN_pzljJrF0U4pSczyNxN', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'd94bd15c-9361-4483-a4b4-c50f90c2b998', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '537591', 'T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU', 0, 'Qy0FUyDrxUBPfasueYA4BX3R63OoJuyLfnRYHitT8C0', '2026-12-24 22:53:47.227+00', '2026-12-24 23:08:47.227+00', '2026-12-24 22:53:47.284+00'),
	('01a20fc3-e9af-799e-992c-fff7b1886c27', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e9a2-7416-bcfe-278ee64dca2c', NULL, 'finalised', 'APPROVED', '1OB8dvtIlQ7GVmxM65CPFLTh67BrwP1G', false, true, 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'd94bd15c-9361-4483-a4b4-c50f90c2b998', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 'en', '01a20fc3-d91e-76d9-b881-328f962c301b', NULL, '475299', 'Nkw2r6rEhVbStqDKEF9j9FIybCxeWh6idmZ8pJcG9ic', 0, 'y_U_pwDjYmNTMeEsjEadmyvYTH7_zYhbDGltc04mdaA', '2026-12-24 22:53:47.308+00', '2026-12-24 23:08:47.308+00', '2026-12-24 22:53:47.325+00');
INSERT INTO public.bank_queue VALUES
	('01a20fc3-e061-7021-88c7-d9495d739447', 'PSDNO-FSA-DEMOTPP1', '2027-01-04 04:30:00+00', 1, '2027-01-01', '2027-01-04'),
	('01a20fc3-e9a2-7416-bcfe-278ee64dca2c', 'PSDNO-FSA-DEMOTPP1', '2026-12-28 04:30:00+00', 1, NULL, NULL);
INSERT INTO public.batch_runs VALUES
	('PSDNO-FSA-DEMOTPP1', '2026-11-25', 0, '2026-11-25 04:30:00+00', 6);
INSERT INTO public.clock_events OVERRIDING SYSTEM VALUE VALUES
	(1, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-d98d-717b-a89c-becf09ec1792', NULL, 'ACSC', 'settled on the debtor account', '2026-11-24 22:53:46.832+00'),
	(2, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-db54-7d80-976c-c3c14f364683', NULL, 'ACSC', 'settled on the debtor account', '2026-11-24 22:53:46.832+00'),
	(3, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', NULL, 'ACSC', 'settled on the debtor account', '2026-11-24 22:53:46.832+00'),
	(4, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-dea0-715a-a416-db642cd6e13a', NULL, 'ACSC', 'every entry was settled', '2026-11-24 22:53:46.832+00'),
	(5, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-e20b-7133-af84-3843070c7e7a', NULL, 'ACSC', 'settled on the debtor account', '2026-11-24 22:53:46.832+00'),
	(6, 'PSDNO-FSA-DEMOTPP1', '2026-11-25 04:30:00+00', 'BATCH_RUN', '01a20fc3-e21a-744f-9fce-258773487583', NULL, 'ACSC', 'settled on the debtor account', '2026-11-24 22:53:46.832+00'),
	(7, 'PSDNO-FSA-DEMOTPP1', '2026-12-01 04:30:00+00', 'PERIODIC_EXECUTION', '01a20fc3-e061-7021-88c7-d9495d739447', NULL, 'ACCP', '2026-12-01: settled on the debtor account', '2026-11-24 22:53:46.832+00');
INSERT INTO public.ledger_entries VALUES
	('01a20fc3-d933-7de5-993e-d605e91425a3', 0, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -25000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', 25000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 2, 'PSDNO-FSA-DEMOTPP1', NULL, 'EUR', -1000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 3, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7b7e-a5b3-af6fb14ad903', 'EUR', 1000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 4, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -5000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 5, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 5000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 6, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -12500000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 7, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7f6f-987b-d2202fb096e5', 'NOK', 12500000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 8, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -500000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 9, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-73d5-8e31-17c0878dcd39', 'NOK', 500000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 10, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -75000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 11, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7565-91f8-8f7e4a8366b4', 'NOK', 75000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 12, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', -150000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 13, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7260-85f0-d5be0e0a4bf0', 'NOK', 150000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 14, 'PSDNO-FSA-DEMOTPP1', NULL, 'EUR', -20000000, '2026-11-24', '{}'),
	('01a20fc3-d933-7de5-993e-d605e91425a3', 15, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7e29-8fb6-30cf65a48c5c', 'EUR', 20000000, '2026-11-24', '{}'),
	('01a20fc3-e3e7-73f6-a129-72d0f1546550', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 12550, '2026-11-24', '{"debtorName": "Ola Nordmann", "creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 5529a345-6d86-43b3-b420-7158c0a73a2a"}'),
	('01a20fc3-e3e7-73f6-a129-72d0f1546550', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -12550, '2026-11-24', '{"debtorName": "Ola Nordmann", "creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 5529a345-6d86-43b3-b420-7158c0a73a2a"}'),
	('01a20fc3-e7d5-7d27-9cda-2cc4a7e7c63c', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story d7e2ce4a-edd0-4f63-9688-6280648b07d4"}'),
	('01a20fc3-e7d5-7d27-9cda-2cc4a7e7c63c', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story d7e2ce4a-edd0-4f63-9688-6280648b07d4"}'),
	('01a20fc3-e7d6-7c0f-b41f-a04abc88fa77', 3, 'PSDNO-FSA-DEMOTPP1', NULL, 'EUR', 9990, '2026-11-25', '{}'),
	('01a20fc3-e7d6-7c0f-b41f-a04abc88fa77', 2, 'PSDNO-FSA-DEMOTPP1', NULL, 'EUR', -9990, '2026-11-25', '{}'),
	('01a20fc3-e7d6-7c0f-b41f-a04abc88fa77', 1, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', 116883, '2026-11-25', '{}'),
	('01a20fc3-e7d6-7c0f-b41f-a04abc88fa77', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -116883, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Max Mustermann", "debtorAccount": {"iban": "NO0995360573002", "currency": "NOK"}, "creditorAccount": {"iban": "DE89370400440532013000", "currency": "EUR"}, "remittanceInformationUnstructured": "Story 49e80fd5-4fcb-430a-89f1-be3eff8df640"}'),
	('01a20fc3-e7d6-7c36-b533-3a66a8cf1256', 1, 'PSDNO-FSA-DEMOTPP1', NULL, 'NOK', 15000000, '2026-11-25', '{}'),
	('01a20fc3-e7d6-7c36-b533-3a66a8cf1256', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -15000000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Anna Svensson", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"iban": "SE4550000000058398257466", "currency": "SEK"}, "remittanceInformationUnstructured": "Story 723482e7-f3d5-43c5-a108-72ee2cc18ba3"}'),
	('01a20fc3-e7d6-7c40-8b78-409c6ef1c882', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 10000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "endToEndIdentification": "E1", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}'),
	('01a20fc3-e7d6-7c40-8b78-409c6ef1c882', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -10000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "endToEndIdentification": "E1", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}'),
	('01a20fc3-e7d6-74bd-9bfb-0686727edcdd', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 25000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "endToEndIdentification": "E2", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}'),
	('01a20fc3-e7d6-74bd-9bfb-0686727edcdd', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -25000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "endToEndIdentification": "E2", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}'),
	('01a20fc3-e7d6-7df0-9f9b-ffe4ef48e166', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story b2d11f3b-e074-458d-a84f-e17af0e57151"}'),
	('01a20fc3-e7d6-7df0-9f9b-ffe4ef48e166', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story b2d11f3b-e074-458d-a84f-e17af0e57151"}'),
	('01a20fc3-e7d6-798b-bbfa-738b8900ee81', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 3fcf933f-483e-40d7-af51-086c822d093a"}'),
	('01a20fc3-e7d6-798b-bbfa-738b8900ee81', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -125000, '2026-11-25', '{"debtorName": "Ola Nordmann", "creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 3fcf933f-483e-40d7-af51-086c822d093a"}'),
	('01a20fc3-e7de-73f8-ad07-d0b600eda465', 1, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7d22-a339-afe268ade0aa', 'NOK', 500000, '2026-12-01', '{"debtorName": "Ola Nordmann", "creditorName": "Utleier AS", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story c069ad47-fa10-4840-9b79-4f514ad1f9ca"}'),
	('01a20fc3-e7de-73f8-ad07-d0b600eda465', 0, 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'NOK', -500000, '2026-12-01', '{"debtorName": "Ola Nordmann", "creditorName": "Utleier AS", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "remittanceInformationUnstructured": "Story c069ad47-fa10-4840-9b79-4f514ad1f9ca"}');
INSERT INTO public.ledger_postings VALUES
	('01a20fc3-d933-7de5-993e-d605e91425a3', 'PSDNO-FSA-DEMOTPP1', 'OPENING', NULL, 0, '2026-11-24 22:53:43.069+00', '2026-11-24'),
	('01a20fc3-e3e7-73f6-a129-72d0f1546550', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e3c1-7cbc-9847-27e7b6345282', 0, '2026-11-24 22:53:45.822+00', '2026-11-24'),
	('01a20fc3-e7d5-7d27-9cda-2cc4a7e7c63c', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-d98d-717b-a89c-becf09ec1792', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-7c0f-b41f-a04abc88fa77', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-db54-7d80-976c-c3c14f364683', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-7c36-b533-3a66a8cf1256', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-7c40-8b78-409c6ef1c882', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-dea0-715a-a416-db642cd6e13a', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-74bd-9bfb-0686727edcdd', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-dea0-715a-a416-db642cd6e13a', 1, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-7df0-9f9b-ffe4ef48e166', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e20b-7133-af84-3843070c7e7a', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7d6-798b-bbfa-738b8900ee81', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e21a-744f-9fce-258773487583', 0, '2026-11-25 04:30:00+00', '2026-11-25'),
	('01a20fc3-e7de-73f8-ad07-d0b600eda465', 'PSDNO-FSA-DEMOTPP1', 'PAYMENT', '01a20fc3-e061-7021-88c7-d9495d739447', 20788, '2026-12-01 04:30:00+00', '2026-12-01');
INSERT INTO public.payment_entries VALUES
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 0, 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 1, 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account');
INSERT INTO public.payment_status_changes VALUES
	('01a20fc3-d98d-717b-a89c-becf09ec1792', 1, NULL, 'RCVD', '2026-11-24 22:53:43.179+00', 'created by the TPP'),
	('01a20fc3-d98d-717b-a89c-becf09ec1792', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:43.221+00', 'approved by the PSU'),
	('01a20fc3-db54-7d80-976c-c3c14f364683', 1, NULL, 'RCVD', '2026-11-24 22:53:43.63+00', 'created by the TPP'),
	('01a20fc3-db54-7d80-976c-c3c14f364683', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:43.663+00', 'approved by the PSU'),
	('01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', 1, NULL, 'RCVD', '2026-11-24 22:53:44.053+00', 'created by the TPP'),
	('01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:44.084+00', 'approved by the PSU'),
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 1, NULL, 'RCVD', '2026-11-24 22:53:44.477+00', 'created by the TPP'),
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:44.511+00', 'approved by the PSU'),
	('01a20fc3-e061-7021-88c7-d9495d739447', 1, NULL, 'RCVD', '2026-11-24 22:53:44.927+00', 'created by the TPP'),
	('01a20fc3-e061-7021-88c7-d9495d739447', 2, 'RCVD', 'ACCP', '2026-11-24 22:53:44.965+00', 'approved by the PSU'),
	('01a20fc3-e20b-7133-af84-3843070c7e7a', 1, NULL, 'RCVD', '2026-11-24 22:53:45.352+00', 'created by the TPP'),
	('01a20fc3-e21a-744f-9fce-258773487583', 1, NULL, 'RCVD', '2026-11-24 22:53:45.368+00', 'created by the TPP'),
	('01a20fc3-e20b-7133-af84-3843070c7e7a', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:45.409+00', 'approved by the PSU'),
	('01a20fc3-e21a-744f-9fce-258773487583', 2, 'RCVD', 'PDNG', '2026-11-24 22:53:45.409+00', 'approved by the PSU'),
	('01a20fc3-e3c1-7cbc-9847-27e7b6345282', 1, NULL, 'RCVD', '2026-11-24 22:53:45.791+00', 'created by the TPP'),
	('01a20fc3-e3c1-7cbc-9847-27e7b6345282', 2, 'RCVD', 'ACSC', '2026-11-24 22:53:45.822+00', 'approved by the PSU and settled at once'),
	('01a20fc3-e554-7b0b-b3be-8f3ff4ebe1af', 1, NULL, 'RCVD', '2026-11-24 22:53:46.194+00', 'created by the TPP'),
	('01a20fc3-e554-7b0b-b3be-8f3ff4ebe1af', 2, 'RCVD', 'RJCT', '2026-11-24 22:53:46.232+00', 'rejected by the PSU'),
	('01a20fc3-d98d-717b-a89c-becf09ec1792', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-db54-7d80-976c-c3c14f364683', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'every entry was settled'),
	('01a20fc3-e20b-7133-af84-3843070c7e7a', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-e21a-744f-9fce-258773487583', 3, 'PDNG', 'ACSC', '2026-11-25 04:30:00+00', 'settled on the debtor account'),
	('01a20fc3-e9a2-7416-bcfe-278ee64dca2c', 1, NULL, 'RCVD', '2026-12-24 22:53:47.296+00', 'created by the TPP'),
	('01a20fc3-e9a2-7416-bcfe-278ee64dca2c', 2, 'RCVD', 'PDNG', '2026-12-24 22:53:47.325+00', 'approved by the PSU');
INSERT INTO public.payments VALUES
	('01a20fc3-d98d-717b-a89c-becf09ec1792', 'PSDNO-FSA-DEMOTPP1', 'NDCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'dc87501b-c6f2-4cfc-9a78-2a8ba34aab6a', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 1250.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Ola Nordmann', NULL, true, '{"creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "instructedAmount": {"amount": "1250.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story d7e2ce4a-edd0-4f63-9688-6280648b07d4"}', '_W7CqmguCv6UwosSCIoxvj6ehm7LWTQr5fi9idNQfgc', '2026-11-24 22:53:43.179+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-dea0-715a-a416-db642cd6e13a', 'PSDNO-FSA-DEMOTPP1', 'BULK_NDCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '4dcc6d2d-2bd7-4949-8f54-447c63d0ed46', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 350.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', NULL, NULL, true, '{"payments": [{"creditorName": "Kari Nordmann", "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "creditorAddress": {"country": "NO"}, "instructedAmount": {"amount": "100.00", "currency": "NOK"}, "endToEndIdentification": "E1", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}, {"creditorName": "Ola Nordmann", "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "creditorAddress": {"country": "NO"}, "instructedAmount": {"amount": "250.00", "currency": "NOK"}, "endToEndIdentification": "E2", "remittanceInformationUnstructured": "Story 46747bc0-f8c0-48ef-aa98-34ee5ad4253f"}], "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "paymentInformationId": "SALARY-2030-01"}', 'U9Ajr9VPF2c57kmZTaxDIsRp37xrdCC2b9ozCzB2C6w', '2026-11-24 22:53:44.477+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-db54-7d80-976c-c3c14f364683', 'PSDNO-FSA-DEMOTPP1', 'SCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '9f80307d-9daa-4d79-91c2-40a0e1ff6cec', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 99.90000, 'EUR', '{"iban": "NO0995360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Max Mustermann', NULL, true, '{"creditorName": "Max Mustermann", "debtorAccount": {"iban": "NO0995360573002", "currency": "NOK"}, "creditorAccount": {"iban": "DE89370400440532013000", "currency": "EUR"}, "instructedAmount": {"amount": "99.90", "currency": "EUR"}, "remittanceInformationUnstructured": "Story 49e80fd5-4fcb-430a-89f1-be3eff8df640"}', 'nq1SJg6zB09BxJomUJpuUeqjZO_3cdC-oKiVytiWnoU', '2026-11-24 22:53:43.63+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-e3c1-7cbc-9847-27e7b6345282', 'PSDNO-FSA-DEMOTPP1', 'INDCTS', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '532f0977-02b2-4642-9162-d9bf4436d402', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 125.50000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Kari Nordmann', NULL, NULL, '{"creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "creditorAddress": {"country": "NO"}, "instructedAmount": {"amount": "125.50", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 5529a345-6d86-43b3-b420-7158c0a73a2a"}', 'dsZU0235XjlWOlFxHFUa6u772oFSQIWzx4p_nF_E6QM', '2026-11-24 22:53:45.791+00', '2026-11-24 22:53:45.822+00'),
	('01a20fc3-e554-7b0b-b3be-8f3ff4ebe1af', 'PSDNO-FSA-DEMOTPP1', 'INDCTS', 'RJCT', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '5ebb6d0e-110d-44da-8cbf-d4b5cc9ca915', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 125.50000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', NULL, 'Kari Nordmann', NULL, NULL, '{"creditorName": "Kari Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "creditorAddress": {"country": "NO"}, "instructedAmount": {"amount": "125.50", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 17742fac-ab2d-40b6-9403-a120db81a11a"}', '-I0los9jB78bKWOamKUrYPz_MgnXg_WPbma5-AfwBfk', '2026-11-24 22:53:46.194+00', '2026-11-24 22:53:46.232+00'),
	('01a20fc3-dcf7-7a33-a5d3-d46d7cd9b0fc', 'PSDNO-FSA-DEMOTPP1', 'NCBCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6b3008ee-66b4-45f5-9058-de8b83d78583', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 150000.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Anna Svensson', NULL, true, '{"creditorName": "Anna Svensson", "creditorAgent": "ESSESESS", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"iban": "SE4550000000058398257466", "currency": "SEK"}, "creditorAddress": {"city": "Stockholm", "street": "Drottninggatan", "country": "SE", "postalCode": "11151", "buildingNumber": "1"}, "instructedAmount": {"amount": "150000.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 723482e7-f3d5-43c5-a108-72ee2cc18ba3"}', 'DgVgYkN0irRiTl14TwDQi5UULAlFG3jyYItV3im2HwY', '2026-11-24 22:53:44.053+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-e20b-7133-af84-3843070c7e7a', 'PSDNO-FSA-DEMOTPP1', 'NDCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 1250.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Ola Nordmann', NULL, true, '{"creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "instructedAmount": {"amount": "1250.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story b2d11f3b-e074-458d-a84f-e17af0e57151"}', 'N9ZjlMYLGTiJM9Oq2meuSB-T_DJ00N2W19QpRMnTlso', '2026-11-24 22:53:45.352+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-e21a-744f-9fce-258773487583', 'PSDNO-FSA-DEMOTPP1', 'NDCT', 'ACSC', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 1250.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Ola Nordmann', NULL, true, '{"creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "instructedAmount": {"amount": "1250.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 3fcf933f-483e-40d7-af51-086c822d093a"}', 'TrRHeRp1PyoAFpgE1qPK_mVW8cOOKjkXG-Z3jy83np8', '2026-11-24 22:53:45.368+00', '2026-11-25 04:30:00+00'),
	('01a20fc3-e061-7021-88c7-d9495d739447', 'PSDNO-FSA-DEMOTPP1', 'PERIODIC_NDCT', 'ACCP', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '6dbac537-227e-4a6d-86fc-a32e9fb539f9', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 5000.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Utleier AS', '2026-12-01', true, '{"frequency": "Monthly", "startDate": "2026-12-01", "creditorName": "Utleier AS", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "executionRule": "following", "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "instructedAmount": {"amount": "5000.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story c069ad47-fa10-4840-9b79-4f514ad1f9ca"}', 'x8iCEURLLso0u3ltyofgGsYKh9Z8KAY0GoD5rqhSYjY', '2026-11-24 22:53:44.927+00', '2026-12-01 04:30:00+00'),
	('01a20fc3-e9a2-7416-bcfe-278ee64dca2c', 'PSDNO-FSA-DEMOTPP1', 'NDCT', 'PDNG', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, 'd94bd15c-9361-4483-a4b4-c50f90c2b998', NULL, NULL, 'http://localhost:4803/sandbox/return', true, NULL, NULL, 1250.00000, 'NOK', '{"bban": "95360573002", "currency": "NOK"}', 'bban:95360573002', 'Ola Nordmann', 'Ola Nordmann', NULL, NULL, '{"creditorName": "Ola Nordmann", "debtorAccount": {"bban": "95360573002", "currency": "NOK"}, "creditorAccount": {"bban": "86011117947", "currency": "NOK"}, "instructedAmount": {"amount": "1250.00", "currency": "NOK"}, "remittanceInformationUnstructured": "Story 75efa6e0-09e4-4f03-befe-82bf868c1dbb"}', 'bLIFw7LbOIkmzu4ooq5o1icZgQFXcp-SLOqkhZawe-0', '2026-12-24 22:53:47.296+00', '2026-12-24 22:53:47.325+00');
INSERT INTO public.periodic_executions VALUES
	('01a20fc3-e061-7021-88c7-d9495d739447', '2026-12-01', '2026-12-01', '2026-12-01 04:30:00+00', 'EXECUTED', 'settled on the debtor account');
INSERT INTO public.psu_sessions VALUES
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', 'dc87501b-c6f2-4cfc-9a78-2a8ba34aab6a', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:43.221+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '9f80307d-9daa-4d79-91c2-40a0e1ff6cec', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:43.663+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '6b3008ee-66b4-45f5-9058-de8b83d78583', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:44.084+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '4dcc6d2d-2bd7-4949-8f54-447c63d0ed46', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:44.511+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '6dbac537-227e-4a6d-86fc-a32e9fb539f9', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:44.965+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:45.409+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '532f0977-02b2-4642-9162-d9bf4436d402', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:45.822+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', '5ebb6d0e-110d-44da-8cbf-d4b5cc9ca915', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-11-24 22:53:46.181+00'),
	('PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', 'd94bd15c-9361-4483-a4b4-c50f90c2b998', NULL, '01a20fc3-d91e-76d9-b881-328f962c301b', '13039319955', 'PRIVATE', '2026-12-24 22:53:47.325+00');
INSERT INTO public.request_answers VALUES
	('PSDNO-FSA-DEMOTPP1', 'e0b85bee-c7c1-414c-bd23-49398ac77e37', 'ax8r-j6j7MDfdcVEXZLZe12roP3vwB6WLfZaUGyCcAg', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d643938642d373137622d613839632d626563663039656331373932222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d643938642d373137622d613839632d626563663039656331373932222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d643938642d373137622d613839632d6265636630396563313739322f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d643938642d373137622d613839632d6265636630396563313739322f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:43.179+00'),
	('PSDNO-FSA-DEMOTPP1', '1374f85c-005e-4cb6-9d04-f07a6630b303', 'yZwn-qp-2cXw921mb1gt8ssx7GJGm5bYwmLOiSf3KD8', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d643939662d373737322d623962622d343265663430323863656663222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f6e5252337138654a74446a57722d543572624f7a4e43537068694c744b4b785a222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d643938642d373137622d613839632d6265636630396563313739322f617574686f7269736174696f6e732f30316132306663332d643939662d373737322d623962622d343265663430323863656663222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:43.195+00'),
	('PSDNO-FSA-DEMOTPP1', '513eefec-fc15-49f1-b4e4-61a9867585bc', 'UTNvM5cV9m6ibCVSKv3yE6vKVu23sZ99_qSuqHbIrBg', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d646235342d376438302d393736632d633363313466333634363833222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a22455552227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f736570612d6372656469742d7472616e73666572732f30316132306663332d646235342d376438302d393736632d633363313466333634363833222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f736570612d6372656469742d7472616e73666572732f30316132306663332d646235342d376438302d393736632d6333633134663336343638332f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f736570612d6372656469742d7472616e73666572732f30316132306663332d646235342d376438302d393736632d6333633134663336343638332f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:43.63+00'),
	('PSDNO-FSA-DEMOTPP1', '342c3357-975d-4fa5-8f2b-773d1971bf8b', 'nRBbkKS8GwLkIGpAqPFvBjHaZ1tBkZ2fZKWcHZAcZbM', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d646236302d373364642d626364332d393964303963333463393932222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f7752677277737841394d466952463056316a7731417a3939314c697761595272222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f736570612d6372656469742d7472616e73666572732f30316132306663332d646235342d376438302d393736632d6333633134663336343638332f617574686f7269736174696f6e732f30316132306663332d646236302d373364642d626364332d393964303963333463393932222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:43.645+00'),
	('PSDNO-FSA-DEMOTPP1', '8a698cdc-ec56-47b1-bff4-0504e6395ee5', '85l8CI1_OeEUZu5WF8Z_KDLzpw0XbFQFbjkkU_VhY0k', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d646366372d376133332d613564332d643436643763643962306663222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d63726f73732d626f726465722d6372656469742d7472616e73666572732f30316132306663332d646366372d376133332d613564332d643436643763643962306663222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d63726f73732d626f726465722d6372656469742d7472616e73666572732f30316132306663332d646366372d376133332d613564332d6434366437636439623066632f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d63726f73732d626f726465722d6372656469742d7472616e73666572732f30316132306663332d646366372d376133332d613564332d6434366437636439623066632f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:44.053+00'),
	('PSDNO-FSA-DEMOTPP1', 'eb66278a-babc-4211-9215-eb9ebee100b2', 'lrw5FPYgZ1Wxmd_eT7AvhTPw30br1iW9sVgM6ZyXESM', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d646430322d373963302d623433322d363966353233643132656232222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f523555677463773732486a4d367135595134515f30796d466c7644727744356c222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d63726f73732d626f726465722d6372656469742d7472616e73666572732f30316132306663332d646366372d376133332d613564332d6434366437636439623066632f617574686f7269736174696f6e732f30316132306663332d646430322d373963302d623433322d363966353233643132656232222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:44.063+00'),
	('PSDNO-FSA-DEMOTPP1', '10a1e846-9ac7-4c96-b2b5-c259f2ab12c5', 'mMTm3n2PS5GVb5amB9YdjLgF7jsn7DgXxxN4_m7nbog', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d646561302d373135612d613431362d646236343263643665313361222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f62756c6b2d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d646561302d373135612d613431362d646236343263643665313361222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f62756c6b2d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d646561302d373135612d613431362d6462363432636436653133612f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f62756c6b2d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d646561302d373135612d613431362d6462363432636436653133612f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:44.477+00'),
	('PSDNO-FSA-DEMOTPP1', 'a3b10600-6195-4dd6-9dd1-56ea90343b66', 'mNGSXikgxDrXPp_Q4HvhPMwc24ps7uMPb9wucjXJEHk', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d646562312d373262652d396263312d333062613238396664633438222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f50674c7a36624a34416d773437365654654b644e7652747934396e6f53685132222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f62756c6b2d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d646561302d373135612d613431362d6462363432636436653133612f617574686f7269736174696f6e732f30316132306663332d646562312d373262652d396263312d333062613238396664633438222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:44.49+00'),
	('PSDNO-FSA-DEMOTPP1', '01c9350c-5982-4fa0-a211-7d262b5ee8ff', 'hQNADWnLnjvFMWUimntZ-dokFQ5MmxDtTVAWq9GB7jw', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653036312d373032312d383863372d643934393564373339343437222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f706572696f6469632d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653036312d373032312d383863372d643934393564373339343437222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f706572696f6469632d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653036312d373032312d383863372d6439343935643733393434372f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f706572696f6469632d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653036312d373032312d383863372d6439343935643733393434372f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:44.927+00'),
	('PSDNO-FSA-DEMOTPP1', '0ad25a17-2985-4e16-a2e5-3cfc5dc3b743', 'FlBVZG8coBeFUio5qU07nl6HrVGmluvPiLV-xd9NmNA', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d653037332d373536652d386230372d313063626132353066306634222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f434d345a67384d44534a4b514a4b4a4b6f525a747355745a7737756a6c654c62222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f706572696f6469632d7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653036312d373032312d383863372d6439343935643733393434372f617574686f7269736174696f6e732f30316132306663332d653037332d373536652d386230372d313063626132353066306634222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:44.943+00'),
	('PSDNO-FSA-DEMOTPP1', 'a519f585-2e93-4dca-9391-3cfd1d52c4dd', 'ZhVu8Ikq18cXLwEGFIJLtExgKXTmMF5ZGdVNnyfukvk', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653230622d373133332d616638342d333834333037306337653761222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653230622d373133332d616638342d333834333037306337653761222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653230622d373133332d616638342d3338343330373063376537612f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653230622d373133332d616638342d3338343330373063376537612f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:45.352+00'),
	('PSDNO-FSA-DEMOTPP1', 'b8657434-8efb-4c0d-8797-a65662b69184', 'X098QpljM9deQUOKzD0LYDm-DiMI3qtAGlHh6SR2YbE', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653231612d373434662d396663652d323538373733343837353833222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653231612d373434662d396663652d323538373733343837353833222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653231612d373434662d396663652d3235383737333438373538332f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653231612d373434662d396663652d3235383737333438373538332f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:45.368+00'),
	('PSDNO-FSA-DEMOTPP1', 'b8c8fb3e-3302-4ef7-8ba5-f52e77c876a3', 'rKOuWIZ0jM7IvoO5eoAoQRsmAf7_DNEMBr9CtiP7DQs', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d653233332d373863302d393736312d366530343461626165313766222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f6d434f7846564258573759544b6e36644167566136364176314d316875564573222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7369676e696e672d6261736b6574732f30316132306663332d653232372d376531342d383866322d3939383935663462653263652f617574686f7269736174696f6e732f30316132306663332d653233332d373863302d393736312d366530343461626165313766222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:45.39+00'),
	('PSDNO-FSA-DEMOTPP1', '960d992d-ef2b-4ced-b1ac-a22d55434949', 'PEuySZtLfhkqX0fRqg7tiTkxmVOaJ-MBV38Iy7Sd28g', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653363312d376362632d393834372d323765376236333435323832222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653363312d376362632d393834372d323765376236333435323832222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653363312d376362632d393834372d3237653762363334353238322f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653363312d376362632d393834372d3237653762363334353238322f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:45.791+00'),
	('PSDNO-FSA-DEMOTPP1', '270535d9-49ec-4463-8600-66b5a0d4d1ca', 'HvNU39aO6cOxiz7W5HAoCvUn4C3BD5leqXOYQXnA90Q', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653535342d376230622d623362652d386633666634656265316166222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653535342d376230622d623362652d386633666634656265316166222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653535342d376230622d623362652d3866336666346562653161662f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653535342d376230622d623362652d3866336666346562653161662f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:46.194+00'),
	('PSDNO-FSA-DEMOTPP1', 'c7cb2b1a-36eb-4710-821d-c3814245fdee', 'Av-u7sXf1BtBNQg-UkEIKfoBz3Tc9lo0tAbQzVVePOU', '{"advanceSandboxClock": {"to": 1798152826824, "from": 1795560826824, "tppId": "PSDNO-FSA-DEMOTPP1", "lastEvent": 0}}', 200, '{"content-type": "application/json; charset=utf-8"}', '\x7b2264617461223a7b22616476616e636553616e64626f78436c6f636b223a7b2273616e64626f78436c6f636b223a22323032362d31322d32345432323a35333a34362e3833305a227d7d7d', '2026-11-24 22:53:46.824+00'),
	('PSDNO-FSA-DEMOTPP1', '57e3bb2b-e82b-4869-84d2-6bd11b15a162', 'X5VbRru7IItnmxUbH_yn9tyuJSjTvqKnY-znLtqwhPk', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d653961662d373939652d393932632d666666376231383836633237222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f314f4238647674496c513747566d784d36354350464c54683637427277503147222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653961322d373431362d626366652d3237386565363464636132632f617574686f7269736174696f6e732f30316132306663332d653961662d373939652d393932632d666666376231383836633237222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:47.308+00'),
	('PSDNO-FSA-DEMOTPP1', 'fdba2730-f611-4814-83a6-834dbf20f02f', 'SvSHFsFBJL1qtanPslgMadxpxNEakzxvluJjfHxaicI', '{}', 201, '{"content-type": "application/json"}', '\x7b226261736b65744964223a2230316132306663332d653232372d376531342d383866322d393938393566346265326365222c227472616e73616374696f6e537461747573223a2252435644222c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7369676e696e672d6261736b6574732f30316132306663332d653232372d376531342d383866322d393938393566346265326365222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7369676e696e672d6261736b6574732f30316132306663332d653232372d376531342d383866322d3939383935663462653263652f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7369676e696e672d6261736b6574732f30316132306663332d653232372d376531342d383866322d3939383935663462653263652f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:45.38+00'),
	('PSDNO-FSA-DEMOTPP1', '53c5cf6e-a4b2-4d40-814b-55a7ba4c8416', 'AlsjGqm8IyJb_ThY7y2rI5klm9X59-KDkhvCxfRQ0FI', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d653363652d373930612d383634392d653265393636393130326630222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f6563344e35516d3552796b5347756a676d337a46727871745962526443767847222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653363312d376362632d393834372d3237653762363334353238322f617574686f7269736174696f6e732f30316132306663332d653363652d373930612d383634392d653265393636393130326630222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:45.801+00'),
	('PSDNO-FSA-DEMOTPP1', '9d369772-ac29-405f-975e-94a402f03fa5', 'kiZ3n-i8dgcJ8VAO_pln4DZJXZZ5hr_iHsC_n6KBPt8', '{}', 201, '{"content-type": "application/json"}', '\x7b22617574686f7269736174696f6e4964223a2230316132306663332d653536322d373065322d386337652d346530373738653862383038222c22736361537461747573223a2273746172746564222c225f6c696e6b73223a7b227363615265646972656374223a7b2268726566223a22687474703a2f2f6c6f63616c686f73743a343830332f7363612f4c4d58375139386e5049566a725f66346e617452484f6a6b7679367676757861222c227665726273223a5b22474554225d7d2c22736361537461747573223a7b2268726566223a222f76312f7061796d656e74732f696e7374616e742d6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732d737472616b732f30316132306663332d653535342d376230622d623362652d3866336666346562653161662f617574686f7269736174696f6e732f30316132306663332d653536322d373065322d386337652d346530373738653862383038222c227665726273223a5b22474554225d7d7d7d', '2026-11-24 22:53:46.203+00'),
	('PSDNO-FSA-DEMOTPP1', '61997089-001c-4d06-991b-c76e29ec188d', 'rxhW9SJB-dnj87bOOIGVDglG5mAAa09lPiS9Vy8XSd8', '{}', 201, '{"content-type": "application/json"}', '\x7b227061796d656e744964223a2230316132306663332d653961322d373431362d626366652d323738656536346463613263222c227472616e73616374696f6e537461747573223a2252435644222c227472616e73616374696f6e46656573223a7b22616d6f756e74223a22302e3030222c2263757272656e6379223a224e4f4b227d2c227472616e73616374696f6e466565496e64696361746f72223a66616c73652c225f6c696e6b73223a7b2273656c66223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653961322d373431362d626366652d323738656536346463613263222c227665726273223a5b22474554222c2244454c455445225d7d2c22737461747573223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653961322d373431362d626366652d3237386565363464636132632f737461747573222c227665726273223a5b22474554225d7d2c227374617274417574686f7269736174696f6e223a7b2268726566223a222f76312f7061796d656e74732f6e6f7277656769616e2d646f6d65737469632d6372656469742d7472616e73666572732f30316132306663332d653961322d373431362d626366652d3237386565363464636132632f617574686f7269736174696f6e73222c227665726273223a5b22504f5354225d7d7d7d', '2026-11-24 22:53:47.296+00'),
	('PSDNO-FSA-DEMOTPP1', '64306d9c-6e10-419c-8ecc-c236d7398cb6', '-BvPEzH7PRxYMZ7C3X-MeGxU_zWdqWGCIvOMoJzw4S4', '{}', 201, '{"content-type": "application/json"}', '\x7b22636172644163636f756e74223a7b226d61736b656450616e223a2234393235303078787878787831323334227d2c22636172645472616e73616374696f6e73223a7b22626f6f6b6564223a5b7b22636172645472616e73616374696f6e4964223a22542d323032362d30303032222c22626f6f6b696e6744617465223a22323032362d30312d3135222c227472616e73616374696f6e44617465223a22323032362d30312d3134222c227472616e73616374696f6e416d6f756e74223a7b2263757272656e6379223a224e4f4b222c22616d6f756e74223a3334397d2c226f726967696e616c416d6f756e74223a7b2263757272656e6379223a22455552222c22616d6f756e74223a33307d2c226d65726368616e7443617465676f7279436f6465223a2235383132227d5d2c2270656e64696e67223a5b5d7d7d', '2026-11-24 22:53:48.011+00');
INSERT INTO public.sandbox_accounts VALUES
	('01a20fc3-d91e-7a3e-80fb-36da401762e2', 'PSDNO-FSA-DEMOTPP1', NULL, 'Kraftlaget SA', '95364151005', 'NO1195364151005', 'bban:95364151005', 'NOK', 'Kraftlaget SA', 'CACC', 0, 0, 'EXPECTED', '{"lengths": [7, 10], "modulus": "MOD10", "required": true}', '2026-11-24 22:53:42.096+00'),
	('01a20fc3-d91e-7b7e-a5b3-af6fb14ad903', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-76d9-b881-328f962c301b', 'Valutakonto', '95360571018', 'NO3395360571018', 'bban:95360571018', 'EUR', 'Valutakonto', 'CACC', 0, 1000000, 'EXPECTED', NULL, '2026-11-24 22:53:42.073+00'),
	('01a20fc3-d91e-7f6f-987b-d2202fb096e5', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', 'Sparekonto', '95361281005', 'NO0995361281005', 'bban:95361281005', 'NOK', 'Sparekonto', 'CACC', 0, 12500000, 'EXPECTED', NULL, '2026-11-24 22:53:42.08+00'),
	('01a20fc3-d91e-73d5-8e31-17c0878dcd39', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7475-955f-c3b17968ce1a', 'Driftskonto', '95362141002', 'NO4795362141002', 'bban:95362141002', 'NOK', 'Driftskonto', 'CACC', 0, 500000000, 'EXPECTED', NULL, '2026-11-24 22:53:42.086+00'),
	('01a20fc3-d91e-7565-91f8-8f7e4a8366b4', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7475-955f-c3b17968ce1a', 'Skattetrekk', '95362141010', 'NO2595362141010', 'bban:95362141010', 'NOK', 'Skattetrekk', 'CACC', 0, 75000000, 'EXPECTED', NULL, '2026-11-24 22:53:42.087+00'),
	('01a20fc3-d91e-7260-85f0-d5be0e0a4bf0', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-77be-b3ad-589ddb7256f4', 'Driftskonto', '95363071008', 'NO8195363071008', 'bban:95363071008', 'NOK', 'Driftskonto', 'CACC', 0, 150000000, 'EXPECTED', NULL, '2026-11-24 22:53:42.092+00'),
	('01a20fc3-d91e-7e29-8fb6-30cf65a48c5c', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-77be-b3ad-589ddb7256f4', 'Eksportkonto', '95363071016', 'NO5995363071016', 'bban:95363071016', 'EUR', 'Eksportkonto', 'CACC', 0, 20000000, 'EXPECTED', NULL, '2026-11-24 22:53:42.093+00'),
	('01a20fc3-d91e-7a32-ba48-6e8d208a7519', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-76d9-b881-328f962c301b', 'Brukskonto', '95360573002', 'NO0995360573002', 'bban:95360573002', 'NOK', 'Brukskonto', 'CACC', 0, 8960567, 'EXPECTED', NULL, '2026-11-24 22:53:42.072+00'),
	('01a20fc3-d91e-7d22-a339-afe268ade0aa', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', 'Brukskonto', '86011117947', 'NO9386011117947', 'bban:86011117947', 'NOK', 'Brukskonto', 'CACC', 0, 5922550, 'EXPECTED', NULL, '2026-11-24 22:53:42.079+00');
INSERT INTO public.sandbox_agreements VALUES
	('01a20fc3-d91e-7c95-9ff0-fe6b4e1a90fe', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-76d9-b881-328f962c301b', 'Private agreement', '2026-11-24 22:53:42.071+00'),
	('01a20fc3-d91e-7953-911e-61546f997bf8', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', 'Private agreement', '2026-11-24 22:53:42.078+00'),
	('01a20fc3-d91e-7ffd-9fd7-f6be2455addb', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7475-955f-c3b17968ce1a', 'Fjordfisk AS: payments', '2026-11-24 22:53:42.085+00'),
	('01a20fc3-d91e-7c2b-bf87-ee9ea0d27104', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-77be-b3ad-589ddb7256f4', 'Nordlys Handel AS: payments', '2026-11-24 22:53:42.091+00');
INSERT INTO public.sandbox_card_accounts VALUES
	('01a20fc3-d91e-74d0-85d2-28e55b75e75c', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-76d9-b881-328f962c301b', '492500xxxxxx1234', 'NOK', 5000000, '[{"balanceType": "EXPECTED", "balanceAmount": {"amount": "50000.00", "currency": "NOK"}}]', 'Ola Nordmann', 'Kredittkort', 'ENABLED', NULL, '2026-11-24 22:53:42.076+00'),
	('01a20fc3-d91e-7280-9ecc-26db738c9edf', 'PSDNO-FSA-DEMOTPP1', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', '492500xxxxxx5678', 'NOK', 5000000, '[{"balanceType": "EXPECTED", "balanceAmount": {"amount": "50000.00", "currency": "NOK"}}]', 'Kari Nordmann', 'Kredittkort', 'ENABLED', NULL, '2026-11-24 22:53:42.083+00');
INSERT INTO public.sandbox_card_transactions OVERRIDING SYSTEM VALUE VALUES
	('01a20fc3-d91e-74d0-85d2-28e55b75e75c', 'T-2026-0002', '2026-01-15', 1, '{"invoiced": "false", "maskedPan": "492500xxxxxx9012", "valueDate": "2026-01-15", "terminalId": "POS-1", "bookingDate": "2026-01-15", "cardAcceptorId": "M-77", "originalAmount": {"amount": 30, "currency": "EUR"}, "transactionDate": "2026-01-14", "cardTransactionId": "T-2026-0002", "transactionAmount": {"amount": 349, "currency": "NOK"}, "transactionDetails": "Restaurant", "cardAcceptorAddress": {"city": "Oslo", "street": "Storgata 1", "country": "NO", "postalCode": "0155"}, "merchantCategoryCode": "5812", "proprietaryBankTransactionCode": "PURCHASE"}', '2026-12-24 22:53:48.011+00');
INSERT INTO public.sandbox_customers VALUES
	('01a20fc3-d91e-76d9-b881-328f962c301b', 'PSDNO-FSA-DEMOTPP1', '13039319955', 'PRIVATE', 'Ola Nordmann', '2026-11-24 22:53:42.07+00'),
	('01a20fc3-d91e-7182-84a3-5a005e1a51eb', 'PSDNO-FSA-DEMOTPP1', '12085592767', 'PRIVATE', 'Kari Nordmann', '2026-11-24 22:53:42.077+00'),
	('01a20fc3-d91e-7475-955f-c3b17968ce1a', 'PSDNO-FSA-DEMOTPP1', '18129215603', 'CORPORATE', 'Fjordfisk AS', '2026-11-24 22:53:42.084+00'),
	('01a20fc3-d91e-77be-b3ad-589ddb7256f4', 'PSDNO-FSA-DEMOTPP1', '20079518612', 'CORPORATE', 'Nordlys Handel AS', '2026-11-24 22:53:42.09+00');
INSERT INTO public.sandbox_engagements VALUES
	('01a20fc3-d91e-7496-966a-6102945c088c', '01a20fc3-d91e-7c95-9ff0-fe6b4e1a90fe', '01a20fc3-d91e-76d9-b881-328f962c301b', '01a20fc3-d91e-7a32-ba48-6e8d208a7519', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.074+00'),
	('01a20fc3-d91e-7539-bdd9-038ac1cbbd87', '01a20fc3-d91e-7c95-9ff0-fe6b4e1a90fe', '01a20fc3-d91e-76d9-b881-328f962c301b', '01a20fc3-d91e-7b7e-a5b3-af6fb14ad903', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.075+00'),
	('01a20fc3-d91e-75d8-8933-60edf2c086d8', '01a20fc3-d91e-7953-911e-61546f997bf8', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', '01a20fc3-d91e-7d22-a339-afe268ade0aa', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.081+00'),
	('01a20fc3-d91e-7c2c-bc84-48b5f8e4b447', '01a20fc3-d91e-7953-911e-61546f997bf8', '01a20fc3-d91e-7182-84a3-5a005e1a51eb', '01a20fc3-d91e-7f6f-987b-d2202fb096e5', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.082+00'),
	('01a20fc3-d91e-7b74-a895-91bcdd454622', '01a20fc3-d91e-7ffd-9fd7-f6be2455addb', '01a20fc3-d91e-7475-955f-c3b17968ce1a', '01a20fc3-d91e-73d5-8e31-17c0878dcd39', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.088+00'),
	('01a20fc3-d91e-725b-9a2b-9ff1b328946c', '01a20fc3-d91e-7ffd-9fd7-f6be2455addb', '01a20fc3-d91e-7475-955f-c3b17968ce1a', '01a20fc3-d91e-7565-91f8-8f7e4a8366b4', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.089+00'),
	('01a20fc3-d91e-71b0-b564-425c02b361ff', '01a20fc3-d91e-7c2b-bf87-ee9ea0d27104', '01a20fc3-d91e-77be-b3ad-589ddb7256f4', '01a20fc3-d91e-7260-85f0-d5be0e0a4bf0', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.094+00'),
	('01a20fc3-d91e-783f-94c9-c4883fd14084', '01a20fc3-d91e-7c2b-bf87-ee9ea0d27104', '01a20fc3-d91e-77be-b3ad-589ddb7256f4', '01a20fc3-d91e-7e29-8fb6-30cf65a48c5c', '["VIEW", "REGISTER"]', '2026-11-24 22:53:42.095+00');
INSERT INTO public.signing_basket_payments VALUES
	('01a20fc3-e227-7e14-88f2-99895f4be2ce', 0, '01a20fc3-e20b-7133-af84-3843070c7e7a', false),
	('01a20fc3-e227-7e14-88f2-99895f4be2ce', 1, '01a20fc3-e21a-744f-9fce-258773487583', false);
INSERT INTO public.signing_baskets VALUES
	('01a20fc3-e227-7e14-88f2-99895f4be2ce', 'PSDNO-FSA-DEMOTPP1', 'e916e17a-35b9-8f85-a023-127b97753043', NULL, '108daa97-ae0e-4dd5-a99c-025afaa40a71', NULL, NULL, 'http://localhost:4803/sandbox/return', true, 'APPROVED', '2026-11-24 22:53:45.38+00');
INSERT INTO public.tpps VALUES
	('PSDNO-FSA-DEMOTPP1', 'Demo TPP AS', 2592000000, NULL, '2026-11-24 22:53:43.067+00');
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);
SELECT pg_catalog.setval('public.clock_events_sequence_seq', 7, true);
SELECT pg_catalog.setval('public.sandbox_card_transactions_sequence_seq', 1, true);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authorisations
    ADD CONSTRAINT authorisations_pkey PRIMARY KEY (authorisation_id);
ALTER TABLE ONLY public.bank_queue
    ADD CONSTRAINT bank_queue_pkey PRIMARY KEY (payment_id);
ALTER TABLE ONLY public.batch_runs
    ADD CONSTRAINT batch_runs_tpp_id_date_slot_pk PRIMARY KEY (tpp_id, date, slot);
ALTER TABLE ONLY public.clock_events
    ADD CONSTRAINT clock_events_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.console_tokens
    ADD CONSTRAINT console_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_posting_id_position_pk PRIMARY KEY (posting_id, "position");
ALTER TABLE ONLY public.ledger_postings
    ADD CONSTRAINT ledger_postings_once UNIQUE (payment_id, transfer);
ALTER TABLE ONLY public.ledger_postings
    ADD CONSTRAINT ledger_postings_pkey PRIMARY KEY (posting_id);
ALTER TABLE ONLY public.payment_entries
    ADD CONSTRAINT payment_entries_payment_id_position_pk PRIMARY KEY (payment_id, "position");
ALTER TABLE ONLY public.payment_status_changes
    ADD CONSTRAINT payment_status_changes_payment_id_sequence_pk PRIMARY KEY (payment_id, sequence);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (payment_id);
ALTER TABLE ONLY public.periodic_executions
    ADD CONSTRAINT periodic_executions_payment_id_nominal_date_pk PRIMARY KEY (payment_id, nominal_date);
ALTER TABLE ONLY public.psu_sessions
    ADD CONSTRAINT psu_sessions_tpp_id_psu_id_session_id_pk PRIMARY KEY (tpp_id, psu_id, session_id);
ALTER TABLE ONLY public.request_answers
    ADD CONSTRAINT request_answers_tpp_id_request_id_pk PRIMARY KEY (tpp_id, request_id);
ALTER TABLE ONLY public.sandbox_accounts
    ADD CONSTRAINT sandbox_accounts_key UNIQUE (tpp_id, account_key);
ALTER TABLE ONLY public.sandbox_accounts
    ADD CONSTRAINT sandbox_accounts_pkey PRIMARY KEY (resource_id);
ALTER TABLE ONLY public.sandbox_agreements
    ADD CONSTRAINT sandbox_agreements_pkey PRIMARY KEY (agreement_id);
ALTER TABLE ONLY public.sandbox_card_accounts
    ADD CONSTRAINT sandbox_card_accounts_pkey PRIMARY KEY (resource_id);
ALTER TABLE ONLY public.sandbox_card_transactions
    ADD CONSTRAINT sandbox_card_transactions_card_account_id_card_transaction_id_p PRIMARY KEY (card_account_id, card_transaction_id);
ALTER TABLE ONLY public.sandbox_customers
    ADD CONSTRAINT sandbox_customers_number UNIQUE (tpp_id, customer_number);
ALTER TABLE ONLY public.sandbox_customers
    ADD CONSTRAINT sandbox_customers_pkey PRIMARY KEY (customer_id);
ALTER TABLE ONLY public.sandbox_engagements
    ADD CONSTRAINT sandbox_engagements_pkey PRIMARY KEY (engagement_id);
ALTER TABLE ONLY public.signing_basket_payments
    ADD CONSTRAINT signing_basket_payments_basket_id_position_pk PRIMARY KEY (basket_id, "position");
ALTER TABLE ONLY public.signing_baskets
    ADD CONSTRAINT signing_baskets_pkey PRIMARY KEY (basket_id);
ALTER TABLE ONLY public.tpps
    ADD CONSTRAINT tpps_pkey PRIMARY KEY (tpp_id);
CREATE INDEX authorisations_basket ON public.authorisations USING btree (basket_id, authorisation_id);
CREATE UNIQUE INDEX authorisations_link ON public.authorisations USING btree (link_token);
CREATE INDEX authorisations_open ON public.authorisations USING btree (tpp_id, expires_at) WHERE (ended_at IS NULL);
CREATE INDEX authorisations_payment ON public.authorisations USING btree (payment_id, authorisation_id);
CREATE INDEX bank_queue_due ON public.bank_queue USING btree (tpp_id, due_at, payment_id);
CREATE INDEX clock_events_age ON public.clock_events USING btree (recorded_at);
CREATE INDEX clock_events_tpp ON public.clock_events USING btree (tpp_id, sequence);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_id, booking_date, posting_id, "position");
CREATE INDEX ledger_entries_tpp ON public.ledger_entries USING btree (tpp_id, currency);
CREATE INDEX ledger_postings_tpp ON public.ledger_postings USING btree (tpp_id);
CREATE INDEX payments_alike ON public.payments USING btree (tpp_id, fingerprint, created_at);
CREATE INDEX payments_of_tpp ON public.payments USING btree (tpp_id, payment_id);
CREATE INDEX psu_sessions_identity ON public.psu_sessions USING btree (tpp_id, identity_number, session_id);
CREATE INDEX request_answers_age ON public.request_answers USING btree (created_at);
CREATE INDEX sandbox_accounts_customer ON public.sandbox_accounts USING btree (customer_id);
CREATE INDEX sandbox_agreements_owner ON public.sandbox_agreements USING btree (owner_id);
CREATE INDEX sandbox_agreements_tpp ON public.sandbox_agreements USING btree (tpp_id);
CREATE INDEX sandbox_card_accounts_customer ON public.sandbox_card_accounts USING btree (customer_id);
CREATE INDEX sandbox_card_accounts_tpp ON public.sandbox_card_accounts USING btree (tpp_id);
CREATE INDEX sandbox_card_transactions_newest ON public.sandbox_card_transactions USING btree (card_account_id, booking_date, sequence);
CREATE INDEX sandbox_engagements_account ON public.sandbox_engagements USING btree (account_id);
CREATE INDEX sandbox_engagements_agreement ON public.sandbox_engagements USING btree (agreement_id);
CREATE INDEX sandbox_engagements_customer ON public.sandbox_engagements USING btree (customer_id);
CREATE UNIQUE INDEX signing_basket_payments_live ON public.signing_basket_payments USING btree (payment_id) WHERE live;
CREATE INDEX signing_basket_payments_payment ON public.signing_basket_payments USING btree (payment_id);
CREATE INDEX signing_baskets_tpp ON public.signing_baskets USING btree (tpp_id, basket_id);
CREATE TRIGGER payments_notify_status AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS changed_before NEW TABLE AS changed_after FOR EACH STATEMENT EXECUTE FUNCTION public.payments_notify_status();
ALTER TABLE ONLY public.authorisations
    ADD CONSTRAINT authorisations_basket_id_signing_baskets_basket_id_fk FOREIGN KEY (basket_id) REFERENCES public.signing_baskets(basket_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.authorisations
    ADD CONSTRAINT authorisations_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.bank_queue
    ADD CONSTRAINT bank_queue_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_account_id_sandbox_accounts_resource_id_fk FOREIGN KEY (account_id) REFERENCES public.sandbox_accounts(resource_id) ON DELETE SET NULL;
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_posting_id_ledger_postings_posting_id_fk FOREIGN KEY (posting_id) REFERENCES public.ledger_postings(posting_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment_entries
    ADD CONSTRAINT payment_entries_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment_status_changes
    ADD CONSTRAINT payment_status_changes_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.periodic_executions
    ADD CONSTRAINT periodic_executions_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_accounts
    ADD CONSTRAINT sandbox_accounts_customer_id_sandbox_customers_customer_id_fk FOREIGN KEY (customer_id) REFERENCES public.sandbox_customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_agreements
    ADD CONSTRAINT sandbox_agreements_owner_id_sandbox_customers_customer_id_fk FOREIGN KEY (owner_id) REFERENCES public.sandbox_customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_card_accounts
    ADD CONSTRAINT sandbox_card_accounts_customer_id_sandbox_customers_customer_id FOREIGN KEY (customer_id) REFERENCES public.sandbox_customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_card_transactions
    ADD CONSTRAINT sandbox_card_transactions_card_account_id_sandbox_card_accounts FOREIGN KEY (card_account_id) REFERENCES public.sandbox_card_accounts(resource_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_engagements
    ADD CONSTRAINT sandbox_engagements_account_id_sandbox_accounts_resource_id_fk FOREIGN KEY (account_id) REFERENCES public.sandbox_accounts(resource_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_engagements
    ADD CONSTRAINT sandbox_engagements_agreement_id_sandbox_agreements_agreement_i FOREIGN KEY (agreement_id) REFERENCES public.sandbox_agreements(agreement_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sandbox_engagements
    ADD CONSTRAINT sandbox_engagements_customer_id_sandbox_customers_customer_id_f FOREIGN KEY (customer_id) REFERENCES public.sandbox_customers(customer_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.signing_basket_payments
    ADD CONSTRAINT signing_basket_payments_basket_id_signing_baskets_basket_id_fk FOREIGN KEY (basket_id) REFERENCES public.signing_baskets(basket_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.signing_basket_payments
    ADD CONSTRAINT signing_basket_payments_payment_id_payments_payment_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(payment_id) ON DELETE CASCADE;
