/** Acknowledged writes, compared with the database: nothing lost, doubled or altered, the money in balance. */
import type pg from 'pg';
import type { SigningIdentity } from '../../../packages/toolkit/src/sign.ts';
import type { PatientTpp, Received, Sent } from './tpp.ts';

export interface Creation {
  readonly marker: string;
  readonly fields: { readonly instructedAmount: { readonly amount: string } };
  readonly paymentId: string;
  readonly identity: SigningIdentity;
  readonly request: Sent;
  readonly answer: Received;
}

export interface Ledger {
  created(creation: Creation): void;
  basket(basketId: string, paymentIds: readonly string[]): void;
  expect(paymentId: string, statuses: readonly string[]): void;
  creations(): readonly Creation[];
  faults(query: (text: string) => Promise<pg.QueryResult>): Promise<string[]>;
}

const kept = `select payment_id as id, status, instruction->>'remittanceInformationUnstructured' as marker,
  instruction->'instructedAmount'->>'amount' as amount from payments`;

/** Each query finds a state that must not exist. */
const forbidden: readonly (readonly [string, string])[] = [
  [
    'a payment moved another sum than its own',
    `select p.payment_id from payments p join ledger_movements l on l.payment_id = p.payment_id
     group by p.tpp_id, p.payment_id having sum(l.amount_minor) <> 100 * p.amount`,
  ],
  [
    'an account does not hold what its entries add up to',
    `select a.resource_id from sandbox_accounts a left join ledger_entries e on e.account_id = a.resource_id
     group by a.resource_id, a.balance_minor having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`,
  ],
  [
    'a payment was booked twice',
    'select payment_id from ledger_movements where payment_id is not null group by payment_id, transfer having count(distinct posting_id) > 1',
  ],
  [
    'a payment was executed without being booked, or booked without being executed',
    `select p.payment_id from payments p left join ledger_movements l on l.payment_id = p.payment_id
     where (p.status = 'ACSC') <> (l.payment_id is not null)`,
  ],
  [
    'a status was reached twice',
    'select payment_id, to_status from payment_status_changes group by 1, 2 having count(*) > 1',
  ],
  [
    'the history does not end where the payment stands',
    `select p.payment_id from payments p where p.status <> (select c.to_status from payment_status_changes c
     where c.payment_id = p.payment_id order by sequence desc limit 1)`,
  ],
];

export function createLedger(): Ledger {
  const creations: Creation[] = [];
  const expected = new Map<string, readonly string[]>();
  const baskets = new Map<string, readonly string[]>();

  async function paymentFaults(query: (text: string) => Promise<pg.QueryResult>): Promise<string[]> {
    const { rows } = await query(kept);
    const byMarker = new Map<string, typeof rows>();
    for (const row of rows) byMarker.set(row.marker, [...(byMarker.get(row.marker) ?? []), row]);
    const faults: string[] = [];
    for (const { marker, fields, paymentId } of creations) {
      const found = byMarker.get(marker) ?? [];
      const [one] = found;
      if (one === undefined) faults.push(`lost: ${paymentId}`);
      else if (found.length > 1) faults.push(`doubled: ${found.map(({ id }) => id).join(', ')}`);
      else if (one.id !== paymentId || one.amount !== fields.instructedAmount.amount)
        faults.push(`altered: ${paymentId} is ${JSON.stringify(one)}`);
      else if (!(expected.get(paymentId) ?? ['RCVD']).includes(one.status))
        faults.push(`altered: ${paymentId} is ${one.status}, not ${expected.get(paymentId) ?? 'RCVD'}`);
    }
    if (rows.length !== creations.length)
      faults.push(`doubled or unasked: ${rows.length} payments for ${creations.length} creations`);
    return faults;
  }

  async function basketFaults(query: (text: string) => Promise<pg.QueryResult>): Promise<string[]> {
    const { rows } = await query(
      'select basket_id as id, array_agg(payment_id order by position) as payments from signing_basket_payments group by 1',
    );
    const found = new Map(rows.map(({ id, payments }) => [id as string, (payments as string[]).join()]));
    const faults = [...baskets]
      .filter(([id, paymentIds]) => found.get(id) !== paymentIds.join())
      .map(([id]) => `basket lost or altered: ${id}`);
    if (rows.length !== baskets.size) faults.push(`${rows.length} baskets for ${baskets.size} creations`);
    return faults;
  }

  return {
    created: (creation) => void creations.push(creation),
    basket: (basketId, paymentIds) => void baskets.set(basketId, paymentIds),
    expect: (paymentId, statuses) => void expected.set(paymentId, statuses),
    creations: () => creations,
    async faults(query) {
      const faults = [...(await paymentFaults(query)), ...(await basketFaults(query))];
      for (const [what, text] of forbidden) {
        const { rows } = await query(text);
        if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
      }
      return faults;
    },
  };
}

/** Repeats creations: each response must be the stored one. */
export async function replayFaults(
  tpp: PatientTpp,
  creations: readonly Pick<Creation, 'request' | 'answer' | 'paymentId'>[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { request, answer, paymentId } of creations) {
    const again = await tpp.send(request);
    if (again.text !== answer.text)
      faults.push(`answered otherwise: ${paymentId} ${again.status} ${again.text}`);
    if (again.headers['idempotent-replay'] !== 'true') faults.push(`done again: ${paymentId}`);
  }
  return faults;
}
