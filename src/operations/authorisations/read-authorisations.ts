/** Reads the authorisations of a payment: their ids, and the SCA status of one (contract 2, 5). */
import { refuse } from '../../domain/refusal.ts';
import type { Operation, ReadContext } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import type { AuthorisationRecord } from '../ports.ts';

export const listAuthorisations: Operation<PaymentName, readonly AuthorisationRecord[]> = {
  name: 'listAuthorisations',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name) {
    const { payment } = await findPayment(context, name);
    const all = await context.stores.authorisations.list({ paymentId: payment.paymentId });
    return all.filter(({ kind }) => kind === 'PAYMENT');
  },
};

export const getAuthorisation: Operation<
  PaymentName & { readonly authorisationId: string },
  AuthorisationRecord
> = {
  name: 'getAuthorisation',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND'],
  async run(context, name) {
    const { payment } = await findPayment(context, name);
    return found(context, name.authorisationId, (one) => one.paymentId === payment.paymentId);
  },
};

/** The authorisation with this id that belongs to the resource, or 404 SCA_NOT_FOUND. One whose time is up has failed. */
export async function found(
  context: ReadContext,
  authorisationId: string,
  belongs: (authorisation: AuthorisationRecord) => boolean,
): Promise<AuthorisationRecord> {
  const authorisation = await context.stores.authorisations.find(context.caller.tppId, authorisationId);
  if (!authorisation || !belongs(authorisation)) {
    throw refuse('SCA_NOT_FOUND', {
      path: 'authorisationId',
      text: 'there is no authorisation with this id',
    });
  }
  const late = authorisation.endedAt === null && authorisation.expiresAt <= (await context.time()).now;
  return late ? { ...authorisation, scaStatus: 'failed', endReason: 'EXPIRED' } : authorisation;
}
