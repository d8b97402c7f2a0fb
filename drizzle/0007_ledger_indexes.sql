DROP INDEX "ledger_entries_tpp";--> statement-breakpoint
DROP INDEX "ledger_postings_tpp";