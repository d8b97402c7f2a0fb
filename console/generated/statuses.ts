/** Generated from the tables of statuses by `npm run generate`. Do not edit. */
import type { PaymentStatus, SigningBasketStatus } from './graphql.ts';

export type Status = PaymentStatus | SigningBasketStatus;

/** Each status with the words in which the schema says it, and whether no other follows it. */
export const statuses: Readonly<Record<Status, { readonly words: string; readonly final: boolean }>> = {
  RCVD: { words: 'Received', final: false },
  PDNG: { words: 'Pending', final: false },
  ACTC: { words: 'Accepted technically', final: false },
  ACCP: { words: 'Accepted for the customer', final: false },
  ACSP: { words: 'Settlement in process', final: false },
  ACWC: { words: 'Accepted with change', final: false },
  ACWP: { words: 'Accepted without posting', final: false },
  ACSC: { words: 'Settled', final: true },
  RJCT: { words: 'Rejected', final: true },
  CANC: { words: 'Cancelled', final: true },
  PART: { words: 'Partially accepted', final: true },
  PRSY: { words: 'Partially processed', final: false },
  PATC: { words: 'Partially accepted', final: false },
};
