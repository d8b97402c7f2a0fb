/**
 * Structured logs: one JSON line per request or event, made of known fields only, so that no personal data is
 * logged.
 */
import { pino } from 'pino';
import { failureCode, isUnavailable, isUnreachable } from '../db/connections/failure.ts';
import { Refusal } from '../domain/refusal.ts';
import { boundedText } from '../domain/values/text.ts';
import type { DoorLog } from '../observability/log.ts';
import type { AuditEntry } from '../operations/performer.ts';

type Event = (name: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;

export interface Logs {
  readonly door: DoorLog;
  readonly audit: (entry: AuditEntry) => void;
  /** Work of the bank that failed and will be tried again. */
  readonly failed: (error: unknown) => void;
  /** A defect that nobody has caught: the process ends. */
  readonly fatal: (error: unknown) => void;
  readonly event: Event;
  /** An event that needs an operator's attention. */
  readonly warn: Event;
  /** An event after which something waits until an operator acts. */
  readonly error: Event;
}

/**
 * Lines are written in batches, because each write is a system call on another thread: at this many bytes, after
 * this many milliseconds, and at the end of the process.
 */
const batching = { minLength: 4_096, periodicFlush: 100 } as const;

/** Writes to standard error: standard output is for the first screen. */
export function createLogs(level: string): Logs {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false, ...batching }),
  );
  return {
    door: (entry, error) => {
      if (entry.status < 500) log.info(entry, 'request');
      // Refused on purpose by a process that is full, late or stopping: no defect, so no stack.
      // A lost database is logged by itself.
      else if (error instanceof Refusal) log.warn(entry, 'request refused');
      else if (isUnavailable(error)) log.warn({ ...entry, error: failureCode(error) }, 'request refused');
      else log.error({ ...entry, ...describe(error) }, 'request failed');
    },
    audit: (entry) => log.debug(entry, 'operation'),
    failed: (error) => {
      if (isUnreachable(error)) log.debug({ error: failureCode(error) }, 'background work put off');
      else log.error(describe(error), 'background work failed');
    },
    fatal: (error) => log.fatal(describe(error), 'the process ends by a defect'),
    event: (name, fields = {}) => log.info(fields, name),
    warn: (name, fields = {}) => log.warn(fields, name),
    error: (name, fields = {}) => log.error(fields, name),
  };
}

/**
 * Where a defect lies. A database error's own message holds parameter values, that of a parser what it has read, and whatever
 * wraps them may repeat it, so of a chain with such an error only names, codes and stack frames are logged.
 */
export function describe(error: unknown): { error: string; frames: string[] } | Record<string, never> {
  if (!(error instanceof Error)) return {};
  const chain = causesOf(error);
  const origin = chain.at(-1) ?? error;
  const code = chain.map(failureCode).find((candidate) => candidate !== null);
  const ofDatabase = code !== undefined || chain.some((one) => 'query' in one || 'params' in one);
  const names = chain.map((one) => one.name).join(' < ');
  return {
    error:
      ofDatabase || !namesCodeAlone(origin)
        ? `${names} ${code ?? ''}`.trim()
        : `${names}: ${boundedText(origin.message, 300)}`,
    frames: framesOf(origin),
  };
}

/** Kinds of error whose texts V8 and this source write. Parsers and checks repeat in theirs what they were given. */
const ownKinds = new Set(['Error', 'TypeError', 'ReferenceError']);

/** decimal.js calls its errors by no name of their own. */
const namesCodeAlone = ({ name, message }: Error): boolean =>
  ownKinds.has(name) && !message.startsWith('[DecimalError]');

/** Where it was thrown, without the message, which may have any number of lines. */
function framesOf({ stack = '', message }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .slice(0, 8);
}

/** The error and what it wraps, outermost first. */
function causesOf(error: Error): readonly Error[] {
  const chain: Error[] = [];
  let next: unknown = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(next);
    next = 'originalError' in next && next.originalError !== undefined ? next.originalError : next.cause;
  }
  return chain;
}
