/**
 * One table for the hashes of three kinds of secrets: console tokens, sessions of the console, and tickets of the links that open console
 * or explorer once. Each kind is hashed in its own way, so no column names it. Only a sandbox has rows.
 */
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
    /**
     * The id of the certificate with which the TPP signed the request for this token. If the certificate is revoked, the token ends.
     * null: the service made the token at its start.
     */
    certificate: text('certificate'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('console_tokens_tpp').on(table.tppId, table.expiresAt),
    index('console_tokens_age').on(table.expiresAt),
  ],
);
