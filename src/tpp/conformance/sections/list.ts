/** All sections that can be seen from outside, in the order of the specification. */
import type { Section } from '../check.ts';
import { basketCreation, basketResource } from './baskets.ts';
import { cardTransactionCreation, cardTransactionRead, customerRead } from './cards.ts';
import { challengeBody, errorBody, errorCodes } from './errors.ts';
import { requestHeaders } from './headers.ts';
import { limitSections } from './limits.ts';
import { bulkPayments, instantPayments, periodicPayments, referredOperations } from './payments.ts';
import { resourceSections } from './resources.ts';
import { signing } from './signing.ts';
import { stateSections } from './states.ts';

const found: readonly Section[] = [
  ...resourceSections,
  basketResource,
  ...stateSections,
  basketCreation,
  cardTransactionCreation,
  customerRead,
  periodicPayments,
  instantPayments,
  bulkPayments,
  cardTransactionRead,
  referredOperations,
  signing,
  requestHeaders,
  errorBody,
  errorCodes,
  challengeBody,
  ...limitSections,
];

export const sections: readonly Section[] = [...found].sort((a, b) =>
  a.section.localeCompare(b.section, 'en', { numeric: true }),
);
