import type { HeaderReader } from '../../domain/headers.ts';
import type { PrepareContext } from '../../operations/ports/context.ts';
import type { AuthorisationRecord, BasketRecord, Stores } from '../../operations/ports/stores.ts';
import type { BankRequest } from './bank-client.ts';
import { type RemoteKind, remoteStore } from './ports.ts';

export async function createRequestFromContext({
  caller,
  psu,
  stores,
  readHeader,
  writeKey: key,
}: PrepareContext): Promise<BankRequest> {
  const remotePsuId = await findRemotePsuId(stores, caller.tppId, psu.psuId);
  return { tpp: caller, psu, remotePsuId, readHeader, key };
}

/** The caller makes `key` of the id of the resource, so that a repeated call sends the bank the same X-Request-ID. */
export async function createRequestFromRecord(
  stores: Stores,
  resource: AuthorisationRecord | BasketRecord,
  key: BankRequest['key'],
): Promise<BankRequest> {
  const { tppId, psuId } = resource;
  return {
    tpp: { tppId, name: await stores.tpps.name(tppId) },
    psu: resource,
    remotePsuId: await findRemotePsuId(stores, tppId, psuId),
    readHeader: createStoredHeaderReader(resource),
    key,
  };
}

/** The stored headers are passed on to the bank as if the TPP had sent them again. */
function createStoredHeaderReader(resource: AuthorisationRecord | BasketRecord): HeaderReader {
  const { identityNumber, corporateId, psuContext, redirectPreferred } = resource;
  // Only an authorisation has these two fields.
  const { authMethodPreferred = null, language = null }: Partial<AuthorisationRecord> = resource;
  const headers = new Map<string, string | null>([
    ['X-PSU-IDENTITY', identityNumber],
    ['X-PSU-AuthMethod-Preferred', authMethodPreferred],
    ['PSU-Corporate-ID', corporateId],
    ['PSU-Context', psuContext],
    ['PSU-Accept-Language', language],
    ['TPP-Redirect-Preferred', redirectPreferred ? null : 'false'],
  ]);
  return (name) => headers.get(name) ?? null;
}

const findRemotePsuId = async (
  stores: Stores,
  tppId: string,
  psuId: string | null,
): Promise<string | null> => (psuId === null ? null : findReference(stores, tppId, 'PSU', psuId));

/** null: the bank has given no id, or the service used another bank when the resource was created. */
export async function findReference(
  stores: Stores,
  tppId: string,
  kind: RemoteKind,
  id: string,
): Promise<string | null> {
  return (await stores.get(remoteStore).find(tppId, kind, id))?.reference ?? null;
}

/** The ids of the payments that the authorisation is about. */
export async function findPaymentIds(
  { baskets }: Stores,
  { paymentId, basketId }: AuthorisationRecord,
): Promise<readonly string[]> {
  if (paymentId !== null) return [paymentId];
  return basketId === null ? [] : (await baskets.paymentsOf(basketId)).map((payment) => payment.paymentId);
}
