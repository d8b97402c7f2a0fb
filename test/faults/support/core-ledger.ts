/**
 * What TPPs were told through a service with a core system, compared with both sides: every approved payment is ordered
 * and carried out once, no other is, and none stays unknown.
 */
import {
  byMarker,
  createFacadeLedger,
  type FacadeLedger,
  forbidden,
  type Query,
  type Row,
} from './facade-ledger.ts';

interface CoreLedger extends Pick<FacadeLedger, 'created' | 'expect' | 'creations'> {
  differences(service: Query, core: Query, over: boolean): Promise<string[]>;
}

/** Payments that a PSU approved, and payments that were ordered. */
const approvals = `select distinct coalesce(a.payment_id, b.payment_id) as id from authorisations a
  left join signing_basket_payments b using (basket_id)
  where a.kind in ('PAYMENT', 'BASKET') and a.sca_status = 'finalised'`;
const orders =
  'select order_id as id, payment_id as payment, kind, state, nominal_date as nominal from bank_orders';
const executions = 'select payment_id as payment, nominal_date as nominal, outcome from periodic_executions';
const atCore = `select o.order_id as id, p.status, o.kind, p.amount::text as amount from bank_orders o
  join payments p using (payment_id)`;
const conclusive = ['ACSC', 'RJCT', 'CANC', 'PART'];

interface Order {
  readonly id: string;
  readonly payment: string;
  readonly kind: string;
  readonly state: string;
  readonly nominal: string | null;
}
interface Known {
  readonly id: string;
  readonly status: string;
  readonly kind: string;
  readonly amount: string;
}

export function createCoreLedger(): CoreLedger {
  const told = createFacadeLedger();
  const expected = new Map<string, readonly string[]>();

  function ofPayment(
    row: Row,
    approved: boolean,
    own: readonly Order[],
    core: ReadonlyMap<string, Known>,
    isStanding: boolean,
  ): string[] {
    const { id, status } = row;
    const payments = own.filter(({ kind }) => kind === 'CREDIT_TRANSFER');
    const wrong: string[] = [];
    const bad = (text: string) => void wrong.push(`${id} (${status}): ${text}`);
    if (!approved && own.length > 0) bad(`not approved, and ${own.length} orders`);
    if (approved && !isStanding && payments.length !== 1) bad(`approved, and ${payments.length} orders`);
    for (const { id: orderId, state } of own) {
      if (['WAITING', 'STUCK', 'REFUSED'].includes(state)) bad(`order ${orderId} is ${state}`);
      if ((state === 'WITHDRAWN') === core.has(orderId))
        bad(`order ${orderId} is ${state}, at the core or not`);
    }
    if (isStanding) return wrong;
    const there = payments.flatMap((order) => core.get(order.id) ?? []);
    for (const one of there) {
      if (one.status !== status) bad(`at the core it is ${one.status}`);
      if (Number(one.amount || row.amount) !== Number(row.amount)) bad(`at the core of ${one.amount}`);
    }
    if (conclusive.includes(status) && payments.some(({ state }) => state === 'SENT'))
      bad('its order has not ended');
    return wrong;
  }

  return {
    created: told.created,
    creations: told.creations,
    expect(paymentIds, statuses) {
      // A run of the core may come before the request to cancel.
      const may = statuses.includes('CANC') ? [...statuses, 'ACSC'] : statuses;
      for (const id of paymentIds) expected.set(id, may);
    },
    async differences(service, core, over) {
      const [here, approvedRows, orderRows, knownRows, executed] = await Promise.all([
        byMarker(service),
        service(approvals),
        service(orders),
        core(atCore),
        service(executions),
      ]);
      const approved = new Set(approvedRows.rows.map(({ id }) => id));
      const known = new Map((knownRows.rows as Known[]).map((one) => [one.id, one]));
      const all = orderRows.rows as Order[];
      const wrong: string[] = [];
      const ids = new Set(all.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) wrong.push(`the core has an order of nobody: ${id}`);
      for (const { marker, paymentId, kind, amount, entries } of told.creations()) {
        const rows = here.get(marker) ?? [];
        const [row] = rows;
        if (row === undefined || rows.length > 1 || row.id !== paymentId) {
          wrong.push(`${paymentId}: there are ${rows.length}, ${row?.id}`);
          continue;
        }
        const may = expected.get(paymentId) ?? ['RCVD'];
        if (!over && !may.includes(row.status)) wrong.push(`${paymentId} is ${row.status}, told was ${may}`);
        if (Number(row.amount) !== Number((Number(amount) * entries).toFixed(2)))
          wrong.push(`${paymentId} of ${amount} x ${entries} is ${row.amount}`);
        const own = all.filter(({ payment }) => payment === paymentId);
        wrong.push(...ofPayment(row, approved.has(paymentId), own, known, kind === 'periodic'));
        if (new Set(row.history).size !== row.history.length || (row.history.at(-1) ?? 'RCVD') !== row.status)
          wrong.push(`${paymentId} is ${row.status} by the history ${row.history}`);
        const isOpen = approved.has(paymentId) && kind !== 'periodic' && !conclusive.includes(row.status);
        if (isOpen && (over || kind === 'instant')) wrong.push(`${paymentId} is unknown: ${row.status}`);
        const outcomes = executed.rows.filter(({ payment }) => payment === paymentId);
        const orders = own.filter(({ nominal, state }) => nominal !== null && state !== 'WITHDRAWN');
        if (over && outcomes.length !== orders.length)
          wrong.push(`${paymentId}: ${outcomes.length} executions of ${orders.length} orders`);
        for (const { outcome, nominal } of outcomes) {
          const order = orders.find((one) => String(one.nominal) === String(nominal));
          if ((outcome === 'EXECUTED') !== (known.get(order?.id ?? '')?.status === 'ACSC'))
            wrong.push(`${paymentId}: the execution of ${nominal} is ${outcome}`);
        }
      }
      const markers = new Set(told.creations().map(({ marker }) => marker));
      for (const marker of here.keys())
        if (!markers.has(marker)) wrong.push(`nobody was told of ${here.get(marker)?.[0]?.id}`);
      for (const [what, text] of forbidden) {
        const { rows } = await core(text);
        if (rows.length > 0) wrong.push(`${what}: ${rows.length}, ${JSON.stringify(rows.slice(0, 3))}`);
      }
      return wrong;
    },
  };
}
