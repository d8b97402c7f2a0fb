/**
 * What a failure of PostgreSQL means to a caller: unavailable for a while (503 with Retry-After), or a defect of ours.
 * Drizzle puts parameter values into its messages, so only the code of the cause is ever passed on.
 */
import { Refusal, refuse } from '../domain/refusal.ts';

const unavailable = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
]);
const retryable = new Set(['40001', '40P01']);

/** The code that PostgreSQL or the driver gave, however deep it is wrapped. */
export function failureCode(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return null;
}

export const isRetryable = (error: unknown): boolean => retryable.has(failureCode(error) ?? '');

/** True when a lock was waited for in vain. */
export const isLockTimeout = (error: unknown): boolean => failureCode(error) === '55P03';

/** The refusal for a database that cannot serve now, or null when the error is of another kind. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = failureCode(error);
  // Bodies are screened for NUL at the edge; what is left are ids and search texts, which then name nothing.
  if (code === '22021')
    return refuse('FORMAT_ERROR', { text: 'a text holds a character that cannot be kept', detail: code });
  if (code === null || !unavailable.has(code)) return null;
  return refuse('UNAVAILABLE', { retryAfterSeconds: 2, detail: code });
}
