/** Limits of wrong codes across authorisations, so that a guesser gets no new attempts from a new authorisation. */

/**
 * The limit for a payment. It counts the wrong codes in all authorisations of the payment and of its baskets. A basket has reached the
 * limit if one of its payments has.
 */
export const wrongCodesPerTarget = 15;
const wrongCodesInLogins = 15;
/** More than a person mistypes, and far fewer than a guesser needs. */
const wrongCodesInApprovals = 50;
/** A lockout lasts this long. Without a lockout, the count starts again when this time has passed since the last wrong code. */
export const lockoutMs = 3_600_000;

export interface WrongCodeLimit {
  /** The name under which the store counts the wrong codes. */
  readonly subject: string;
  readonly atMost: number;
}

export const sessionLoginLimit = (psuIdOrIdentityNumber: string, sessionId: string): WrongCodeLimit => ({
  subject: `log-in of session ${psuIdOrIdentityNumber} ${sessionId}`,
  atMost: wrongCodesInLogins,
});
export const customerLoginLimit = (customerId: string): WrongCodeLimit => ({
  subject: `log-in of customer ${customerId}`,
  atMost: wrongCodesInLogins,
});
export const customerApprovalLimit = (customerId: string): WrongCodeLimit => ({
  subject: `approvals of customer ${customerId}`,
  atMost: wrongCodesInApprovals,
});

export interface WrongCodeCount {
  readonly wrongCodes: number;
  /** The time of the last wrong code. */
  readonly at: number;
  /** The end of the lockout; null: there is no lockout. */
  readonly closedUntil: number | null;
}

export function addWrongCode(
  count: WrongCodeCount | null,
  { atMost }: WrongCodeLimit,
  now: number,
): WrongCodeCount {
  const startsAgain = count === null || now >= (count.closedUntil ?? count.at + lockoutMs);
  const wrongCodes = startsAgain ? 1 : count.wrongCodes + 1;
  return { wrongCodes, at: now, closedUntil: wrongCodes >= atMost ? now + lockoutMs : null };
}
