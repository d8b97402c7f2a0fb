/** For whom a remote bank is called: the TPP, the PSU of the request, and the idempotency key of the call. */
import type { Call, Context } from '../operation.ts';
import type { Asking } from '../ports/bank.ts';
import type { AuthorisationRecord, BasketRecord, Stores } from '../ports/stores.ts';

/** For a request. Without an X-Request-ID of the TPP every call is a new one. */
export async function askingOf(
  { caller, psu, stores, ids, facts }: Context,
  { request, readHeader }: Call,
  field: string,
): Promise<Asking> {
  const { remotePsuId = await remotePsuIdOf(stores, caller.tppId, psu.psuId) } = facts;
  return {
    tpp: caller,
    psu,
    remotePsuId,
    readHeader,
    key: { requestId: request?.requestId ?? ids.next(), field },
  };
}

/** For a PSU who has opened the page of an authorisation: opened twice, the same call is repeated. */
export async function askingForPsu(stores: Stores, authorisation: AuthorisationRecord): Promise<Asking> {
  const { tppId, psuContext, authorisationId } = authorisation;
  return {
    tpp: { tppId, name: await stores.tpps.name(tppId) },
    psu: { ...authorisation, context: psuContext },
    remotePsuId: await remotePsuIdOf(stores, tppId, authorisation.psuId),
    readHeader: () => null,
    key: { requestId: authorisationId, field: 'authorisation' },
  };
}

/** For a basket and its PSU. The key is derived from the basket, so that two starts create one there. */
export async function askingForBasket(
  stores: Stores,
  basket: BasketRecord,
  psuIpAddress: string | null,
): Promise<Asking> {
  const { tppId, basketId, psuId, psuContext } = basket;
  return {
    tpp: { tppId, name: await stores.tpps.name(tppId) },
    psu: { ...basket, context: psuContext },
    remotePsuId: await remotePsuIdOf(stores, tppId, psuId),
    readHeader: (name) => (name.toLowerCase() === 'psu-ip-address' ? psuIpAddress : null),
    key: { requestId: basketId, field: 'basket' },
  };
}

async function remotePsuIdOf(stores: Stores, tppId: string, psuId: string | null): Promise<string | null> {
  return psuId === null ? null : ((await stores.remote.find(tppId, 'PSU', psuId))?.reference ?? null);
}

/** The id of a resource at the remote bank. One without an id was made while the service used another bank. */
export async function referenceOf(
  stores: Stores,
  tppId: string,
  kind: 'PAYMENT' | 'BASKET',
  id: string,
): Promise<string | null> {
  return (await stores.remote.find(tppId, kind, id))?.reference ?? null;
}
