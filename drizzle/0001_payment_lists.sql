DROP INDEX "payments_of_tpp";--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "payments" USING btree ("tpp_id","status","created_at","payment_id");--> statement-breakpoint
CREATE INDEX "payments_by_product" ON "payments" USING btree ("tpp_id","product","created_at","payment_id");--> statement-breakpoint
CREATE INDEX "payments_by_amount" ON "payments" USING btree ("tpp_id","amount");--> statement-breakpoint
CREATE INDEX "payments_of_tpp" ON "payments" USING btree ("tpp_id","created_at","payment_id");