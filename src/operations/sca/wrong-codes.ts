/** Limits wrong codes across authorisations. Codes are checked only after `lockCounts`, so that many simultaneous guesses all count. */
import {
  addWrongCode,
  customerApprovalLimit,
  customerLoginLimit,
  sessionLoginLimit,
  type WrongCodeCount,
  type WrongCodeLimit,
  wrongCodesPerTarget,
} from '../../domain/authorisations/wrong-codes.ts';
import type { AuthorisationRecord, PaymentRecord } from '../ports/stores.ts';
import type { StepContext } from './step-context.ts';
import type { ScaContext } from './targets.ts';

function limitsOf(authorisation: AuthorisationRecord, customerId: string | null): readonly WrongCodeLimit[] {
  const { kind, psuId, identityNumber, sessionId } = authorisation;
  if (kind !== 'LOGIN') return customerId === null ? [] : [customerApprovalLimit(customerId)];
  const limits: WrongCodeLimit[] = [];
  const psuIdOrIdentityNumber = psuId ?? identityNumber;
  if (psuIdOrIdentityNumber !== null && sessionId !== null)
    limits.push(sessionLoginLimit(psuIdOrIdentityNumber, sessionId));
  if (customerId !== null) limits.push(customerLoginLimit(customerId));
  return limits;
}

const subjectsOf = (authorisation: AuthorisationRecord, customerId: string | null): readonly string[] =>
  limitsOf(authorisation, customerId).map(({ subject }) => subject);

export async function lockCounts(
  { stores, now, counts }: StepContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<void> {
  const subjects = subjectsOf(authorisation, customerId);
  const lockedCounts = await stores.wrongCodes.lock(authorisation.tppId, subjects, now);
  for (const [subject, count] of lockedCounts) counts.set(subject, count);
}

export async function readCounts(
  { stores, counts }: StepContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<readonly (WrongCodeCount | null)[]> {
  const subjects = subjectsOf(authorisation, customerId);
  const unreadSubjects = subjects.filter((subject) => !counts.has(subject));
  if (unreadSubjects.length > 0) {
    const storedCounts = await stores.wrongCodes.read(authorisation.tppId, unreadSubjects);
    for (const subject of unreadSubjects) counts.set(subject, storedCounts.get(subject) ?? null);
  }
  return subjects.map((subject) => counts.get(subject) ?? null);
}

/** null: codes are accepted. */
export async function readClosedUntil(
  context: StepContext,
  authorisation: AuthorisationRecord,
  customerId: string | null,
): Promise<number | null> {
  const counts = await readCounts(context, authorisation, customerId);
  const latest = Math.max(...counts.map((count) => count?.closedUntil ?? 0), 0);
  return latest > context.now ? latest : null;
}

export async function addToWrongCodes(
  { stores, now, counts }: StepContext,
  authorisation: AuthorisationRecord,
  customerId: string,
): Promise<void> {
  for (const limit of limitsOf(authorisation, customerId)) {
    const newCount = addWrongCode(counts.get(limit.subject) ?? null, limit, now);
    counts.set(limit.subject, newCount);
    await stores.wrongCodes.set(authorisation.tppId, limit.subject, newCount);
  }
}

/**
 * The payment with the most wrong codes decides. The wrong codes of a payment are those in all its authorisations, and in the
 * authorisations of its baskets. The caller has locked the payments.
 */
export async function hasTooManyWrongCodes(
  { stores }: ScaContext,
  payments: readonly PaymentRecord[],
): Promise<boolean> {
  if (payments.length === 0) return false;
  const wrongCodes = await stores.authorisations.highestWrongCodeCountOf(
    payments.map(({ paymentId }) => paymentId),
  );
  return wrongCodes >= wrongCodesPerTarget;
}
