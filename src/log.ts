/** Structured logs: one JSON line per request or event, made of known fields only, so that nothing personal gets in. */
import { pino } from 'pino';
import { failureCode } from './db/failure.ts';
import type { AuditEntry } from './operations/operation.ts';
import type { DoorLog } from './web/door.ts';

export interface Logs {
  readonly door: DoorLog;
  readonly audit: (entry: AuditEntry) => void;
  /** Work of the bank that failed and will be tried again. */
  readonly failed: (error: unknown) => void;
  readonly event: (name: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;
}

/** Writes to standard error: standard output is for the first screen. */
export function createLogs(level: string): Logs {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  );
  return {
    door: (entry, error) => {
      if (entry.status < 500) log.info(entry, 'request');
      else log.error({ ...entry, ...describe(error) }, 'request failed');
    },
    audit: (entry) => log.debug(entry, 'operation'),
    failed: (error) => log.error(describe(error), 'background work failed'),
    event: (name, fields = {}) => log.info(fields, name),
  };
}

/** Where a defect lies. A database error's own message holds parameter values, so only its code and stack frames go. */
export function describe(error: unknown): { error: string; frames: string[] } | Record<string, never> {
  if (!(error instanceof Error)) return {};
  const code = failureCode(error);
  const own = code === null && error.cause === undefined;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  return {
    error: own ? `${error.name}: ${error.message.slice(0, 300)}` : `${error.name} ${code ?? ''}`.trim(),
    frames: frames.slice(0, 8),
  };
}
