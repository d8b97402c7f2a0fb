/** A line of the log has only the fields that the code lists, so that no personal data is logged. */
import { type Logger, pino } from 'pino';
import { failureCode, isUnavailable, isUnreachable } from '../db/connections/failure.ts';
import { Refusal } from '../domain/refusal.ts';
import { boundedText } from '../domain/values/text.ts';
import type { DoorLogEntry } from '../observability/request-trace.ts';
import type { AuditEntry } from '../operations/performer.ts';
import { openLogDestination } from './log-destination.ts';
import { type LogFormat, prettyLine } from './pretty-log.ts';

export type Logs = ReturnType<typeof createLogs>;

const waitingBytesAtMost = 16 * 1_024 * 1_024;

/** Writes to standard error; the first screen uses standard output. */
export function createLogs(lowestLevel: string, format: LogFormat) {
  const options = { level: lowestLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const onLeftOut = (lines: number) => log.warn({ lines }, 'log lines left out');
  const destination = openLogDestination({ fd: 2, waitingBytesAtMost, onLeftOut });
  const formatLine = format === 'json' ? (line: string) => line : prettyLine;
  // Pino gets only `write`: with `flushSync` too, it would wait forever if nobody reads a fatal line.
  const log: Logger = pino(options, { write: (line) => void destination.write(formatLine(line)) });
  const writeEvent =
    (level: 'info' | 'warn' | 'error') =>
    (name: string, fields: Readonly<Record<string, string | number | boolean>> = {}): void =>
      log[level](fields, name);
  return {
    request(entry: DoorLogEntry, error?: unknown): void {
      const { level, name, cause } = requestLine(entry, error);
      log[level](cause === null ? entry : { ...entry, ...cause }, name);
    },
    audit: (entry: AuditEntry): void => log.debug(entry, 'operation'),
    workFailed(error: unknown): void {
      if (isUnreachable(error)) log.debug({ error: failureCode(error) }, 'background work put off');
      else log.error(errorFieldsOf(error), 'background work failed');
    },
    fatal: (error: unknown): void => log.fatal(errorFieldsOf(error), 'the process ends because of a defect'),
    event: writeEvent('info'),
    warn: writeEvent('warn'),
    /** An event that blocks something until an operator acts. */
    error: writeEvent('error'),
  };
}

/** `cause`: the fields about the error; null: there are none. */
export function requestLine({ status }: Pick<DoorLogEntry, 'status'>, error: unknown) {
  if (status < 500) return { level: 'info', name: 'request', cause: null } as const;
  // Not a defect: the service is full, late or stopping, or has lost its database or bank. The loss has its own log line.
  const refused = { level: 'warn', name: 'request refused' } as const;
  if (error instanceof Refusal) {
    const { detail } = error.extras;
    return { ...refused, cause: typeof detail === 'string' ? { error: detail } : null };
  }
  if (isUnavailable(error)) return { ...refused, cause: { error: failureCode(error) } };
  return { level: 'error', name: 'request failed', cause: errorFieldsOf(error) } as const;
}

/** Omits messages that may contain input: those of parsers, and of errors with a code, such as errors of the database. */
export function errorFieldsOf(error: unknown): { error: string; frames: string[] } | Record<string, never> {
  if (!(error instanceof Error)) return {};
  const chain = causesOf(error);
  const origin = chain.at(-1) ?? error;
  const code = chain.map(failureCode).find((candidate) => candidate !== null);
  const hasStatement = chain.some((cause) => 'query' in cause || 'params' in cause);
  const showsMessage = code === undefined && !hasStatement && hasSafeMessage(origin);
  const names = chain.map((cause) => cause.name).join(' < ');
  return {
    error: showsMessage ? `${names}: ${boundedText(origin.message, 300)}` : `${names} ${code ?? ''}`.trim(),
    frames: framesOf(origin),
  };
}

/** V8 or this source writes the messages of these errors. */
const safeErrorNames = new Set(['Error', 'TypeError', 'ReferenceError']);

/** decimal.js throws plain Errors whose messages contain the input. */
const hasSafeMessage = ({ name, message }: Error): boolean =>
  safeErrorNames.has(name) && !message.startsWith('[DecimalError]');

const maxFrames = 8;

function framesOf({ stack = '', message }: Error): string[] {
  // The stack contains the message, whose lines may look like frames.
  const lines = stack.replace(message, '').split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .slice(0, maxFrames);
}

/** Causes may form a circle. */
const maxChainLength = 5;

/** The error, its cause, the cause of its cause, and so on. */
function causesOf(error: Error): readonly Error[] {
  const chain: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && chain.length < maxChainLength) {
    chain.push(current);
    current = causeOf(current);
  }
  return chain;
}

function causeOf(error: Error): unknown {
  // In a GraphQLError, `originalError` is the cause.
  const originalError = 'originalError' in error ? error.originalError : undefined;
  return originalError ?? error.cause;
}
