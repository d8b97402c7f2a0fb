/** Two approvals (a double click), a rejection and the DELETE of the TPP at once. */
import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { rounds } from '../support/nightly.ts';
import { instant, shareScaBank } from './paying.ts';

const races = rounds(16, 256);
const atOnce = 8;
/** A rejection wins one in four to six, so that sixteen races may pass without one. */
const racesAtMost = 4 * races;

const at = shareScaBank();

interface Answer {
  readonly status: number;
  readonly location?: string | null;
}

async function race(turn: number): Promise<{ paymentId: string; answers: readonly Answer[] }> {
  const instructedAmount = { amount: '1.00', currency: 'NOK' };
  const body = { ...instantDomestic.example, instructedAmount };
  const { id: paymentId, self, psu } = await at.pay(instant, body);
  const { code } = await psu.logIn();
  const remove = async (): Promise<Answer> => {
    // A DELETE needs fewer queries than a form and would win nearly always: mostly it starts later.
    for (let round = 0; round < (turn % 4) * 10; round += 1) await at.bank.sql`select 1`;
    return at.tpp.rest('DELETE', self);
  };
  const acts = [() => psu.approve(code), () => psu.approve(code), () => psu.reject(), remove];
  // A different one starts each time.
  const order = [...acts.slice(turn % acts.length), ...acts.slice(0, turn % acts.length)];
  return { paymentId, answers: await Promise.all(order.map((act) => act())) };
}

function toldBy(answers: readonly Answer[]): string {
  const seen = answers.map(({ status }) => status).join(' ');
  const winners = answers.filter(({ status }) => status === 303 || status === 204);
  expect(winners, seen).toHaveLength(1);
  expect(
    answers.every(({ status }) => status < 500),
    seen,
  ).toBe(true);
  const [winner] = winners;
  if (winner?.status === 204) return 'CANC WITHDRAWN';
  return winner?.location?.includes('psu-id=') ? 'ACSC APPROVED' : 'RJCT REJECTED';
}

describe(`${races} races and more of approve, approve, reject and DELETE`, () => {
  it('have one outcome each', async () => {
    const begun = performance.now();
    const told = new Map<string, string>();
    const hasSeenAll = () => new Set(told.values()).size === 3;
    for (let turn = 0; turn < races || (!hasSeenAll() && turn < racesAtMost); turn += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, index) => race(turn + index));
      for (const { paymentId, answers } of await Promise.all(batch)) told.set(paymentId, toldBy(answers));
    }
    const milliseconds = Math.round(performance.now() - begun);
    const { sql } = at.bank;
    const kept = await sql`
      select p.payment_id as id, p.status || ' ' || string_agg(a.end_reason, ' ') as outcome,
        (select count(*)::int from payment_status_changes h
          where h.tpp_id = p.tpp_id and h.payment_id = p.payment_id and h.from_status = 'RCVD') as moves
      from payments p join authorisations a using (tpp_id, payment_id) group by p.tpp_id, p.payment_id`;
    expect(kept).toHaveLength(told.size);
    expect(told.size).toBeGreaterThanOrEqual(races);
    const outcomes: Record<string, number> = {};
    for (const { id, outcome, moves } of kept) {
      expect([outcome, moves]).toEqual([told.get(id), 1]);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    console.log(`${told.size} races in ${milliseconds} ms: ${JSON.stringify(outcomes)}`);
    expect(Object.keys(outcomes)).toHaveLength(3);
  }, 180_000);
});
