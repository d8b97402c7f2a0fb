/**
 * Races for one payment: two approvals (a double click), a rejection and the TPP's DELETE at once. Whatever comes first,
 * there is one outcome, everybody is told the same, and nothing fails.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { type Page, Visitor } from './visitor.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const races = Number(process.env.SCA_RACES ?? 1_000);
const atOnce = 8;

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

interface Race {
  readonly answers: readonly { readonly status: number; readonly location?: string | null }[];
  readonly status: string;
  readonly psu: Page;
}

async function race(turn: number): Promise<Race> {
  const body = {
    ...instantDomestic.example,
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    remittanceInformationUnstructured: `race ${turn}`,
  };
  const made = await tpp.rest('POST', path, { body, headers: psuHeaders });
  const self = `${path}/${made.json.paymentId}`;
  const psu = new Visitor(bank, made.json._links.scaRedirect.href);
  const { code } = await psu.logIn();
  const acts = [
    () => psu.approve(code),
    () => psu.approve(code),
    () => psu.reject(),
    () => tpp.rest('DELETE', self),
  ];
  // Another one begins each time, so that each wins some races.
  const order = acts.map((_, index) => acts[(index + turn) % acts.length] ?? acts[0]);
  const answers = await Promise.all(order.map((act) => act?.() ?? Promise.reject(new Error('no act'))));
  const status = (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;
  return { answers, status, psu: await psu.open() };
}

describe(`${races} races of approve, approve, reject and DELETE`, () => {
  it('have one outcome each', async () => {
    const begun = performance.now();
    const outcomes: Record<string, number> = {};
    for (let turn = 0; turn < races; turn += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, races - turn) }, (_, index) => race(turn + index));
      for (const { answers, status, psu } of await Promise.all(batch)) {
        const winners = answers.filter((answer) => answer.status === 303 || answer.status === 204);
        expect(
          answers.every((answer) => answer.status < 500),
          JSON.stringify(answers.map((one) => one.status)),
        ).toBe(true);
        expect(winners, `${status} ${answers.map((one) => one.status)}`).toHaveLength(1);
        const [winner] = winners;
        const said =
          winner?.status === 204 ? 'CANC' : winner?.location?.includes('psu-id=') ? 'ACSC' : 'RJCT';
        expect(status).toBe(said);
        expect(psu.status).toBe(410);
        outcomes[status] = (outcomes[status] ?? 0) + 1;
      }
    }
    const [moves] = await bank.database
      .sql`select count(*)::int as n from payment_status_changes where from_status = 'RCVD'`;
    expect(moves?.n).toBe(races);
    console.log(`${races} races in ${Math.round(performance.now() - begun)} ms: ${JSON.stringify(outcomes)}`);
    if (races >= 100) expect(Object.keys(outcomes).sort()).toEqual(['ACSC', 'CANC', 'RJCT']);
  }, 180_000);
});
