/** Deletes a limited number of rows of each kind, so that no statement takes long. */
import { retentionMs } from '../domain/authorisations/authorisation.ts';
import { requestIdsKeptMs } from '../operations/idempotent.ts';
import { endedTargetsKeptMs } from '../operations/notifications/ports.ts';
import { clockEventsKeptMs } from '../operations/ports/clock.ts';
import type { Stores } from '../operations/ports/stores.ts';
import { entriesKeptMs } from '../operations/request-log/ports.ts';

/** Returns how many rows were deleted. */
export type DeleteOld = (stores: Stores, now: number, rows: number) => Promise<number>;

const maxRows = 5_000;

const commonDeletions: readonly DeleteOld[] = [
  ({ requests }, now, rows) => requests.deleteOld(now - requestIdsKeptMs, rows),
  ({ clock }, now, rows) => clock.deleteOld(now - clockEventsKeptMs, rows),
  ({ authorisations }, now, rows) => authorisations.deleteOld('LOGINS', now - retentionMs.login, rows),
  ({ authorisations }, now, rows) =>
    authorisations.deleteOld('OTHERS', now - retentionMs.otherAuthorisation, rows),
  ({ psuSessions }, now, rows) => psuSessions.deleteOld(now - retentionMs.session, rows),
  ({ wrongCodes }, now, rows) => wrongCodes.deleteOld(now - retentionMs.wrongCodes, rows),
  ({ tokens }, now, rows) => tokens.deleteOld(now, rows),
  ({ notifications }, now, rows) => notifications.deleteOld(now - endedTargetsKeptMs, rows),
  ({ sandbox }, now, rows) => sandbox.faults.deleteOld(now, rows),
  // It also creates the partitions of the days after `now`.
  ({ requestLog }, now, rows) => requestLog.deleteOld(now, now - entriesKeptMs, rows),
];

/** Returns true if another call may delete more rows. After an error, the deletion of other kinds of rows goes on. */
export async function deleteOldRows(
  stores: Stores,
  now: number,
  bankDeletions: readonly DeleteOld[],
  onError: (error: unknown) => void,
): Promise<boolean> {
  let mayDeleteMore = false;
  for (const deleteOld of [...commonDeletions, ...bankDeletions]) {
    try {
      if ((await deleteOld(stores, now, maxRows)) >= maxRows) mayDeleteMore = true;
    } catch (error) {
      onError(error);
    }
  }
  return mayDeleteMore;
}
