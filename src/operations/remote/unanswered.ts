/** What a TPP is told of statuses that a remote bank could not be asked for: since when they are as they are shown. */
import type { TppMessage } from '../../domain/refusal.ts';
import { instantText } from '../../domain/values/iso-date.ts';
import type { StatusFollower } from '../ports/bank.ts';

/** One warning for all of these payments, by the one that was heard of longest ago; none where the bank has answered. */
export function unansweredWarnings(
  follower: StatusFollower | null,
  paymentIds: readonly string[],
): readonly TppMessage[] {
  const heard = [...(follower?.unanswered(paymentIds).values() ?? [])];
  if (heard.length === 0) return [];
  const oldest = heard.includes(null) ? null : Math.min(...heard.map((heardAt) => heardAt ?? 0));
  const since = oldest === null ? 'when the payment was created' : `at ${instantText(oldest)}`;
  const text = `the bank behind this service does not answer now; this is the status as it was ${since}`;
  return [{ category: 'WARNING', code: 'SYSTEM_ERROR', path: 'transactionStatus', text }];
}
