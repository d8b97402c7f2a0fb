import type { Section } from '../check.ts';
import * as baskets from './baskets.ts';
import * as cards from './cards.ts';
import * as errors from './errors.ts';
import * as headers from './headers.ts';
import * as limits from './limits.ts';
import * as payments from './payments.ts';
import * as resources from './resources.ts';
import * as signing from './signing.ts';
import * as states from './states.ts';

const files = [baskets, cards, errors, headers, limits, payments, resources, signing, states];

export const sections: readonly Section[] = files
  .flatMap((file) => Object.values<Section>(file))
  .toSorted((a, b) => a.section.localeCompare(b.section, 'en', { numeric: true }));
