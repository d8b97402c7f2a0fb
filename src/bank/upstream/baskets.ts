/**
 * The bank gets a basket when an authorisation of the basket starts. Before a call that creates or deletes the basket, `bankAskedAt`
 * gets the time of the call. If the response is lost, this time stays in the record. If that record has no `reference`, the bank may
 * have created the basket. If it has a `reference`, the bank may have deleted the basket.
 */
import { awaitsApproval } from '../../domain/payments/status.ts';
import { Refusal, refuse } from '../../domain/refusal.ts';
import type { BasketWithPayments } from '../../operations/baskets/create-signing-basket.ts';
import { findBasketWithPayments } from '../../operations/baskets/find-basket.ts';
import type { BasketIdInput, BasketRecord } from '../../operations/baskets/ports.ts';
import type { Bank } from '../../operations/ports/bank.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import type { Stores } from '../../operations/ports/stores.ts';
import { mayHaveActed } from '../remote-calls/refusals.ts';
import type { BankClient } from './bank-client.ts';
import { createRequestFromContext, createRequestFromRecord } from './bank-request.ts';
import { withStoredPsuInChallenge } from './challenge.ts';
import { type RemoteRecord, remoteStore } from './ports.ts';
import { isRefusalOfBank } from './refusals.ts';

const storeNothing = async () => undefined;

/** How often the start of an authorisation tries to create the basket while other requests change its record. */
const maxTries = 5;

/**
 * Creates the basket at the bank, if payments of the basket await approval and the bank has no basket yet. The transaction calls the
 * returned function, which stores the bank's id of a new basket.
 */
export async function prepareBasketAuthorisation(
  client: BankClient,
  context: PrepareContext,
  input: BasketIdInput,
): ReturnType<Bank['prepareBasketAuthorisation']> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Another request may have ended the basket in the meantime, so the basket is read each time.
    const basketDetails = await findBasketWithPayments(context, input);
    const needsApproval = basketDetails.payments.some(({ status }) => awaitsApproval(status));
    if (basketDetails.basket.state !== 'OPEN' || !needsApproval) return storeNothing;
    const record = await findRecord(context.stores, basketDetails.basket);
    if (record?.reference) return requireNoDeletion;
    const reference = await tryToCreateBasket(client, context, basketDetails, record);
    if (reference !== null)
      return async (stores, basket) => {
        await requireNoDeletion(stores, basket);
        const { tppId, basketId: id } = basket;
        await stores.get(remoteStore).put({ tppId, kind: 'BASKET', id, reference });
      };
  }
  throw inUseRefusal();
}

/**
 * Deletes the basket at the bank, because its payments would otherwise wait there for the approval of the basket.
 * The transaction calls the returned function.
 */
export async function prepareBasketDeletion(
  client: BankClient,
  context: PrepareContext,
  input: BasketIdInput,
): ReturnType<Bank['prepareBasketDeletion']> {
  const basketDetails = await findBasketWithPayments(context, input);
  const record =
    basketDetails.basket.state === 'OPEN' ? await findRecord(context.stores, basketDetails.basket) : null;
  if (record === null) return storeNothing;
  const currentRecord = await findLostBasket(client, context, basketDetails, record);
  const { reference } = currentRecord;
  // The bank does not have the basket. The attempt only stops an authorisation that starts at the same time.
  if (reference === null)
    return async (stores) => {
      await requireAttempt(stores, currentRecord, context.realNow);
    };
  const references = await findKnownReferences(context, basketDetails);
  const request = await createRequestFromContext(context);
  // If another request has changed the record since, this request deletes the basket too, but stores no attempt. The replacement below
  // then changes nothing.
  const attempt = (await storeAttempt(context.stores, currentRecord, context.realNow)) ?? currentRecord;
  const deletion = client.deleteBasket(request, reference, references);
  await withStoredPsuInChallenge(basketDetails.basket, deletion).catch(async (error: unknown) => {
    if (error instanceof Refusal && !mayHaveActed(error)) {
      // If the bank refused, it still has the basket, so no attempt remains. If this call did not reach the bank, or the bank limits the
      // rate, an earlier attempt may have deleted the basket, so the time of the earlier attempt is stored again.
      const bankAskedAt = isRefusalOfBank(error) ? null : currentRecord.bankAskedAt;
      await context.stores
        .get(remoteStore)
        .replaceLastRequestIfUnchanged(attempt, { ...currentRecord, bankAskedAt });
    }
    throw error;
  });
  return storeNothing;
}

/** Throws if the bank was asked to delete the basket, and has not responded: the bank may no longer have the basket. */
async function requireNoDeletion(stores: Stores, basket: BasketRecord): Promise<void> {
  const record = await findRecord(stores, basket);
  if (!record?.reference || record.bankAskedAt === null) return;
  const text = 'the bank has not yet confirmed the deletion of the signing basket: repeat the deletion';
  throw refuse('CONFLICT', { path: 'basketId', text });
}

/**
 * Call it before each call that creates or deletes the basket. No two attempts store the same time, so that an attempt that the bank
 * refuses takes back only its own time. null: another request has changed the record in the meantime.
 */
async function storeAttempt(
  stores: Stores,
  record: RemoteRecord,
  now: number,
  psuIpAddress = record.psuIpAddress,
): Promise<RemoteRecord | null> {
  const request = { bankAskedAt: Math.max(now, (record.bankAskedAt ?? 0) + 1), psuIpAddress };
  const isStored = await stores.get(remoteStore).replaceLastRequestIfUnchanged(record, request);
  return isStored ? { ...record, ...request } : null;
}

/**
 * For deletions. An authorisation that starts at the same time then cannot store its own attempt, because the record has changed.
 * `prepareBasketAuthorisation` reads the basket again, and finds it deleted.
 */
async function requireAttempt(stores: Stores, record: RemoteRecord, now: number): Promise<RemoteRecord> {
  const attempt = await storeAttempt(stores, record, now);
  if (attempt !== null) return attempt;
  throw inUseRefusal();
}

const inUseRefusal = () =>
  refuse('CONFLICT', {
    path: 'basketId',
    text: 'another request is using the signing basket: try again after Retry-After',
    retryAfterSeconds: 1,
  });

/** Returns the bank's id of the basket; null: another request has changed the record in the meantime. */
async function tryToCreateBasket(
  client: BankClient,
  context: PrepareContext,
  basketDetails: BasketWithPayments,
  record: RemoteRecord | null,
): Promise<string | null> {
  const references = await requireReferences(context, basketDetails);
  // Housekeeping deletes the stored IP address of an old basket. The address of this request replaces it.
  const psuIpAddress = record?.psuIpAddress ?? context.psu.ipAddress;
  const create = () => createBasket(client, context, basketDetails.basket, references, psuIpAddress);
  // The basket was created while the service used another bank.
  if (record === null) return create();
  const attempt = await storeAttempt(context.stores, record, context.realNow, psuIpAddress);
  if (attempt === null) return null;
  return create().catch(async (error: unknown) => {
    // This call has created no basket. A lost earlier call may have created it, so the time of that call is stored again.
    if (error instanceof Refusal && !mayHaveActed(error))
      await context.stores.get(remoteStore).replaceLastRequestIfUnchanged(attempt, record);
    throw error;
  });
}

/**
 * Returns the record with the bank's id of the basket, which is null if the bank does not have the basket.
 * With the same X-Request-ID the bank returns the basket of a lost response. If the bank refuses, it does not have the basket.
 */
async function findLostBasket(
  client: BankClient,
  context: PrepareContext,
  basketDetails: BasketWithPayments,
  record: RemoteRecord,
): Promise<RemoteRecord> {
  // `bankAskedAt` null: the bank was never asked to create the basket.
  if (record.reference !== null || record.bankAskedAt === null) return record;
  const attempt = await requireAttempt(context.stores, record, context.realNow);
  const references = await findKnownReferences(context, basketDetails);
  const creation = createBasket(client, context, basketDetails.basket, references, record.psuIpAddress);
  const reference = await creation.catch((error: unknown) => {
    if (isRefusalOfBank(error)) return null;
    throw error;
  });
  if (reference === null) return attempt;
  const foundBasket = { ...attempt, reference, psuIpAddress: null };
  // Stored before the call that deletes the basket: if the response to that call is lost, no authorisation may start for the basket.
  await context.stores.get(remoteStore).put(foundBasket);
  return foundBasket;
}

/** null: the basket was created while the service used another bank. */
const findRecord = (stores: Stores, { tppId, basketId }: BasketRecord) =>
  stores.get(remoteStore).find(tppId, 'BASKET', basketId);

/** Throws CONFLICT for a payment that the bank does not know: the bank could not add it, so the PSU would not approve it. */
async function requireReferences(
  context: PrepareContext,
  basketDetails: BasketWithPayments,
): Promise<readonly string[]> {
  const references = await findReferences(context, basketDetails);
  const unknownIds = basketDetails.payments.flatMap(({ paymentId: id }, index) =>
    references[index] === null ? [id] : [],
  );
  if (unknownIds.length > 0) {
    const text = `the bank does not know these payments of the basket: ${unknownIds.join(', ')}`;
    throw refuse('CONFLICT', { text });
  }
  return references.filter((reference) => reference !== null);
}

/** In the order of the basket; null: the bank does not know the payment. */
async function findReferences(
  { stores }: PrepareContext,
  { basket, payments }: BasketWithPayments,
): Promise<readonly (string | null)[]> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const remotePayments = await stores.get(remoteStore).findPayments(basket.tppId, ids);
  return ids.map((id) => remotePayments.find((payment) => payment.id === id)?.reference ?? null);
}

const findKnownReferences = async (
  context: PrepareContext,
  basketDetails: BasketWithPayments,
): Promise<readonly string[]> =>
  (await findReferences(context, basketDetails)).filter((reference) => reference !== null);

async function createBasket(
  client: BankClient,
  context: PrepareContext,
  basket: BasketWithPayments['basket'],
  references: readonly string[],
  psuIpAddress: string | null,
): Promise<string> {
  const key = { requestId: basket.basketId, field: 'basket' };
  const request = await createRequestFromRecord(context.stores, basket, key);
  const readHeader = (name: string) => (name === 'PSU-IP-Address' ? psuIpAddress : request.readHeader(name));
  return withStoredPsuInChallenge(basket, client.createBasket({ ...request, readHeader }, references));
}
