/** The TPP is in every key of these tables. A table comes after the tables that it refers to. */
export const distributedTables = [
  'tpps',
  'payments',
  'signing_baskets',
  'authorisations',
  'sandbox_customers',
  'sandbox_agreements',
  'sandbox_accounts',
  'sandbox_card_accounts',
  'sandbox_engagements',
  'sandbox_card_transactions',
  'sandbox_faults',
  'ledger_movements',
  'psu_sessions',
  'wrong_code_counts',
  'signing_basket_payments',
  'authentication_requests',
  'bank_queue',
  'batch_runs',
  'payment_entries',
  'periodic_executions',
  'clock_events',
  'payment_status_changes',
  'seeded_payments',
  'notification_targets',
  'request_answers',
  'logged_requests',
] as const;

export const isDistributed = (table: string): boolean =>
  (distributedTables as readonly string[]).includes(table);
