/** Limits of wrong codes across authorisations, so that a guesser gets no new attempts from a new authorisation. */

export const wrongCodesPerTarget = 15;
const wrongCodesPerLogin = 15;
/** More than a person mistypes, and far fewer than a guesser needs. */
const wrongCodesInApprovals = 50;
/** How long a lockout lasts. The count also starts again if no wrong code comes in this time. */
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
  readonly at: number;
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
