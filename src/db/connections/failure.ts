import pg from 'pg';
import { Refusal, refuse } from '../../domain/refusal.ts';

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, message: string, options?: ErrorOptions & { constraint?: string | undefined }) {
    super(message, options);
    this.code = code;
    this.constraint = options?.constraint;
  }
}

/** Codes for failures to which the driver gives none. */
const codesByMessage: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'POOL_TIMEOUT'],
  [/^(Connection terminated due to connection timeout|timeout expired)/, 'CONNECT_TIMEOUT'],
  [
    /^(Connection terminated|Client was closed|Client has encountered a connection error)/,
    'CONNECTION_CLOSED',
  ],
  [/^(The server does not support SSL|There was an error establishing an SSL)/, 'TLS_REFUSED'],
  [/^SASL: /, 'LOGIN_FAILED'],
  [/^Query read timeout/, 'ANSWER_TIMEOUT'],
  // The service has ended its pool, or a connection brought a message that belongs to no statement.
  [/^(Cannot use a pool after|Received unexpected)/, 'CONNECTION_ENDED'],
];

/** PostgreSQL routines that report a lost or outdated prepared statement. */
const staleStatementRoutines = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery']);

const shardSuffix = /_\d{6,}$/;

/** A Citus node names the constraint only in its message: as the last name with a shard suffix. */
const constraintOf = ({ constraint, message }: pg.DatabaseError): string | undefined =>
  constraint ??
  (message.match(/\w+/g) ?? [])
    .filter((word) => shardSuffix.test(word))
    .at(-1)
    ?.replace(shardSuffix, '');

/** Passes on the code without PostgreSQL's message, which may contain values of parameters. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) {
    const code = staleStatementRoutines.has(error.routine ?? '')
      ? 'STALE_STATEMENT'
      : (error.code ?? 'XX000');
    return new DatabaseError(code, 'PostgreSQL refused', { constraint: constraintOf(error) });
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const knownCode = code ?? codesByMessage.find(([words]) => words.test(error.message))?.[1];
  return knownCode === undefined
    ? error
    : new DatabaseError(knownCode, 'the database cannot be reached', { cause: error });
}

/** Returns an error to which doors respond with 503. If `error` is no such error, its code becomes UNREACHABLE. */
export function toUnreachable(error: unknown): unknown {
  const failure = toDatabaseError(error);
  if (isUnavailable(failure)) return failure;
  return new DatabaseError('UNREACHABLE', 'the database cannot be reached', { cause: error });
}

/** PostgreSQL's code when it refuses a write, because the server is a standby or has default_transaction_read_only. */
export const noWritesCode = '25006';

/** A serialization failure, and a deadlock. */
const retryableCodes = ['40001', '40P01'];
/** SQLSTATE classes: connection, resources, intervention of an operator, system error. */
const unavailableClasses = /^(08|53|57|58)...$/;
const unavailableCodes = new Set([
  ...retryableCodes,
  'ANSWER_TIMEOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'POOL_TIMEOUT',
  'ROLLED_BACK',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'STALE_STATEMENT',
  'UNREACHABLE',
  '55P03', // a lock time-out
  '25P03', // an idle transaction that PostgreSQL has ended
  '25P04', // a transaction that exceeds transaction_timeout
  noWritesCode,
]);

/** The code of the error, or of its nearest cause that has one. */
export function failureCode(error: unknown): string | null {
  return errorWithCode(error)?.code ?? null;
}

export function violatedConstraint(error: unknown): string | null {
  const failure = errorWithCode(error);
  return failure instanceof DatabaseError && failure.code.startsWith('23')
    ? (failure.constraint ?? null)
    : null;
}

function errorWithCode(error: unknown): (Error & { readonly code: string }) | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause as Error & { readonly code: string };
  }
  return null;
}

/** Codes of Node begin with E, and one of them, EPIPE, has five letters too. No SQLSTATE begins with E. */
const sqlState = /^(?!E)[0-9A-Z]{5}$/;
/**
 * SQLSTATEs after which a connection is destroyed: of the connection, resources, a shutdown, the system, internal errors, and ended
 * transactions. 25006: this server accepts no writes, but after a failover a new connection may lead to a server that does.
 */
const brokenConnectionStates = /^(08|53|57P|58|XX|25P|25006)/;

export function breaksConnection(error: unknown): boolean {
  const code = failureCode(error);
  if (code === null || error instanceof Refusal) return false;
  return !sqlState.test(code) || brokenConnectionStates.test(code);
}

export const isRetryable = (error: unknown): boolean => retryableCodes.includes(failureCode(error) ?? '');

export const isLockTimeout = (error: unknown): boolean => failureCode(error) === '55P03';

/** Whether the database is unreachable or has closed the connection (pool.ts reports a lost database), or `error` is a Refusal with 503. */
export function isUnreachable(error: unknown): boolean {
  const code = failureCode(error);
  return code !== null && isUnavailable(error) && (!sqlState.test(code) || /^(08|57P)/.test(code));
}

export const isUnavailable = (error: unknown): boolean => refusalOfFailure(error)?.status === 503;

/** Whether the database has failed. Data that violates a rule of the schema is no failure of the database. */
export function isDatabaseFault(error: unknown): boolean {
  const failure = errorWithCode(error);
  return isUnavailable(error) || (failure instanceof DatabaseError && !/^2[23]/.test(failure.code));
}

/** null: a defect, which neither a retry nor other input can avoid. */
export function refusalOfFailure(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = failureCode(error);
  // 22021: a text contains NUL. Texts to store were checked for it, so the text is an id or a search text of the request.
  if (code === '22021')
    return refuse('FORMAT_ERROR', {
      text: 'a text contains a character that cannot be stored',
      detail: code,
    });
  if (code === null || !(unavailableCodes.has(code) || unavailableClasses.test(code))) return null;
  return refuse('UNAVAILABLE', { retryAfterSeconds: 2, detail: code });
}

const noFailures = {
  connection: 0,
  pool: 0,
  timeout: 0,
  lock: 0,
  deadlock: 0,
  constraint: 0,
  resources: 0,
  other: 0,
};
export type DatabaseFailureKind = keyof typeof noFailures;

const kindsByCode: readonly (readonly [RegExp, DatabaseFailureKind])[] = [
  [/^POOL_TIMEOUT$/, 'pool'],
  [/^(57014|25P0[34]|ANSWER_TIMEOUT)$/, 'timeout'],
  [/^55P03$/, 'lock'],
  [/^(40001|40P01)$/, 'deadlock'],
  [/^23...$/, 'constraint'],
  [/^53...$/, 'resources'],
];

/** null: not a database failure. A refusal has a code too, but the service itself refuses, for example when the queue is full. */
export function failureKind(error: unknown): DatabaseFailureKind | null {
  const code = failureCode(error);
  if (code === null || error instanceof Refusal) return null;
  const kind = kindsByCode.find(([codes]) => codes.test(code))?.[1];
  return kind ?? (isUnreachable(error) ? 'connection' : 'other');
}

export function createFailureCounter() {
  const counts = { ...noFailures };
  return {
    /** Returns `error`. */
    count(error: unknown): unknown {
      const kind = failureKind(error);
      if (kind !== null) counts[kind] += 1;
      return error;
    },
    read: (): Readonly<Record<DatabaseFailureKind, number>> => counts,
  };
}
