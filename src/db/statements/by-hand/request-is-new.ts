/** By hand: part of the group commit, which Drizzle cannot say. The condition that an X-Request-ID has not been used yet. */
import type { Condition } from '../insertion.ts';
import { nextId } from '../kept.ts';

const id = nextId();
const columns = [
  { name: 'tpp_id', type: 'text' },
  { name: 'request_id', type: 'text' },
];
const text =
  'not exists (select from request_answers r where r.tpp_id = asked.tpp_id and r.request_id = asked.request_id)';

export const requestIsNew = (tppId: string, requestId: string | null): Condition => ({
  id,
  columns,
  text,
  values: [tppId, requestId],
});
