import { settledReason } from '../../../../src/domain/bank/past-moves.ts';
import { withoutNulls } from '../../../../src/domain/fields/parse.ts';
import { products } from '../../../../src/domain/payments/products/list.ts';
import type { RequestCall } from '../command/call.ts';
import { exchange } from '../command/exchange.ts';
import { readData, readNodes } from '../command/graphql-client.ts';
import { at, listAt, record } from '../record.ts';
import { RefusedError } from '../send.ts';
import { inBatches } from './in-batches.ts';
import type { SeedParts } from './read-sandbox.ts';

const listQuery = `query ($first: Int!, $after: String) { items: payments(first: $first, after: $after) {
  nodes { paymentId product createdAt psuId debtorName fundsAvailable statusHistory { from to at reason } }
  pageInfo { hasNextPage endCursor } } }`;

type CardNumbers = SeedParts['cardNumbers'];

export async function readPayments(call: RequestCall, atMost: number, cardNumbers: CardNumbers) {
  const { nodes, hasMore } = await readNodes(call, listQuery, atMost);
  // The query lists the newest payments first. A seed creates its payments in the order of its list.
  const payments = await inBatches(nodes.toReversed(), (row) => paymentOf(call, row, cardNumbers));
  return { payments, hasMore };
}

async function paymentOf(call: RequestCall, row: unknown, cardNumbers: CardNumbers): Promise<object> {
  const { paymentId, statusHistory: _, ...fields } = record(withoutNulls(row));
  const id = String(paymentId);
  const { settlement, service, name } = productOf(fields.product);
  const history = listAt(row, 'statusHistory').flatMap((change) =>
    at(change, 'from') === null
      ? []
      : [{ status: at(change, 'to'), at: at(change, 'at'), reason: at(change, 'reason') }],
  );
  const body = await bodyOf(call, `/v1/${service}/${name}/${id}`);
  // A payment whose first change is an end was never approved.
  const [firstChange] = history;
  const isApproved = firstChange !== undefined && !['RJCT', 'CANC'].includes(String(firstChange.status));
  return {
    ...fields,
    ...(history.length === 0 ? {} : { history }),
    ...(isApproved && settlement === 'ENTRIES' ? await entriesOf(call, id, history.at(-1)) : {}),
    ...(isApproved && settlement === 'SCHEDULE' ? await executionsOf(call, id) : {}),
    body: withCardNumber(body, cardNumbers),
  };
}

/** Replaces the id of a card account by its card number, because the id changes with each sandbox. */
function withCardNumber(body: object, cardNumbers: CardNumbers): object {
  const debtorAccount = at(body, 'debtorAccount');
  const other = at(debtorAccount, 'other');
  const identification = cardNumbers.get(at(other, 'identification'));
  if (identification == null) return body;
  return {
    ...body,
    debtorAccount: { ...record(debtorAccount), other: { ...record(other), identification } },
  };
}

function productOf(code: unknown) {
  const product = products.find((one) => one.code === code);
  if (product === undefined)
    throw new RefusedError(`This toolkit does not know the product ${String(code)}.`);
  return product;
}

async function bodyOf(call: RequestCall, path: string): Promise<object> {
  const answer = await exchange(call, { method: 'GET', url: `${call.base()}${path}`, body: null });
  if (answer.status !== 200)
    throw new RefusedError(`GET ${path}: HTTP ${answer.status}. Run the command again.`);
  const { paymentId: _, debtorName: _name, _links, ...body } = record(answer.json);
  return body;
}

const entriesQuery = `query ($id: String!, $first: Int!, $offset: Int!) { payment(paymentId: $id) {
  bookings(first: $first, offset: $offset) { at entryIndex }
  ... on BulkPayment { entries(first: $first, offset: $offset) { index transactionStatus reason } } } }`;

/** A bulk payment cannot have more entries. */
const entriesAtMost = 1_000;

/**
 * Returns `entries` of a bulk payment, or nothing if a seed without `entries` means the same: the bank settled all of them at the time
 * of `last`, the last status change of the payment.
 */
async function entriesOf(
  call: RequestCall,
  id: string,
  last: { readonly status: unknown; readonly at: unknown } | undefined,
): Promise<object> {
  const { payment } = record(await readData(call, entriesQuery, { id, first: entriesAtMost, offset: 0 }));
  const times = new Map(listAt(payment, 'bookings').map((one) => [at(one, 'entryIndex'), at(one, 'at')]));
  const entries = listAt(payment, 'entries').flatMap((entry) => {
    const { index, transactionStatus: entryStatus, reason } = record(entry);
    // The bank has not tried the entry, so a seed does not list it.
    if (reason === null) return [];
    // An entry that waits for funds shows the status of its payment.
    const status = entryStatus === 'ACSC' || entryStatus === 'RJCT' ? entryStatus : 'ACCP';
    return [{ index, status, at: times.get(index), reason }];
  });
  const isUsual =
    last?.status === 'ACSC' &&
    entries.every((entry) => entry.at === last.at && entry.reason === settledReason);
  return isUsual || entries.length === 0 ? {} : { entries };
}

const executionsQuery = `query ($id: String!, $first: Int!, $offset: Int!) { payment(paymentId: $id) {
  bookings(first: $first, offset: $offset) { at nominalDate } } }`;
const bookingsAtOnce = 1_000;
/** A daily payment of five years has fewer. */
const bookingsAtMost = 5_000;

async function executionsOf(call: RequestCall, id: string): Promise<object> {
  const bookings: unknown[] = [];
  for (let offset = 0; offset < bookingsAtMost; offset += bookingsAtOnce) {
    const data = await readData(call, executionsQuery, { id, first: bookingsAtOnce, offset });
    const page = listAt(data, 'payment', 'bookings');
    bookings.push(...page);
    if (page.length < bookingsAtOnce) break;
  }
  return { executions: bookings.map((one) => ({ nominalDate: at(one, 'nominalDate'), at: at(one, 'at') })) };
}
