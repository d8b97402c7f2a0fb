/** A module for the console, which imports nothing of the source. */
import { type BasketStatus, basketStatusMeanings } from '../../src/domain/baskets/basket.ts';
import {
  isFinal,
  type PaymentStatus,
  paymentStatuses,
  statusMeanings,
} from '../../src/domain/payments/status.ts';
import { firstWords } from './forms.ts';

export function statusesModule(): string {
  const ofBaskets = Object.keys(basketStatusMeanings) as BasketStatus[];
  const all: readonly (PaymentStatus | BasketStatus)[] = [...new Set([...paymentStatuses, ...ofBaskets])];
  const meanings: Readonly<Record<string, string>> = { ...basketStatusMeanings, ...statusMeanings };
  const rows = all.map((status) => {
    const final = paymentStatuses.some((one) => one === status && isFinal(one));
    return `  ${status}: { words: '${firstWords(meanings[status] ?? status)}', final: ${final} },`;
  });
  return [
    '/** Generated from the tables of statuses by `npm run generate`. Do not edit. */',
    "import type { PaymentStatus, SigningBasketStatus } from './graphql.ts';",
    '',
    'export type Status = PaymentStatus | SigningBasketStatus;',
    '',
    '/** Each status with the words in which the schema says it, and whether no other follows it. */',
    'export const statuses: Readonly<Record<Status, { readonly words: string; readonly final: boolean }>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
