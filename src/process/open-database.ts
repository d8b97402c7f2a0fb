/** Inspects, migrates and opens the database, and its replica if there is one. */
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../db/connections/client.ts';
import type { Engine } from '../db/connections/settings.ts';
import { DatabaseSetupError, inspectDatabase, migrateDatabase } from '../db/prepare.ts';
import { openReadReplica } from '../db/read-replica.ts';
import { claimDatabase, type ServiceMark } from '../db/service-mark.ts';
import { whyUnusable } from './unusable-database.ts';

export interface OpeningOptions {
  /** The kind of this service and its bank. A database that another kind used first is refused. */
  readonly serviceMark: ServiceMark;
  /** The words for the database in messages. */
  readonly databaseDescription: string;
  readonly readUrl: string | undefined;
  readonly warn: (text: string) => void;
}

/** Throws DatabaseSetupError with a line for the operator. */
export async function openServiceDatabase(
  options: DatabaseOptions,
  opening: OpeningOptions,
): Promise<OpenDatabase> {
  const engine = await prepareDatabase(options, opening).catch((error: unknown) => {
    const message = whyUnusable(error, options.directUrl ?? options.url);
    throw message === null ? error : new DatabaseSetupError(message);
  });
  const { readUrl } = opening;
  if (engine === 'citus' && readUrl !== undefined) throw new DatabaseSetupError(citusFault);
  const database = openDatabase({ ...options, engine, awaitReplicas: readUrl !== undefined });
  if (readUrl === undefined) return database;
  const { poolSize, notice, traces } = options;
  try {
    return await openReadReplica(database, { url: readUrl, poolSize, notice, traces });
  } catch (error) {
    await database.close();
    throw error;
  }
}

const citusFault =
  'DATABASE_READ_URL cannot be used with Citus: commits on its nodes do not wait for a replica. Remove the setting, then start again.';

/** Inspects, migrates and marks the database. Only a sandbox accepts a server that may lose confirmed commits. */
async function prepareDatabase(
  options: DatabaseOptions,
  { serviceMark, databaseDescription, warn }: OpeningOptions,
): Promise<Engine> {
  const { risks, engine } = await inspectDatabase(options);
  if (risks.length > 0) {
    const text = `PostgreSQL runs with ${risks.join(', ')}: if it crashes, it loses acknowledged payments.`;
    if (serviceMark.service !== 'sandbox')
      throw new DatabaseSetupError(
        `${text} Switch ${risks.length > 1 ? 'them' : 'it'} on, then start again.`,
      );
    warn(`Warning: ${text}`);
  }
  const directUrl = options.directUrl ?? options.url;
  await migrateDatabase(directUrl, { onWait: warn, engine, onTablesDistributed: warn });
  await claimDatabase(directUrl, serviceMark, databaseDescription);
  return engine;
}
