/** Console tokens: a TPP's stand-in for its signature, in a sandbox. Only their hashes are kept. */
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const consoleTokens = pgTable('console_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  tppId: text('tpp_id').notNull(),
  name: text('name').notNull(),
  /** null: the certificate that asked for the token named no roles. */
  roles: jsonb('roles').$type<readonly string[]>(),
  expiresAt: instant('expires_at').notNull(),
});
