/**
 * Removes variables such as PGOPTIONS. The driver would use them for parts that an address lacks, but the service
 * connects as its settings say. It warns of them at the start.
 */

type PostgresEnvironment = Readonly<Record<string, string | undefined>>;

interface Addresses {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_DIRECT_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
}

const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;

/** Whether the address already has the part that a variable would add. */
const addressChecks: Readonly<Record<string, (address: URL) => boolean>> = {
  PGHOST: ({ hostname, searchParams }) => hostname !== '' || searchParams.has('host'),
  PGPORT: ({ port, searchParams }) => port !== '' || searchParams.has('port'),
  PGUSER: ({ username, searchParams }) => username !== '' || searchParams.has('user'),
  PGPASSWORD: ({ password, searchParams }) => password !== '' || searchParams.has('password'),
  PGPASSFILE: ({ password, searchParams }) => password !== '' || searchParams.has('password'),
  PGDATABASE: ({ pathname }) => pathname.length > 1,
  PGOPTIONS: ({ searchParams }) => searchParams.has('options'),
};

/** Call before connecting to any database. */
export function forgetPostgresVariables(env: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(env)) if (/^PG[A-Z]/.test(name)) delete env[name];
}

/** An address without sslmode would connect without the TLS that PGSSLMODE asks for. */
export function tlsFaults(env: PostgresEnvironment, addresses: Addresses): readonly string[] {
  const { PGSSLMODE: mode } = env;
  if (mode === undefined || mode === 'disable' || mode === 'allow') return [];
  return names.flatMap((name) => {
    const address = addresses[name];
    if (address === undefined || /[?&]ssl(mode)?=/.test(address)) return [];
    return [`the service ignores PGSSLMODE; set sslmode in ${name}`];
  });
}

/** A warning about variables that are set for parts that an address lacks; null: none. */
export function unreadVariables(env: PostgresEnvironment, addresses: Addresses): string | null {
  const urls = names.flatMap((name) => addresses[name] ?? []).map((url) => new URL(url));
  const unreadNames = Object.keys(addressChecks).filter(
    (name) => env[name] && urls.some((url) => addressChecks[name]?.(url) === false),
  );
  if (unreadNames.length === 0) return null;
  return `Warning: the service ignores ${unreadNames.join(', ')}. It connects as DATABASE_URL says.`;
}
