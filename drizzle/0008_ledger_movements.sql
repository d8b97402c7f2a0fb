CREATE TABLE "ledger_movements" (
	"posting_id" text NOT NULL,
	"position" integer NOT NULL,
	"tpp_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" text,
	"transfer" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"booking_date" date NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"from_account_id" text,
	"to_account_id" text,
	"details" jsonb NOT NULL,
	CONSTRAINT "ledger_movements_posting_id_position_pk" PRIMARY KEY("posting_id","position"),
	CONSTRAINT "ledger_movements_once" UNIQUE("payment_id","transfer","position"),
	CONSTRAINT "ledger_movements_amount" CHECK ("ledger_movements"."amount_minor" > 0),
	CONSTRAINT "ledger_movements_payment" CHECK (("ledger_movements"."kind" = 'PAYMENT') = ("ledger_movements"."payment_id" is not null))
);--> statement-breakpoint
-- Entries of a posting come in pairs of one amount, out and in: each pair is a movement.
WITH "debit" AS (
  SELECT "posting_id", "position", "currency", "account_id", -"amount_minor" AS "amount_minor", "details",
    row_number() OVER (PARTITION BY "posting_id" ORDER BY "position") - 1 AS "line",
    row_number() OVER (PARTITION BY "posting_id", "currency", "amount_minor" ORDER BY "position") AS "turn"
  FROM "ledger_entries" WHERE "amount_minor" < 0
), "credit" AS (
  SELECT "posting_id", "position", "currency", "account_id", "amount_minor", "details",
    row_number() OVER (PARTITION BY "posting_id", "currency", "amount_minor" ORDER BY "position") AS "turn"
  FROM "ledger_entries" WHERE "amount_minor" > 0
)
INSERT INTO "ledger_movements" ("posting_id", "position", "tpp_id", "kind", "payment_id", "transfer", "at", "booking_date",
  "currency", "amount_minor", "from_account_id", "to_account_id", "details")
SELECT "posting_id", 2 * "line", "tpp_id", "kind", "payment_id", "transfer", "at", "booking_date",
  "currency", "amount_minor", "debit"."account_id", "credit"."account_id",
  CASE "debit"."details" WHEN '{}' THEN "credit"."details" ELSE "debit"."details" END
FROM "debit" JOIN "credit" USING ("posting_id", "currency", "amount_minor", "turn") JOIN "ledger_postings" USING ("posting_id");--> statement-breakpoint
DO $$ BEGIN
  IF (SELECT count(*) FROM "ledger_entries") <> 2 * (SELECT count(*) FROM "ledger_movements") THEN
    RAISE EXCEPTION 'an entry of the ledger has no other side';
  END IF;
END $$;--> statement-breakpoint
DROP TABLE "ledger_entries" CASCADE;--> statement-breakpoint
DROP TABLE "ledger_postings" CASCADE;--> statement-breakpoint
ALTER TABLE "ledger_movements" ADD CONSTRAINT "ledger_movements_from_account_id_sandbox_accounts_resource_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."sandbox_accounts"("resource_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_movements" ADD CONSTRAINT "ledger_movements_to_account_id_sandbox_accounts_resource_id_fk" FOREIGN KEY ("to_account_id") REFERENCES "public"."sandbox_accounts"("resource_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_movements_from" ON "ledger_movements" USING btree ("from_account_id","booking_date","posting_id","position");--> statement-breakpoint
CREATE INDEX "ledger_movements_to" ON "ledger_movements" USING btree ("to_account_id","booking_date","posting_id",("position" + 1));--> statement-breakpoint
CREATE VIEW "public"."ledger_entries" AS (
  select posting_id, position, tpp_id, payment_id, booking_date, currency, from_account_id as account_id,
    -amount_minor as amount_minor, details from ledger_movements
  union all
  select posting_id, position + 1, tpp_id, payment_id, booking_date, currency, to_account_id, amount_minor, details
  from ledger_movements);