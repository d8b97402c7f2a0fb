/** The driver would use variables such as PGHOST for the parts that an address lacks, so the service removes these variables. */
import type { Environment, SettingValues } from './settings.ts';

const addressNames = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;

/** Whether an address has the part that the variable would add. */
const hasPartByVariable: Readonly<Record<string, (address: URL) => boolean>> = {
  PGHOST: ({ hostname, searchParams }) => hostname !== '' || searchParams.has('host'),
  PGPORT: ({ port, searchParams }) => port !== '' || searchParams.has('port'),
  PGUSER: ({ username, searchParams }) => username !== '' || searchParams.has('user'),
  PGPASSWORD: ({ password, searchParams }) => password !== '' || searchParams.has('password'),
  PGPASSFILE: ({ password, searchParams }) => password !== '' || searchParams.has('password'),
  PGDATABASE: ({ pathname }) => pathname.length > 1,
  PGOPTIONS: ({ searchParams }) => searchParams.has('options'),
};

/** Call it before the process connects to a database. */
export function removePostgresVariables(env: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(env)) if (/^PG[A-Z]/.test(name)) delete env[name];
}

/** Without sslmode in the address of a database, the service would connect without the TLS that PGSSLMODE demands. */
export function tlsFaults(env: Environment, values: SettingValues): readonly string[] {
  const { PGSSLMODE: mode } = env;
  if (mode === undefined || mode === 'disable' || mode === 'allow') return [];
  return addressNames.flatMap((name) => {
    const address = values[name];
    if (address === undefined || /[?&]ssl(mode)?=/.test(address)) return [];
    return [`the service ignores PGSSLMODE; set sslmode in ${name}`];
  });
}

/** null: no variable would add a part to an address. */
export function warningOfIgnoredVariables(env: Environment, values: SettingValues): string | null {
  const urls = addressNames.flatMap((name) => values[name] ?? []).map((url) => new URL(url));
  const ignoredNames = Object.keys(hasPartByVariable).filter(
    (name) => env[name] && urls.some((url) => hasPartByVariable[name]?.(url) === false),
  );
  if (ignoredNames.length === 0) return null;
  return `Warning: the service ignores ${ignoredNames.join(', ')}. It connects as DATABASE_URL says.`;
}
