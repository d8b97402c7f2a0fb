import { describe, expect, it } from 'vitest';
import { deleteOldBankRows } from '../../src/app/bank-stores.ts';
import { deleteOldRows } from '../../src/housekeeping/delete-old.ts';
import { start } from '../db/support/rows.ts';
import { toldStores } from '../operations/stores.ts';

const [hour, day] = [3_600_000, 86_400_000];
const kept: readonly (readonly [string, number, ...string[]])[] = [
  ['requests.deleteOld', 72 * hour],
  ['clock.deleteOld', 72 * hour],
  ['authorisations.deleteOld', 24 * hour, 'LOGINS'],
  ['authorisations.deleteOld', 90 * day, 'OTHERS'],
  ['psuSessions.deleteOld', 360 * day],
  ['wrongCodes.deleteOld', 24 * hour],
  ['tokens.deleteOld', 0],
  ['notifications.deleteOld', 7 * day],
  ['sandbox.faults.deleteOld', 0],
  ['requestLog.deleteOld', 72 * hour],
  ['remote.deleteOldAuthorisations', 90 * day],
  ['remote.deleteOldIpAddresses', 24 * hour],
  ['reports.deleteOld', 90 * day],
];

const fail = (error: unknown) => expect.fail(String(error));

const forgetting = async (rows: (store: string) => number) => {
  const names = [...new Set(kept.map(([name]) => name))];
  const { stores, asked } = toldStores(Object.fromEntries(names.map((name) => [name, () => rows(name)])));
  return { mayDeleteMore: await deleteOldRows(stores, start, deleteOldBankRows, fail), asked };
};

describe('the bank forgets', () => {
  it('data older than this', async () => {
    const { asked } = await forgetting(() => 0);
    expect(asked).toEqual(
      kept.map(([name, age, ...of]) => [
        name,
        ...of,
        ...(name === 'requestLog.deleteOld' ? [start] : []),
        name === 'remote.deleteOldIpAddresses'
          ? { createdBefore: start - age, requestedBefore: start - 72 * hour }
          : start - age,
        5_000,
      ]),
    );
  });

  it('until less than five thousand rows of each kind were there', async () => {
    expect((await forgetting(() => 4_999)).mayDeleteMore).toBe(false);
    for (const [name] of kept)
      expect((await forgetting((store) => (store === name ? 5_000 : 0))).mayDeleteMore, name).toBe(true);
  });
});
