DROP INDEX "payments_by_amount";--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("tpp_id",coalesce("amount", 0),"payment_id");