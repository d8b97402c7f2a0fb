-- How many products and statuses there are, whatever a sample of the table happens to show: where it shows one alone, the
-- planner expects a filter to match everything, and reads the whole list of a TPP in its order.
ALTER TABLE "payments" ALTER COLUMN "product" SET (n_distinct = 8), ALTER COLUMN "status" SET (n_distinct = 8);--> statement-breakpoint
ANALYZE "payments" ("product", "status");
