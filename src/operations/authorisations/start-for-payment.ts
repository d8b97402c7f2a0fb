import { paymentPath } from '../../domain/payments/links.ts';
import { awaitsApproval, isFinal } from '../../domain/payments/status.ts';
import { storeNotificationTarget } from '../notifications/target.ts';
import type { Context } from '../operation.ts';
import { lockPayment, paymentConflict } from '../payments/get-payment.ts';
import type { PaymentIdInput } from '../payments/ports.ts';
import type { PaymentRecord } from '../ports/stores.ts';
import { openAuthorisation } from './open.ts';
import { psuOf } from './psu.ts';
import { describeStart, type RequestWarnings, type StartedAuthorisation } from './started-authorisation.ts';

export async function startForPayment(
  context: Context,
  input: PaymentIdInput & RequestWarnings,
  kind: 'PAYMENT' | 'CANCELLATION',
): Promise<StartedAuthorisation> {
  const { product, payment } = await lockPayment(context, input);
  const { paymentId } = payment;
  if (kind === 'PAYMENT') await requireApprovable(context, payment);
  else requireApprovableCancellation(payment);
  const notifications = await storeNotificationTarget(context, paymentId, 'STORED_PAYMENT');
  const authorisation = await openAuthorisation(context, psuOf(payment, context.psu), {
    kind,
    target: { paymentId },
    instructions: [payment.instruction],
  });
  const segment = kind === 'PAYMENT' ? 'authorisations' : 'cancellation-authorisations';
  const authorisationsPath = `${paymentPath(product, paymentId)}/${segment}`;
  return describeStart(context, authorisation, authorisationsPath, notifications, input.warnings);
}

async function requireApprovable({ stores }: Context, { status, paymentId }: PaymentRecord): Promise<void> {
  if (!awaitsApproval(status))
    throw paymentConflict(`the payment is ${status} and can no longer be approved`);
  const basketId = await stores.baskets.openBasketIdOf(paymentId);
  if (basketId)
    throw paymentConflict(
      `the payment is in the signing basket ${basketId}: start the authorisation of the basket instead`,
    );
}

function requireApprovableCancellation({ status }: PaymentRecord): void {
  if (isFinal(status)) throw paymentConflict(`the payment is ${status} and can no longer be cancelled`);
  if (awaitsApproval(status))
    throw paymentConflict('the payment is not approved yet: cancel it directly, without an authorisation');
}
