/** Limits of wrong codes across authorisations, so that a guesser gets no new attempts from a new authorisation. */

/** The sum over all authorisations of one payment or basket. */
export const wrongCodesPerTarget = 15;
const wrongCodesPerLogin = 15;
/** The sum over all approvals of one customer. A person mistypes fewer codes, and a guesser needs far more attempts. */
const wrongCodesInApprovals = 50;
/** How long the PSU is locked out. If this time passes without a wrong code, the count starts again. */
export const lockoutMs = 3_600_000;

export interface WrongCodeLimit {
  /** The name under which the store counts the wrong codes. */
  readonly subject: string;
  readonly atMost: number;
}

export const sessionLoginLimit = (psuIdOrIdentityNumber: string, sessionId: string): WrongCodeLimit => ({
  subject: `log-in of session ${psuIdOrIdentityNumber} ${sessionId}`,
  atMost: wrongCodesPerLogin,
});
export const customerLoginLimit = (customerId: string): WrongCodeLimit => ({
  subject: `log-in of customer ${customerId}`,
  atMost: wrongCodesPerLogin,
});
export const customerApprovalLimit = (customerId: string): WrongCodeLimit => ({
  subject: `approvals of customer ${customerId}`,
  atMost: wrongCodesInApprovals,
});

export interface WrongCodeCount {
  readonly wrongCodes: number;
  /** The time of the last wrong code. */
  readonly at: number;
  /** The end of the lock-out; null: the PSU is not locked out. */
  readonly closedUntil: number | null;
}

export function addWrongCode(
  count: WrongCodeCount | null,
  { atMost }: WrongCodeLimit,
  now: number,
): WrongCodeCount {
  const beginsAgain = count === null || now >= (count.closedUntil ?? count.at + lockoutMs);
  const wrongCodes = beginsAgain ? 1 : count.wrongCodes + 1;
  return { wrongCodes, at: now, closedUntil: wrongCodes >= atMost ? now + lockoutMs : null };
}
