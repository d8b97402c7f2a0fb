/** Authorisations of many payments. Callers pass ids that they have read before, so ownership is settled. */
import { paymentRead } from '../operation.ts';
import type { AuthorisationRecord } from '../ports/stores.ts';
import { atTime } from './found.ts';
import { scaRedirectOf } from './open.ts';

/** How many authorisations of each payment are read for a list, the newest. */
export const authorisationsOfEachAtMost = 100;

/** An authorisation as its TPP reads it: an open one still has its link. */
export type ReadAuthorisation = Pick<
  AuthorisationRecord,
  'authorisationId' | 'kind' | 'scaStatus' | 'endReason' | 'createdAt' | 'expiresAt' | 'endedAt'
> & { readonly scaRedirect: string | null };

export const getAuthorisationsOfPayments = paymentRead({
  name: 'getAuthorisationsOfPayments',
  async run(context, paymentIds: readonly string[]) {
    const found = await context.stores.authorisations.listMany(paymentIds, authorisationsOfEachAtMost);
    const { now } = await context.time();
    const read = (one: AuthorisationRecord): ReadAuthorisation => {
      const { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt } = atTime(one, now);
      const scaRedirect = endedAt === null ? scaRedirectOf(context, one) : null;
      return { authorisationId, kind, scaStatus, endReason, createdAt, expiresAt, endedAt, scaRedirect };
    };
    return new Map([...found].map(([id, all]) => [id, all.map(read)]));
  },
});
