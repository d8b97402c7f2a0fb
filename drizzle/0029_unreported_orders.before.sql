-- Without a lock that stops writes, while the release before serves: see src/db/online-migration.ts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bank_orders_sent" ON "bank_orders" USING btree ("execution_date") WHERE "bank_orders"."state" = 'SENT';
