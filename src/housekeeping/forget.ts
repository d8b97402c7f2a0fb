/**
 * Deletes old rows by real time. Each call deletes a bounded number per kind, so that no statement empties a large table
 * at once.
 */
import { retentionMs } from '../domain/authorisations/authorisation.ts';
import { targetsKeptMs } from '../operations/notifications/ports.ts';
import { rememberMs } from '../operations/performer.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { entriesKeptMs } from '../operations/request-log/ports.ts';

/** Deletes at most `rows` rows that are too old at `now`, and returns how many. */
export type ForgetOld = (stores: Stores, now: number, rows: number) => Promise<number>;

/** While old rows are left, a run comes every two seconds: it deletes up to 2,500 rows of a kind per second. */
const rowsAtMost = 5_000;

const kinds: readonly ForgetOld[] = [
  ({ requests }, now, rows) => requests.forget(now - rememberMs, rows),
  ({ clock }, now, rows) => clock.forget(now - rememberMs, rows),
  ({ authorisations }, now, rows) => authorisations.forget('LOGINS', now - retentionMs.LOGIN, rows),
  ({ authorisations }, now, rows) => authorisations.forget('OTHERS', now - retentionMs.authorisation, rows),
  ({ psuSessions }, now, rows) => psuSessions.forget(now - retentionMs.session, rows),
  ({ wrongCodes }, now, rows) => wrongCodes.forget(now - retentionMs.wrongCodes, rows),
  ({ tokens }, now, rows) => tokens.forget(now, rows),
  ({ notifications }, now, rows) => notifications.forget(now - targetsKeptMs, rows),
  ({ sandbox }, now, rows) => sandbox.faults.forget(now, rows),
  ({ requestLog }, now, rows) => requestLog.forget(now, now - entriesKeptMs, rows),
];

/** True when no old rows are left. `more` deletes rows that only some banks have. */
export async function forgetOld(
  stores: Stores,
  now: number,
  more: readonly ForgetOld[] = [],
): Promise<boolean> {
  let isDone = true;
  for (const forget of [...kinds, ...more])
    if ((await forget(stores, now, rowsAtMost)) >= rowsAtMost) isDone = false;
  return isDone;
}
