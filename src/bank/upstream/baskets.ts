/** The basket is created at the bank when its authorisation starts, and deleted there when it is deleted here. */
import { awaitsApproval } from '../../domain/payments/status.ts';
import { type Reason, Refusal } from '../../domain/refusal.ts';
import type { FoundBasket } from '../../operations/baskets/create-signing-basket.ts';
import { findBasket } from '../../operations/baskets/find-basket.ts';
import type { BasketName } from '../../operations/payments/ports.ts';
import type { PreparedBasketApproval } from '../../operations/ports/bank.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import { requestForBasket, requestOf } from './bank-request.ts';
import type { BankClient } from './client-port.ts';
import type { RemoteRecord } from './ports.ts';
import { keepBasket } from './redirects.ts';

/** Stores the bank's id in the transaction. */
export async function prepareBasketApproval(
  client: BankClient,
  context: PrepareContext,
  name: BasketName,
): Promise<PreparedBasketApproval> {
  const foundBasket = await findBasket(context, name);
  const waits = foundBasket.payments.some(({ status }) => awaitsApproval(status));
  if (foundBasket.basket.state !== 'OPEN' || !waits) return { commit: async () => undefined };
  const reference = await basketThere(client, context, foundBasket);
  return { commit: (stores, { tppId, basketId: id }) => keepBasket(stores, { tppId, id, reference }) };
}

/** Otherwise the payments would wait for its approval forever. */
export async function prepareBasketDeletion(
  client: BankClient,
  context: PrepareContext,
  name: BasketName,
): Promise<void> {
  const foundBasket = await findBasket(context, name);
  const reference =
    foundBasket.basket.state === 'OPEN' ? await basketLeftThere(client, context, foundBasket) : null;
  if (reference !== null) await client.deleteBasket(await requestOf(context), reference);
}

async function basketThere(
  client: BankClient,
  context: PrepareContext,
  foundBasket: FoundBasket,
): Promise<string> {
  const record = await recordOf(context, foundBasket);
  if (record?.reference) return record.reference;
  // Stored before the call, because the response may be lost and the basket deleted instead of started again.
  if (record !== null) await context.stores.remote.put({ ...record, askedAt: context.realNow });
  return create(client, context, foundBasket, record);
}

async function basketLeftThere(
  client: BankClient,
  context: PrepareContext,
  foundBasket: FoundBasket,
): Promise<string | null> {
  const record = await recordOf(context, foundBasket);
  if (record === null || record.reference !== null || record.askedAt === null)
    return record?.reference ?? null;
  // Under the same id the bank repeats its response.
  return create(client, context, foundBasket, record).catch((error: unknown) => {
    if (error instanceof Refusal && noneThere.includes(error.reason)) return null;
    throw error;
  });
}

const noneThere: readonly Reason[] = ['CONFLICT', 'RESOURCE_UNKNOWN', 'REFERENCE_MIX_INVALID'];

const recordOf = ({ stores }: PrepareContext, { basket: { tppId, basketId } }: FoundBasket) =>
  stores.remote.find(tppId, 'BASKET', basketId);

async function create(
  client: BankClient,
  { stores }: PrepareContext,
  { basket, payments }: FoundBasket,
  record: RemoteRecord | null,
): Promise<string> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const remote = await stores.remote.findMany(basket.tppId, 'PAYMENT', ids);
  const references = ids.flatMap((id) => remote.find((one) => one.id === id)?.reference ?? []);
  return client.createBasket(
    await requestForBasket(stores, basket, record?.psuIpAddress ?? null),
    references,
  );
}
