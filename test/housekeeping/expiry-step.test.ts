import { describe, expect, it } from 'vitest';
import { runNextEvent } from '../../src/housekeeping/timeline.ts';
import type { AuthorisationRecord } from '../../src/operations/ports/stores.ts';
import { authorisation, ours, payment, start } from '../db/support/rows.ts';
import { contextOf, toldStores, workOn } from '../operations/stores.ts';

async function played(change: Partial<AuthorisationRecord>, targetOffsetMs: number | null = 1_000) {
  const known = authorisation('x', { kind: 'PAYMENT', paymentId: 'a', expiresAt: start, opened: true });
  let looks = 0;
  const { stores, asked } = toldStores({
    'clock.lock': { offsetMs: 0, targetOffsetMs, executionsLeft: null },
    'clock.upcoming': () => {
      looks += 1;
      return looks === 1 ? [{ at: start, kind: 'AUTHORISATION_EXPIRED' }] : [];
    },
    'clock.expiredAuthorisations': [known],
    'authorisations.lock': { ...known, openBasketId: null, ...change },
    'payments.lock': payment('a'),
    'payments.head': payment('a', { status: 'RJCT' }),
    'payments.move': true,
  });
  const { settings, ids, bank } = contextOf().context;
  const parts = {
    work: workOn(stores),
  };
  await runNextEvent({ ...parts, settings, ids, bank, clock: () => start } as never, ours, { wait: false });
  const given = (name: string) => asked.filter(([path]) => path === name).map(([, ...rest]) => rest);
  return { given, updates: given('authorisations.update').map(([, update]) => update) };
}

describe('an authorisation whose time is over', () => {
  it('ends at its minute, and a moving clock records it', async () => {
    const { given, updates } = await played({});
    expect(given('clock.expiredAuthorisations')).toEqual([[ours, start, 100]]);
    expect(updates).toMatchObject([{ scaStatus: 'failed', endReason: 'EXPIRED', endedAt: start }]);
    expect(given('payments.move')).toMatchObject([[{ to: 'RJCT', at: start }, {}]]);
    expect(given('clock.record')).toEqual([
      [
        ours,
        [
          {
            at: start,
            kind: 'AUTHORISATION_EXPIRED',
            paymentId: 'a',
            authorisationId: 'x',
            psuId: null,
            status: 'RJCT',
            text: 'an authorisation was not finished in time',
          },
        ],
      ],
    ]);
  });

  it('ends without a record in real time', async () => {
    const { given, updates } = await played({}, null);
    expect([updates.length, given('clock.record')]).toEqual([1, []]);
  });

  it.each<[string, Partial<AuthorisationRecord>]>([
    ['that somebody has ended meanwhile', { endedAt: start - 1 }],
    ['that has been given more time meanwhile', { expiresAt: start + 1 }],
  ])('%s is left alone', async (_, change) => {
    const { given, updates } = await played(change);
    expect([updates, given('clock.record')]).toEqual([[], [[ours, []]]]);
  });
});
