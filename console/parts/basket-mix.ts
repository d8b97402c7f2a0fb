/** The bank's rule: one account, one PSU, at most ten payments. */
import type { UnsignedQuery } from '../generated/graphql.ts';
import type { TextKey } from '../texts/index.ts';
import { groupBy } from './group-by.ts';

type Candidate = Pick<UnsignedQuery['payments']['nodes'][number], 'paymentId' | 'psuId' | 'debtorAccount'>;

export interface AccountReference {
  readonly bban?: string | null | undefined;
  readonly iban?: string | null | undefined;
  readonly other?: { readonly identification: string } | null | undefined;
}

export const paymentsAtMost = 10;

/** null: the payment can join, or is chosen. */
export function obstacleOf(payment: Candidate, chosen: readonly Candidate[]): TextKey | null {
  const [first] = chosen;
  if (first === undefined || chosen.some(({ paymentId }) => paymentId === payment.paymentId)) return null;
  if (accountOf(payment.debtorAccount) !== accountOf(first.debtorAccount)) return 'basketOtherAccount';
  if (payment.psuId === null) return 'basketPsuByNumber';
  if (payment.psuId !== first.psuId) return 'basketOtherPsu';
  return chosen.length < paymentsAtMost ? null : 'basketFull';
}

export const groupsOf = <One extends Candidate>(payments: readonly One[]) => [
  ...groupBy(payments, ({ psuId, debtorAccount }) =>
    JSON.stringify([psuId, accountOf(debtorAccount)]),
  ).values(),
];

/** A Norwegian IBAN ends in the BBAN, so both give the same key. */
export function accountOf({ bban, iban, other }: AccountReference): string {
  const international = iban?.replace(/\s/g, '').toUpperCase();
  const national = bban ?? (international?.startsWith('NO') ? international.slice(4) : undefined);
  return (national ?? international ?? other?.identification ?? '').toUpperCase();
}
