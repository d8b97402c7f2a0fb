/**
 * By hand: which payments would be logical duplicates, for several at once. Drizzle has no lateral join of a list of values. Each
 * question is `since fingerprint`, since requests differ in when their 24 hours begin.
 */
import { sql } from 'drizzle-orm';
import { payments } from '../../tables/payments.ts';
import { given, keyedBy } from '../kept.ts';
import { byHand } from './by-hand.ts';

/** In the words of the indexes on it. */
const ofPart = (part: 'latest_alike' | 'not latest_alike') => sql`
  exists (select from payments p
    where p.tpp_id = asked.tpp_id and p.fingerprint = asked.fingerprint and ${sql.raw(part)}
      and p.created_at > asked.since and p.status not in ('RJCT', 'CANC'))`;

/** Those of the questions that have a duplicate. */
export const alikePayments = keyedBy(
  byHand(
    { keys: given<readonly string[]>(), tppId: payments.tppId },
    ($) => sql`
      select asked.key from (
        select key, ${$.tppId}::text as tpp_id, split_part(key, ' ', 1)::timestamptz as since,
          split_part(key, ' ', 2) as fingerprint
        from unnest(${$.keys}::text[]) as keys (key) offset 0) as asked
      where ${ofPart('latest_alike')} or ${ofPart('not latest_alike')}`,
    (values) => ({ key: String(values[0]) }),
  ),
  ({ key }) => key,
);
