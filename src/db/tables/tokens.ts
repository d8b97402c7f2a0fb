/** Console tokens, which replace a TPP's signature in a sandbox. */
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const consoleTokens = pgTable(
  'console_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    tppId: text('tpp_id').notNull(),
    name: text('name').notNull(),
    /** null: the certificate named no roles. */
    roles: jsonb('roles').$type<readonly string[]>(),
    /** Of the signed request for this token. Its revocation ends the token. null: the service made the token at its start. */
    certificate: text('certificate'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('console_tokens_tpp').on(table.tppId, table.expiresAt),
    index('console_tokens_age').on(table.expiresAt),
  ],
);
