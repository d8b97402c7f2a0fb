/** What TPPs were told through a facade, compared with facade and bank: nothing lost, doubled or moved twice. */
import type pg from 'pg';
import type { Creation } from './ledger.ts';
import type { PatientTpp } from './tpp.ts';

interface FacadeCreation extends Omit<Creation, 'identity' | 'fields'> {
  readonly tpp: PatientTpp;
  readonly amount: string;
  readonly kind: 'instant' | 'single' | 'periodic' | 'bulk';
  readonly entries: number;
}

export type Query = (text: string) => Promise<pg.QueryResult>;

export interface FacadeLedger {
  created(creation: FacadeCreation): void;
  expect(paymentIds: readonly string[], statuses: readonly string[]): void;
  creations(): readonly FacadeCreation[];
  differences(facade: Query, bank: Query, told: boolean): Promise<string[]>;
}

export interface Row {
  readonly id: string;
  readonly status: string;
  readonly marker: string;
  readonly amount: string;
  readonly history: readonly string[];
}

const payments = `select p.payment_id as id, p.status, p.amount::text as amount,
  coalesce(p.instruction->>'remittanceInformationUnstructured',
    p.instruction->'payments'->0->>'remittanceInformationUnstructured') as marker,
  array(select c.to_status from payment_status_changes c where c.payment_id = p.payment_id order by c.sequence) as history
  from payments p`;

/** Each query finds a state that must not exist at the simulated bank. */
export const forbidden: readonly (readonly [string, string])[] = [
  [
    'a transfer was booked twice, or with another sum than its own',
    `select l.payment_id, l.transfer from ledger_movements l join payments p using (payment_id)
     group by 1, 2 having count(*) > 1 or sum(l.amount_minor) <> min(100 * coalesce(
       p.instruction->'payments'->0->'instructedAmount'->>'amount', p.instruction->'instructedAmount'->>'amount')::numeric)`,
  ],
  [
    'a payment was executed without being booked, or booked without being executed',
    `select p.payment_id, p.status from payments p where not p.instruction ? 'startDate'
     and (select count(*) from ledger_movements l where l.payment_id = p.payment_id)
      <> case when p.status <> 'ACSC' then 0 else coalesce(jsonb_array_length(p.instruction->'payments'), 1) end`,
  ],
  [
    'a standing order was executed more often, or less, than its executions say',
    `select p.payment_id from payments p where p.instruction ? 'startDate'
     and (select count(*) from periodic_executions e where e.payment_id = p.payment_id and e.outcome = 'EXECUTED')
      <> (select count(*) from ledger_movements l where l.payment_id = p.payment_id)`,
  ],
  [
    'an account does not hold what its entries add up to',
    `select a.resource_id from sandbox_accounts a left join ledger_entries e on e.account_id = a.resource_id
     group by a.resource_id, a.balance_minor having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`,
  ],
];

export function createFacadeLedger(): FacadeLedger {
  const creations: FacadeCreation[] = [];
  const expected = new Map<string, readonly string[]>();

  function differencesOf(
    creation: FacadeCreation,
    here: readonly Row[],
    there: readonly Row[],
    told: boolean,
  ) {
    const { paymentId, amount, entries } = creation;
    const [one] = here;
    const [other] = there;
    if (here.length !== 1 || there.length !== 1 || !one || !other)
      return [`${paymentId}: ${here.length} at the facade, ${there.length} at the bank`];
    const sum = (Number(amount) * entries).toFixed(2);
    const may = expected.get(paymentId) ?? ['RCVD'];
    return [
      ...(one.id === paymentId ? [] : [`${paymentId} is kept as ${one.id}`]),
      ...(Number(one.amount).toFixed(2) === sum && Number(other.amount).toFixed(2) === sum
        ? []
        : [`${paymentId} of ${sum} is ${one.amount} and ${other.amount}`]),
      ...(one.status === other.status ? [] : [`${paymentId} is ${one.status}, at the bank ${other.status}`]),
      ...(!told || may.includes(other.status) ? [] : [`${paymentId} is ${other.status}, told was ${may}`]),
      ...[one, other].flatMap(({ history, status }) =>
        new Set(history).size === history.length && (history.at(-1) ?? 'RCVD') === status
          ? []
          : [`${paymentId} is ${status} by the history ${history}`],
      ),
      ...(isWithin(one.history, other.history)
        ? []
        : [`${paymentId} went ${one.history}, at the bank ${other.history}`]),
    ];
  }

  return {
    created: (creation) => void creations.push(creation),
    expect(paymentIds, statuses) {
      for (const id of paymentIds) expected.set(id, statuses);
    },
    creations: () => creations,
    async differences(facade, bank, told) {
      const [here, there] = await Promise.all([byMarker(facade), byMarker(bank)]);
      const known = new Set(creations.map(({ marker }) => marker));
      const wrong = creations.flatMap((one) =>
        differencesOf(one, here.get(one.marker) ?? [], there.get(one.marker) ?? [], told),
      );
      // A request that its TPP gave up may have created one payment, without an approval.
      for (const [side, kept] of [
        ['facade', here],
        ['bank', there],
      ] as const)
        for (const [marker, rows] of kept)
          if (!known.has(marker) && (rows.length > 1 || rows[0]?.status !== 'RCVD'))
            wrong.push(`nobody was told of ${rows.length} at the ${side}: ${rows[0]?.id}`);
      for (const [what, text] of forbidden) {
        const { rows } = await bank(text);
        if (rows.length > 0) wrong.push(`${what}: ${rows.length}, ${JSON.stringify(rows.slice(0, 3))}`);
      }
      return wrong;
    },
  };
}

export async function byMarker(query: Query): Promise<Map<string, Row[]>> {
  const { rows } = await query(payments);
  const found = new Map<string, Row[]>();
  for (const row of rows as Row[]) found.set(row.marker, [...(found.get(row.marker) ?? []), row]);
  return found;
}

/** Whether the bank went through these statuses in this order, possibly with others in between. */
function isWithin(here: readonly string[], there: readonly string[]): boolean {
  let from = 0;
  return here.every((status) => {
    from = there.indexOf(status, from) + 1;
    return from > 0;
  });
}
