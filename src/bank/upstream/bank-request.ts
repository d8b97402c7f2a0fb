import type { PrepareContext } from '../../operations/ports/context.ts';
import type { AuthorisationRecord, BasketRecord, Stores } from '../../operations/ports/stores.ts';
import type { BankRequest } from './bank-client.ts';

export async function requestOf({
  caller,
  psu,
  stores,
  readHeader,
  writeKey: key,
}: PrepareContext): Promise<BankRequest> {
  const remotePsuId = await remotePsuIdOf(stores, caller.tppId, psu.psuId);
  return { tpp: caller, psu, remotePsuId, readHeader, key };
}

/** The key of the request is the id of the authorisation, so that opening the page twice repeats the same call. */
export async function requestForAuthorisation(
  stores: Stores,
  authorisation: AuthorisationRecord,
): Promise<BankRequest> {
  const { tppId, psuContext, authorisationId } = authorisation;
  return {
    tpp: { tppId, name: await stores.tpps.name(tppId) },
    psu: { ...authorisation, context: psuContext },
    remotePsuId: await remotePsuIdOf(stores, tppId, authorisation.psuId),
    readHeader: () => null,
    key: { requestId: authorisationId, field: 'authorisation' },
  };
}

/** The key of the request is the id of the basket, so that starting its authorisation twice creates one basket at the bank. */
export async function requestForBasket(
  stores: Stores,
  basket: BasketRecord,
  psuIpAddress: string | null,
): Promise<BankRequest> {
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

/** null: the bank has not created the basket yet, or the resource was created while the service used another bank. */
export async function referenceOf(
  stores: Stores,
  tppId: string,
  kind: 'PAYMENT' | 'BASKET',
  id: string,
): Promise<string | null> {
  return (await stores.remote.find(tppId, kind, id))?.reference ?? null;
}
