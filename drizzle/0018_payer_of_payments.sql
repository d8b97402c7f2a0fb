ALTER TABLE "payments" ADD COLUMN "payer" jsonb;--> statement-breakpoint
CREATE INDEX "sandbox_accounts_iban" ON "sandbox_accounts" USING btree ("tpp_id",upper(replace("iban", ' ', '')));--> statement-breakpoint
CREATE INDEX "sandbox_card_accounts_pan" ON "sandbox_card_accounts" USING btree ("tpp_id","masked_pan");