/** Brings the database of DATABASE_URL up to date, as the start of the service does. */
import { readConfig } from '../src/config.ts';
import { failureCode } from '../src/db/failure.ts';
import { migrateDatabase } from '../src/db/prepare.ts';
import { readEnvFile } from '../src/tpp/address.ts';

try {
  readEnvFile();
  const { databaseUrl, databaseDirectUrl } = readConfig();
  if (databaseUrl === undefined)
    throw new Error('Set DATABASE_URL; the embedded database is migrated at every start.');
  await migrateDatabase(databaseDirectUrl ?? databaseUrl, { onWait: console.error });
  console.log('The database is up to date.');
} catch (error) {
  const code = failureCode(error);
  console.error(
    code === null ? (error as Error).message : `The database of DATABASE_URL cannot be used (${code}).`,
  );
  process.exit(1);
}
