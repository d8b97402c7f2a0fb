/** Reads the authorisations of a payment: their ids, and the SCA status of one (contract 2, 5). */
import { refuse } from '../../domain/refusal.ts';
import type { Operation, ReadContext } from '../operation.ts';
import { findPayment, type PaymentName } from '../payments/get-payment.ts';
import type { AuthorisationRecord } from '../ports.ts';
import { scaRedirectOf } from './open.ts';

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

/** Authorisations of one payment that a reader of many payments gets, the newest. */
export const authorisationsOfEachAtMost = 100;

/** An authorisation as its TPP reads it: what is open still has its address. */
export type ReadAuthorisation = Pick<
  AuthorisationRecord,
  'authorisationId' | 'kind' | 'scaStatus' | 'endReason' | 'createdAt' | 'expiresAt' | 'endedAt'
> & { readonly scaRedirect: string | null };

/** Callers pass ids of payments that they have read before, so ownership is settled. */
export const getAuthorisationsOfPayments: Operation<
  readonly string[],
  ReadonlyMap<string, readonly ReadAuthorisation[]>
> = {
  name: 'getAuthorisationsOfPayments',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  async run(context, paymentIds) {
    const found = await context.stores.authorisations.listMany(paymentIds, authorisationsOfEachAtMost);
    const { now } = await context.time();
    const read = (one: AuthorisationRecord): ReadAuthorisation => {
      const { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt } = atTime(one, now);
      const scaRedirect = endedAt === null ? scaRedirectOf(context, one) : null;
      return { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt, scaRedirect };
    };
    return new Map([...found].map(([id, all]) => [id, all.map(read)]));
  },
};

/** One whose time is up has failed, whether or not that has been written down. */
function atTime(authorisation: AuthorisationRecord, now: number): AuthorisationRecord {
  const { endedAt, expiresAt } = authorisation;
  return endedAt === null && expiresAt <= now
    ? { ...authorisation, scaStatus: 'failed', endReason: 'EXPIRED', endedAt: expiresAt }
    : authorisation;
}

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
  return atTime(authorisation, (await context.time()).now);
}
