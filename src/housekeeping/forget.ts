/**
 * Deletes what is kept for a limited real time. Each call deletes a bounded number of rows of each kind, so that no
 * statement empties a large table at once.
 */
import { keptMs } from '../domain/authorisations/authorisation.ts';
import { rememberMs } from '../operations/performer.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { entriesKeptMs } from '../operations/request-log/ports.ts';

/** A look comes every two seconds while there is more: 2,500 rows of a kind a second. */
const rowsAtMost = 5_000;

/** True when nothing is left that is old enough to be deleted. */
export async function forgetOld(stores: Stores, now: number): Promise<boolean> {
  const { requests, clock, authorisations, psuSessions, wrongCodes, tokens, requestLog, remote, reports } =
    stores;
  const gone = [
    await requests.forget(now - rememberMs, rowsAtMost),
    await clock.forget(now - rememberMs, rowsAtMost),
    await authorisations.forget('LOGINS', now - keptMs.LOGIN, rowsAtMost),
    await authorisations.forget('OTHERS', now - keptMs.authorisation, rowsAtMost),
    await psuSessions.forget(now - keptMs.session, rowsAtMost),
    await wrongCodes.forget(now - keptMs.wrongCodes, rowsAtMost),
    await tokens.forget(now, rowsAtMost),
    await requestLog.forget(now, now - entriesKeptMs, rowsAtMost),
    await remote.forget(now - keptMs.authorisation, rowsAtMost),
    await reports.forget(now - keptMs.authorisation, rowsAtMost),
    await remote.forgetAddresses(now - keptMs.LOGIN, rowsAtMost),
  ];
  return gone.every((rows) => rows < rowsAtMost);
}
