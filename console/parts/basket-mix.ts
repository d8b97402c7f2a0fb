/** Which payments one signing basket may hold: from one account and for one PSU, ten at most, as the bank demands it. */
import type { UnsignedQuery } from '../generated/graphql.ts';
import type { TextKey } from '../texts/index.ts';

type Candidate = Pick<UnsignedQuery['payments']['nodes'][number], 'paymentId' | 'psuId' | 'debtorAccount'>;

export const paymentsAtMost = 10;

/** Why this payment cannot join those that are chosen; null: it can, or is one of them. */
export function obstacleOf(payment: Candidate, chosen: readonly Candidate[]): TextKey | null {
  const [first] = chosen;
  if (first === undefined || chosen.some(({ paymentId }) => paymentId === payment.paymentId)) return null;
  if (accountOf(payment) !== accountOf(first)) return 'basketOtherAccount';
  if (payment.psuId === null) return 'basketPsuByNumber';
  if (payment.psuId !== first.psuId) return 'basketOtherPsu';
  return chosen.length < paymentsAtMost ? null : 'basketFull';
}

/** The same for both spellings of an account: a Norwegian IBAN ends in the BBAN. */
function accountOf({ debtorAccount: { bban, iban, other } }: Candidate): string {
  const international = iban?.replace(/\s/g, '').toUpperCase();
  const national = bban ?? (international?.startsWith('NO') ? international.slice(4) : undefined);
  return (national ?? international ?? other?.identification ?? '').toUpperCase();
}
