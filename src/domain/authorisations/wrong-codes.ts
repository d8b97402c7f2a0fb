/**
 * Limits on wrong one-time codes in addition to the five of one authorisation, so that guessing cannot go on in a new
 * authorisation: over all authorisations of a payment or basket, over all log-ins of a session or customer, and over
 * all approvals of a customer, whatever payments they are for.
 */

/** How many wrong codes end a payment or basket, counted over all its authorisations. */
export const wrongCodesPerTarget = 15;
/** How many wrong codes close the log-in of a session or customer. */
const wrongCodesPerLogin = 15;
/** How many wrong codes close the approvals of a customer: more than typing errors, far fewer than guessing needs. */
const wrongCodesPerSigner = 50;
/** How long it stays closed; after as long without a wrong code the count starts again. */
export const closedForMs = 3_600_000;

/** What a wrong code is counted for. */
export interface Bound {
  readonly subject: string;
  readonly atMost: number;
}

export const loginOfSession = (who: string, sessionId: string): Bound => ({
  subject: `log-in of session ${who} ${sessionId}`,
  atMost: wrongCodesPerLogin,
});
export const loginOfCustomer = (customerId: string): Bound => ({
  subject: `log-in of customer ${customerId}`,
  atMost: wrongCodesPerLogin,
});
export const approvalsOfCustomer = (customerId: string): Bound => ({
  subject: `approvals of customer ${customerId}`,
  atMost: wrongCodesPerSigner,
});

export interface WrongCodeCount {
  readonly wrongCodes: number;
  /** When the last of them was given. */
  readonly at: number;
  readonly closedUntil: number | null;
}

/** The count after one more wrong code at `now`. */
export function addWrongCode(count: WrongCodeCount | null, { atMost }: Bound, now: number): WrongCodeCount {
  const over = count === null || now >= (count.closedUntil ?? count.at + closedForMs);
  const wrongCodes = over ? 1 : count.wrongCodes + 1;
  return { wrongCodes, at: now, closedUntil: wrongCodes >= atMost ? now + closedForMs : null };
}
