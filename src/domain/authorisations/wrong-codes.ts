/** Limits of wrong codes over several authorisations, so that nobody can go on guessing in a new one. */

/** The limit over all authorisations of a payment or basket. */
export const wrongCodesPerTarget = 15;
const wrongCodesPerLogin = 15;
/** People do not mistype so often; to guess a code takes far more attempts. */
const wrongCodesPerSigner = 50;
/** How long the PSU is locked out. After this time without a wrong code the count starts again. */
export const closedForMs = 3_600_000;

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
  readonly at: number;
  readonly closedUntil: number | null;
}

export function addWrongCode(count: WrongCodeCount | null, { atMost }: Bound, now: number): WrongCodeCount {
  const over = count === null || now >= (count.closedUntil ?? count.at + closedForMs);
  const wrongCodes = over ? 1 : count.wrongCodes + 1;
  return { wrongCodes, at: now, closedUntil: wrongCodes >= atMost ? now + closedForMs : null };
}
