/** The template of the tests' databases, made once, and the end of those that a run has left. */
import postgres from 'postgres';
import { migrateDatabase } from '../../src/db/prepare.ts';

export const templateName = 'bank_template';

/** The migrated database that every test file clones. */
export async function makeTemplate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${templateName}`);
  await sql.end();
  const template = new URL(url);
  template.pathname = `/${templateName}`;
  await migrateDatabase(template.toString());
}

/** Every test file makes a database: thousands of runs would fill the disk. */
export async function dropDatabases(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const rows = await sql<{ datname: string }[]>`
    select datname from pg_database where datname ~ '^bank_' and datname <> ${templateName}`;
  for (const { datname } of rows) await sql.unsafe(`drop database "${datname}" with (force)`);
  await sql.end();
}
