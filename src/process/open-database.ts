import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../db/connections/client.ts';
import type { Engine } from '../db/connections/settings.ts';
import { DatabaseSetupError, inspectDatabase, inspectPooler, migrateDatabase } from '../db/prepare.ts';
import { openReadReplica } from '../db/read-replica.ts';
import { claimDatabase, type ServiceMark } from '../db/service-mark.ts';
import { directAddress, explainFaults } from './unusable-database.ts';

export interface OpeningOptions {
  /** The opening fails if a service with another mark was the first to use the database. */
  readonly serviceMark: ServiceMark;
  readonly databaseDescription: string;
  readonly readUrl: string | undefined;
  readonly warn: (text: string) => void;
}

/** Inspects, migrates and opens the database and its replica. Throws a DatabaseSetupError. */
export async function openServiceDatabase(
  options: DatabaseOptions,
  opening: OpeningOptions,
): Promise<OpenDatabase> {
  const { url, directUrl, pooler } = options;
  const address = { description: opening.databaseDescription, url };
  const pooledIdentity = pooler === 'transaction' ? await explainFaults(address, inspectPooler(url)) : null;
  const engine = await explainFaults(
    directAddress(address, directUrl),
    prepareDatabase(options, opening, pooledIdentity),
  );
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

const otherDatabaseFault =
  'DATABASE_URL and DATABASE_DIRECT_URL must lead to the same database of the same server, one through the pooler and one directly, but they lead to two.';
const citusFault =
  'DATABASE_READ_URL cannot be used with Citus: commits on its nodes do not wait for a replica. Remove the setting, then start again.';

/**
 * Inspects, migrates and claims the database. Only a sandbox accepts a server that may lose confirmed commits.
 * `pooledIdentity` identifies the database behind the pooler; null: there is no pooler.
 */
async function prepareDatabase(
  options: DatabaseOptions,
  { serviceMark, databaseDescription, warn }: OpeningOptions,
  pooledIdentity: string | null,
): Promise<Engine> {
  const { risks, engine, identity } = await inspectDatabase(options);
  if (pooledIdentity !== null && pooledIdentity !== identity)
    throw new DatabaseSetupError(otherDatabaseFault);
  if (risks.length > 0) {
    const text = `PostgreSQL runs with ${risks.join(', ')}: if it crashes, it loses acknowledged payments.`;
    if (serviceMark.service !== 'sandbox')
      throw new DatabaseSetupError(
        `${text} Switch ${risks.length > 1 ? 'them' : 'it'} on, then start again.`,
      );
    warn(`Warning: ${text}`);
  }
  const directUrl = options.directUrl ?? options.url;
  await migrateDatabase(directUrl, { report: warn, engine });
  await claimDatabase(directUrl, serviceMark, databaseDescription);
  return engine;
}
