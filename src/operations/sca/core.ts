/**
 * What a step of the page asks of a core system before its transaction, and what it waits for after it. With another bank
 * nothing is asked and nothing is awaited.
 */
import { askCustomer, askRights, type CoreAnswers } from '../core/answers.ts';
import type { CoreDesk } from '../ports/core.ts';
import type { AuthorisationRecord, PaymentRecord, SharedWork, Stores } from '../ports/stores.ts';
import { agreementIn, agreementsFor } from './agreements.ts';
import { directoryOf } from './directory.ts';
import { returnAddress } from './finish.ts';
import { liveSession } from './live-session.ts';
import { productOf, type ScaContext } from './targets.ts';
import type { View } from './view.ts';

export interface Questions {
  /** Who is named on the page. */
  readonly customerNumber?: string;
  /** What they may do with the debtor accounts, for an approval. */
  readonly rights?: boolean;
  /** The agreement that is being chosen. */
  readonly agreementId?: string;
  /** Where several agreements could be chosen: under the first that allows it, else under the last. */
  readonly anyAgreement?: boolean;
}

export async function askCore(
  core: CoreDesk,
  context: ScaContext,
  authorisation: AuthorisationRecord,
  { customerNumber, rights = false, agreementId: named, anyAgreement = false }: Questions,
): Promise<CoreAnswers> {
  const { tppId, customerId, agreementId } = authorisation;
  const number =
    customerNumber ?? customerId ?? (await liveSession(context, authorisation))?.customerNumber ?? null;
  const answers = await askCustomer(core, tppId, number);
  if (!rights || answers.customer === null) return answers;
  const directory = directoryOf({ ...context, answers });
  const customer = await directory.byId(answers.customer.customerNumber);
  const choices = await agreementsFor(directory, authorisation, customer);
  const payments = await wholePayments(context.stores, authorisation);
  const chosen = agreementIn(choices, named ?? agreementId);
  const tried = chosen === null && anyAgreement && choices.length > 0 ? choices : [chosen];
  let last = answers;
  for (const choice of tried) {
    last = await askRights(core, tppId, answers, choice?.agreementId ?? null, payments);
    if ([...last.rights.values()].every(({ allowed }) => allowed)) break;
  }
  return last;
}

/** What the authorisation acts upon, not locked. */
export async function wholePayments(
  { payments, baskets }: Stores,
  { tppId, paymentId, basketId }: AuthorisationRecord,
): Promise<readonly PaymentRecord[]> {
  if (basketId !== null) return baskets.paymentsOf(basketId);
  const found = paymentId === null ? null : await payments.find(tppId, paymentId);
  return found === null ? [] : [found];
}

/** An instant payment is settled in seconds, so its PSU sees how it ended. */
const instantWaitsMs = 5_000;

export interface AfterOrderParts extends Pick<ScaContext, 'bank' | 'settings'> {
  readonly work: SharedWork;
  /** Resolves when the payment has ended, or after so many milliseconds. */
  readonly waitForEnd?: (tppId: string, paymentId: string, milliseconds: number) => Promise<void>;
}

/** The view once an instant payment that was just ordered has ended, or as it is after a while. */
export async function afterOrder(parts: AfterOrderParts, view: View): Promise<View> {
  const { authorisation, payments } = view;
  const [payment] = payments;
  const waits =
    parts.bank.core !== null &&
    authorisation.kind === 'PAYMENT' &&
    authorisation.endReason === 'APPROVED' &&
    payment !== undefined &&
    productOf(parts, payment).settlement === 'INSTANT';
  if (!waits) return view;
  await parts.waitForEnd?.(payment.tppId, payment.paymentId, instantWaitsMs);
  const { read } = parts.work.of(payment.tppId);
  const now = (await read.payments.find(payment.tppId, payment.paymentId)) ?? payment;
  if (now.status !== 'RJCT') return { ...view, payments: [now] };
  const change = { endReason: 'PAYMENT_FAILED' } as const;
  await read.authorisations.update(authorisation.authorisationId, change);
  const ended = { ...authorisation, ...change };
  const returnTo = view.returnTo === null ? null : returnAddress(ended);
  return { ...view, authorisation: ended, payments: [now], returnTo };
}
