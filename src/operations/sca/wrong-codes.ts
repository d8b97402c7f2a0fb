/**
 * Wrong one-time codes beyond one authorisation: whom they count against, when that closes the log-in or the
 * approvals of a customer, and when it ends a payment or basket. A code is checked only after `hold`: the counts are
 * read under its locks, so that of many guesses at once each one counts.
 */
import {
  approvalsOfCustomer,
  type Bound,
  counted,
  loginOfCustomer,
  loginOfSession,
  wrongCodesPerTarget,
} from '../../domain/authorisations/wrong-codes.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import type { ScaContext } from './targets.ts';

function boundsOf(authorisation: AuthorisationRecord, customerId: string | null): readonly Bound[] {
  const { kind, psuId, identityNumber, sessionId } = authorisation;
  if (kind !== 'LOGIN') return customerId === null ? [] : [approvalsOfCustomer(customerId)];
  const who = psuId ?? identityNumber;
  return [
    ...(who === null || sessionId === null ? [] : [loginOfSession(who, sessionId)]),
    ...(customerId === null ? [] : [loginOfCustomer(customerId)]),
  ];
}

const subjectsOf = (bounds: readonly Bound[]): readonly string[] => bounds.map(({ subject }) => subject);

/** Locks the counts until the transaction ends. */
export async function hold(
  { stores, now }: ScaContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<void> {
  const bounds = boundsOf(authorisation, customerId);
  await stores.wrongCodes.lock(authorisation.tppId, subjectsOf(bounds), now);
}

/** Until when the authorisation is closed to this customer, or to its session; null when it is open. */
export async function closedUntil(
  { stores, now }: ScaContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<number | null> {
  const bounds = boundsOf(authorisation, customerId);
  const counts = await stores.wrongCodes.read(authorisation.tppId, subjectsOf(bounds));
  const latest = Math.max(...[...counts.values()].map((count) => count.closedUntil ?? 0), 0);
  return latest > now ? latest : null;
}

/** Counts a wrong code for every subject that it concerns, under the locks of `hold`. */
export async function countWrongCode(
  { stores, now }: ScaContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<void> {
  const bounds = boundsOf(authorisation, customerId);
  const counts = await stores.wrongCodes.read(authorisation.tppId, subjectsOf(bounds));
  for (const bound of bounds) {
    const next = counted(counts.get(bound.subject) ?? null, bound, now);
    await stores.wrongCodes.set(authorisation.tppId, bound.subject, next);
  }
}

/** Whether too many wrong codes were given for the locked payments, over all their authorisations. */
export async function guessedTooOften(
  { stores }: ScaContext,
  payments: readonly PaymentRecord[],
): Promise<boolean> {
  if (payments.length === 0) return false;
  const met = await stores.authorisations.wrongCodesOf(payments.map(({ paymentId }) => paymentId));
  return met >= wrongCodesPerTarget;
}
