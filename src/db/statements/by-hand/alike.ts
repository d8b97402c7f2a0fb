/** By hand: whether a payment would be a logical duplicate. Drizzle has no select without a table. */
import { sql } from 'drizzle-orm';
import { payments } from '../../tables/payments.ts';
import type { PlaceholdersOf } from '../kept.ts';
import { byHand } from './by-hand.ts';

const asked = { tppId: payments.tppId, fingerprint: payments.fingerprint, since: payments.createdAt };

/** In the words of the indexes on it. */
const ofPart = ($: PlaceholdersOf<typeof asked>, part: 'latest_alike' | 'not latest_alike') => sql`
  exists (select from payments where tpp_id = ${$.tppId} and fingerprint = ${$.fingerprint} and ${sql.raw(part)}
    and created_at > ${$.since} and status not in ('RJCT', 'CANC'))`;

export const alikePayments = byHand<typeof asked, { readonly alike: boolean }>(
  asked,
  ($) => sql`select ${ofPart($, 'latest_alike')} or ${ofPart($, 'not latest_alike')} as alike`,
);
