/** Signing baskets at a remote bank: made when their authorisation starts, and deleted there when they are deleted here. */
import { type Reason, Refusal } from '../../domain/refusal.ts';
import type { FoundBasket } from '../baskets/create-signing-basket.ts';
import type { AskContext } from '../operation.ts';
import type { RemoteRecord } from '../ports/remote.ts';
import { askingForBasket } from './asking.ts';

/** The id of the basket there; the bank is asked to create it where it is not known to have done so. */
export async function basketThere(context: AskContext, found: FoundBasket): Promise<string> {
  const known = await recordOf(context, found);
  if (known?.reference) return known.reference;
  // Noted before the call: its answer may be lost, and the basket may be deleted instead of started again.
  if (known !== null) await context.stores.remote.put({ ...known, askedAt: context.realNow });
  return create(context, found, known);
}

/** The same of a basket that is to be deleted; null where the bank has none. */
export async function basketLeftThere(context: AskContext, found: FoundBasket): Promise<string | null> {
  const known = await recordOf(context, found);
  if (known === null || known.reference !== null || known.askedAt === null) return known?.reference ?? null;
  // Asked under the same id again, the bank answers as it did.
  return create(context, found, known).catch((error: unknown) => {
    if (error instanceof Refusal && noneThere.includes(error.reason)) return null;
    throw error;
  });
}

const noneThere: readonly Reason[] = ['CONFLICT', 'RESOURCE_UNKNOWN', 'REFERENCE_MIX_INVALID'];

const recordOf = ({ stores }: AskContext, { basket: { tppId, basketId } }: FoundBasket) =>
  stores.remote.find(tppId, 'BASKET', basketId);

async function create(
  { stores, desk }: AskContext,
  { basket, payments }: FoundBasket,
  known: RemoteRecord | null,
): Promise<string> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const remote = await stores.remote.findMany(basket.tppId, 'PAYMENT', ids);
  const references = ids.flatMap((id) => remote.find((one) => one.id === id)?.reference ?? []);
  return desk.createBasket(await askingForBasket(stores, basket, known?.psuIpAddress ?? null), references);
}
