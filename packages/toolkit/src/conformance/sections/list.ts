import type { Section } from '../check.ts';
import * as baskets from './baskets.ts';
import * as cards from './cards.ts';
import * as errors from './errors.ts';
import { requestHeaders } from './headers.ts';
import { limitSections } from './limits.ts';
import * as payments from './payments.ts';
import { resourceSections } from './resources.ts';
import { signing } from './signing.ts';
import { stateSections } from './states.ts';

const allSections: readonly Section[] = [
  ...resourceSections,
  ...stateSections,
  ...[baskets, cards, payments, errors].flatMap((file) => Object.values(file)),
  signing,
  requestHeaders,
  ...limitSections,
];

export const sections: readonly Section[] = allSections.toSorted((a, b) =>
  a.section.localeCompare(b.section, 'en', { numeric: true }),
);
