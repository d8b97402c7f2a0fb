/** Console tokens: a TPP's stand-in for its signature, in a sandbox. Only their hashes are kept. */
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const consoleTokens = pgTable(
  'console_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    tppId: text('tpp_id').notNull(),
    name: text('name').notNull(),
    /** null: the certificate that asked for the token named no roles. */
    roles: jsonb('roles').$type<readonly string[]>(),
    /** The certificate that asked for it: what revokes the one ends the other. null: the process made it by itself. */
    certificate: text('certificate'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('console_tokens_tpp').on(table.tppId, table.expiresAt),
    index('console_tokens_age').on(table.expiresAt),
  ],
);
