/**
 * By hand: part of the group commit, which Drizzle cannot say. The condition under which remembered facts may be used: the
 * clock is the same, and so is the PSU's newest session; no creditor has an agreement about its references; and the
 * X-Request-ID is new. With its limit each account is found by its key, also by a plan that was made while there were few.
 */
import type { Condition } from '../insertion.ts';
import { nextId } from '../kept.ts';

const columns = [
  { name: 'tpp_id', type: 'text' },
  { name: 'clock_offset', type: 'bigint' },
  { name: 'session_id', type: 'text' },
  { name: 'psu', type: 'text' },
  { name: 'version', type: 'text' },
  { name: 'creditor_keys', type: 'text[]' },
  { name: 'request_id', type: 'text' },
];

/** What is asked, in the order of the columns. */
type AskedOfFacts = readonly [
  tppId: string,
  clockOffset: number,
  sessionId: string | null,
  psu: string | null,
  version: string,
  creditorKeys: readonly string[],
  requestId: string | null,
];

const factsHold = (psu: 'psu_id' | 'identity_number') => {
  const id = nextId();
  const text = `(select clock_offset_ms from tpps t where t.tpp_id = asked.tpp_id) = asked.clock_offset
    and (select xmin::text from psu_sessions s
      where s.tpp_id = asked.tpp_id and s.session_id = asked.session_id and s.${psu} = asked.psu
      order by s.authenticated_at desc limit 1) = asked.version
    and not exists (select from unnest(asked.creditor_keys) as creditor (key)
      cross join lateral (select kid_agreement from sandbox_accounts a
        where a.tpp_id = asked.tpp_id and a.account_key = creditor.key limit 1) as account
      where kid_agreement is not null)
    and not exists (select from request_answers r where r.tpp_id = asked.tpp_id and r.request_id = asked.request_id)`;
  return (values: AskedOfFacts): Condition => ({ id, columns, text, values });
};
export const factsHoldByPsuId = factsHold('psu_id');
export const factsHoldByIdentity = factsHold('identity_number');
