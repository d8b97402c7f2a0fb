/** Why the database cannot be used, in one line for the operator, without a password or a value of a row. */
import { failureCode } from '../db/connections/failure.ts';
import { DatabaseSetupError } from '../db/prepare.ts';

/** By the error code of PostgreSQL or of the system; `where` is the address without its user. */
const words: Readonly<Record<string, (where: string) => string>> = {
  '3D000': (where) => `the database does not exist; create it, or mend the name in ${where}`,
  '28P01': () => 'PostgreSQL refuses the password',
  '28000': () => 'PostgreSQL refuses the role, or demands TLS; see its pg_hba.conf',
  '42501': () => 'the role may not do what a migration needs; see docs/operations.md for the roles',
  '53300': () => 'PostgreSQL has no connection left (max_connections)',
  '57P03': () => 'PostgreSQL is starting up or shutting down; try again',
  '40P01': () =>
    'a migration and a running service waited for each other, and nothing was changed; try again, or end the service first',
  '25006': () => 'this PostgreSQL is a standby and takes no writes',
  ECONNREFUSED: (where) => `nothing listens at ${where}`,
  ENOTFOUND: (where) => `the host of ${where} is not known`,
  EAI_AGAIN: (where) => `the host of ${where} cannot be looked up now`,
  ETIMEDOUT: (where) => `${where} does not answer`,
  EHOSTUNREACH: (where) => `no way leads to ${where}`,
  CONNECT_TIMEOUT: (where) => `${where} does not answer`,
};

/** The line; null when the error is not one of a database. */
export function databaseFault(error: unknown, url: string | undefined): string | null {
  if (error instanceof DatabaseSetupError) return error.message;
  const code = failureCode(error);
  if (code === null) return null;
  const why = words[code]?.(whereOf(url));
  return `The database of DATABASE_URL cannot be used${why ? `: ${why}` : ''} (${code}).`;
}

/** Host, port and database of the address; it may hold a password as well. */
function whereOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'DATABASE_URL';
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
