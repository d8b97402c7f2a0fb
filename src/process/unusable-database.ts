/** Says to the operator why a database cannot be used. */
import { failureCode } from '../db/connections/failure.ts';
import { DatabaseSetupError } from '../db/prepare.ts';
import { untrustedCertificateCode } from '../domain/values/connection-errors.ts';
import { databaseAddress } from './database-address.ts';

const lostConnection = (where: string) =>
  `${where} has closed the connection; see the log of PostgreSQL, then try again`;

/** By the code from `failureCode`: of PostgreSQL, of the system, or of this service. `where` is the address without user and password. */
const reasons: Readonly<Record<string, (where: string) => string>> = {
  '3D000': (where) => `the database does not exist; create it, or correct the name in ${where}`,
  '3F000': () => 'it has no schema public that the role may use; docs/operations.md lists the roles',
  '28P01': () => 'PostgreSQL refuses the password',
  '28000': () => 'PostgreSQL refuses the role, or demands TLS; see its pg_hba.conf',
  '42501': () => 'the role lacks a privilege that the migration needs; docs/operations.md lists the roles',
  '08P01': (where) => `the pooler at ${where} refuses the log-in or the name of the database; see its log`,
  '53300': () =>
    'PostgreSQL has no free connection; see max_connections, and the connection limits of role and database',
  '57P03': () => 'PostgreSQL is starting up or shutting down; try again',
  '57P01': () => 'PostgreSQL has ended the connection, as it does when it shuts down; try again',
  '53100': () => 'the disk of PostgreSQL is full; free some space, then try again',
  '40P01': () =>
    'a migration and a running service blocked each other, and nothing was changed; try again, or stop the service first',
  '55P03': () =>
    'a transaction of another session holds a lock that the migration needs; end that transaction (the one with the oldest xact_start in pg_stat_activity), then try again',
  '57014': () => 'somebody cancelled a statement, or it took longer than statement_timeout; try again',
  '25006': () => 'it accepts no writes: it is a standby, or default_transaction_read_only is on',
  '42P07': (where) =>
    `another program has a table there with a name that the service needs; name an empty database in ${where}`,
  TLS_REFUSED: (where) => `the PostgreSQL at ${where} has no TLS, which sslmode demands`,
  LOGIN_FAILED: (where) => `the log-in at ${where} fails; the address may lack the password`,
  ERR_SOCKET_BAD_PORT: (where) => `the port in ${where} is not a number from 0 to 65535`,
  ENOENT: (where) => `nothing listens at ${where}`,
  ECONNREFUSED: (where) => `nothing listens at ${where}`,
  ENOTFOUND: (where) => `the host name in ${where} does not exist`,
  EAI_AGAIN: (where) => `the host name in ${where} cannot be resolved at the moment`,
  ETIMEDOUT: (where) => `${where} does not answer`,
  EHOSTUNREACH: (where) => `there is no route to ${where}`,
  CONNECT_TIMEOUT: (where) => `${where} does not answer`,
  ANSWER_TIMEOUT: (where) => `${where} does not answer`,
  CONNECTION_CLOSED: lostConnection,
  ECONNRESET: lostConnection,
  EPIPE: lostConnection,
};

/** The address at which the service uses a database. */
export interface DatabaseAddress {
  /** Begins a message. */
  readonly description: string;
  readonly url: string | undefined;
}

export const databaseUrlDescription = 'The database of DATABASE_URL';

/** The address of PostgreSQL itself, not of a pooler. */
export const directAddress = (address: DatabaseAddress, directUrl: string | undefined): DatabaseAddress =>
  directUrl === undefined ? address : { description: 'The database of DATABASE_DIRECT_URL', url: directUrl };

/** One line for the operator; null: the error has no code, so it is a defect. */
export function whyUnusable(error: unknown, { description, url }: DatabaseAddress): string | null {
  if (error instanceof DatabaseSetupError) return error.message;
  const code = failureCode(error);
  if (code === null) return null;
  const where = databaseAddress(url);
  const reason = unreadableFile(error) ?? untrustedCertificate(code, where) ?? reasons[code]?.(where);
  return `${description} cannot be used${reason ? `: ${reason}` : ''} (${code}).`;
}

/** If `work` fails, rejects with the line of `whyUnusable` as a DatabaseSetupError, or with the same error if there is no line. */
export const explainFaults = <T>(address: DatabaseAddress, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const message = whyUnusable(error, address);
    throw message === null ? error : new DatabaseSetupError(message);
  });

/** Says which file of the address, such as `sslrootcert`, cannot be read; null: the error has another reason. */
const unreadableFile = (error: unknown): string | null =>
  error instanceof Error && 'path' in error && 'syscall' in error && error.syscall === 'open'
    ? `its file ${error.path} cannot be read`
    : null;

const untrustedCertificate = (code: string, where: string): string | null =>
  untrustedCertificateCode.test(code)
    ? `the TLS certificate of ${where} is not trusted, or is for another host; NODE_EXTRA_CA_CERTS can name the file of its CA`
    : null;
