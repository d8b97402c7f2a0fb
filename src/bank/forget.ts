/**
 * What is kept for a while only, and how long, in real time. Each call takes a bounded step of each kind, so that a table
 * that has grown meanwhile is never emptied in one statement.
 */
import { keptMs } from '../domain/authorisations/authorisation.ts';
import { rememberMs } from '../operations/operation.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { entriesKeptMs } from '../operations/request-log/ports.ts';

const rowsAtMost = 1_000;

/** Answers whether nothing is left that is old enough. */
export async function forgetOld(stores: Stores, now: number): Promise<boolean> {
  const { requests, clock, authorisations, psuSessions, wrongCodes, tokens, requestLog } = stores;
  const gone = [
    await requests.forget(now - rememberMs, rowsAtMost),
    await clock.forget(now - rememberMs, rowsAtMost),
    await authorisations.forget('LOGINS', now - keptMs.LOGIN, rowsAtMost),
    await authorisations.forget('OTHERS', now - keptMs.authorisation, rowsAtMost),
    await psuSessions.forget(now - keptMs.session, rowsAtMost),
    await wrongCodes.forget(now - keptMs.wrongCodes, rowsAtMost),
    await tokens.forget(now, rowsAtMost),
    await requestLog.forget(now - entriesKeptMs, rowsAtMost),
  ];
  return gone.every((rows) => rows < rowsAtMost);
}
