/**
 * Starts the authorisation of a payment, of its cancellation, or of a signing basket (contract 2, 5): the TPP gets a
 * link to send the PSU to. A later start replaces an earlier one that is still open.
 */
import {
  type ShownAuthorisation,
  shownAuthorisation,
} from '../../domain/authorisations/shown-authorisation.ts';
import { type Links, link, paymentPath } from '../../domain/payments/links.ts';
import { awaitsApproval, isFinal } from '../../domain/payments/status.ts';
import { refuse } from '../../domain/refusal.ts';
import type { Context, Operation } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import type { AuthorisationRecord } from '../ports.ts';
import { openAuthorisation, psuOf, scaRedirectOf, supersede } from './open.ts';

export interface StartedAuthorisation {
  readonly authorisation: ShownAuthorisation;
  readonly links: Links;
  readonly psuMessage?: string;
}

export const startAuthorisation: Operation<PaymentName, StartedAuthorisation> = {
  name: 'startAuthorisation',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT', 'HTTP_HEADER_REQUIRED'],
  run: (context, name) => start(context, name, 'PAYMENT'),
};

export const startCancellationAuthorisation: Operation<PaymentName, StartedAuthorisation> = {
  name: 'startCancellationAuthorisation',
  role: 'PSP_PI',
  kind: 'write',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT', 'HTTP_HEADER_REQUIRED'],
  run: (context, name) => start(context, name, 'CANCELLATION'),
};

async function start(
  context: Context,
  name: PaymentName,
  kind: 'PAYMENT' | 'CANCELLATION',
): Promise<StartedAuthorisation> {
  const { product, payment: found } = await findPayment(context, name);
  const payment = await context.stores.payments.lock(found.paymentId);
  if (payment === null) throw refuse('RESOURCE_UNKNOWN');
  if (kind === 'PAYMENT') await requireApprovable(context, payment.status, payment.paymentId);
  else requireCancellable(payment.status);
  await supersede(context, { paymentId: payment.paymentId }, kind);
  const authorisation = await openAuthorisation(context, psuOf(payment, context.psu), {
    kind,
    paymentId: payment.paymentId,
    instructions: [payment.instruction],
  });
  const segment = kind === 'PAYMENT' ? 'authorisations' : 'cancellation-authorisations';
  return started(context, authorisation, `${paymentPath(product, payment.paymentId)}/${segment}`);
}

/** The answer to a start: `scaRedirect` for the PSU, `scaStatus` for the TPP. */
export function started(
  context: Context,
  authorisation: AuthorisationRecord,
  collection: string,
): StartedAuthorisation {
  return {
    authorisation: shownAuthorisation(authorisation),
    links: {
      scaRedirect: link(scaRedirectOf(context, authorisation), 'GET'),
      scaStatus: link(`${collection}/${authorisation.authorisationId}`, 'GET'),
    },
    ...(authorisation.redirectPreferred ? {} : { psuMessage: bankAppMessage }),
  };
}

/** Shown when the TPP prefers no redirect: the approval is also offered in the bank app (contract 5). */
export const bankAppMessage = 'Open your bank app to approve, or follow the link to approve in the browser.';

async function requireApprovable(
  context: Context,
  status: Parameters<typeof isFinal>[0],
  paymentId: string,
): Promise<void> {
  if (!awaitsApproval(status)) {
    throw refuse('CONFLICT', {
      path: 'paymentId',
      text: `the payment is ${status} and can no longer be approved`,
    });
  }
  if (await context.stores.payments.liveBasket(paymentId)) {
    throw refuse('CONFLICT', {
      path: 'paymentId',
      text: 'the payment is in a signing basket and is approved only through it',
    });
  }
}

function requireCancellable(status: Parameters<typeof isFinal>[0]): void {
  if (isFinal(status)) {
    throw refuse('CONFLICT', {
      path: 'paymentId',
      text: `the payment is ${status} and can no longer be cancelled`,
    });
  }
  if (awaitsApproval(status)) {
    throw refuse('CONFLICT', {
      path: 'paymentId',
      text: 'the payment is not approved; DELETE cancels it without an authorisation',
    });
  }
}
