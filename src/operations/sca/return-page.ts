import type { AuthorisationKind } from '../../domain/authorisations/authorisation.ts';
import type { PaymentStatus } from '../../domain/payments/status.ts';
import type { SharedWork } from '../ports/stores.ts';
import { readPayments, tppAddressOf } from './finish.ts';
import { belongsToBrowser, findByLink } from './secrets.ts';

export interface ReturnPageData {
  readonly kind: AuthorisationKind;
  readonly tppId: string;
  readonly tppAddress: string;
  readonly basketId: string | null;
  /** In the order of the basket; empty for a log-in. */
  readonly payments: readonly { readonly paymentId: string; readonly status: PaymentStatus }[];
}

/** null: the link is unknown, its authorisation is open, or this browser has not claimed it. */
export async function readReturnPageData(
  work: SharedWork,
  linkToken: string,
  secret: string,
): Promise<ReturnPageData | null> {
  const authorisation = await findByLink(work, linkToken);
  if (authorisation === null || authorisation.endedAt === null || !belongsToBrowser(authorisation, secret))
    return null;
  const { kind, tppId, basketId } = authorisation;
  const payments = await readPayments(work.of(tppId).stores, authorisation);
  return { kind, tppId, basketId, tppAddress: tppAddressOf(authorisation), payments };
}
