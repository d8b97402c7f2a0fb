/** Migrates the database without a start of the service. */
import { loadEnvFile } from '../packages/toolkit/src/env-file.ts';
import { readConfig } from './config.ts';
import { migrateDatabase } from './db/prepare.ts';
import { removePostgresVariables } from './process/postgres-variables.ts';
import {
  type DatabaseAddress,
  databaseUrlDescription,
  directAddress,
  whyUnusable,
} from './process/unusable-database.ts';

/** For a message about an unusable database. */
let address: DatabaseAddress = { description: databaseUrlDescription, url: undefined };
try {
  loadEnvFile();
  const { databaseUrl, databaseDirectUrl, databaseEngine, ignoredVariablesWarning } = readConfig();
  removePostgresVariables();
  if (ignoredVariablesWarning) console.error(ignoredVariablesWarning);
  if (databaseUrl === undefined)
    throw new Error('Set DATABASE_URL. The service migrates the embedded database itself at every start.');
  address = directAddress({ ...address, url: databaseUrl }, databaseDirectUrl);
  const migrationCount = await migrateDatabase(databaseDirectUrl ?? databaseUrl, {
    report: console.log,
    engine: databaseEngine,
  });
  const result =
    migrationCount === 0
      ? 'no migration was needed'
      : `${migrationCount} migration${migrationCount === 1 ? '' : 's'} applied`;
  console.log(`The database is up to date: ${result}.`);
} catch (error) {
  console.error(whyUnusable(error, address) ?? (error as Error).message);
  process.exit(1);
}
