import { expect, it } from 'vitest';
import { summaryOf } from '../../../src/observability/tracing/statements.ts';

it.each([
  ['begin isolation level read committed', 'BEGIN'],
  ["begin; set local lock_timeout = '50'", 'BEGIN'],
  ['commit', 'COMMIT'],
  ['rollback', 'ROLLBACK'],
  ['select "a" from "payments" where "id" = $1 for update', 'SELECT payments'],
  [
    'select 1 from "payments" "p" join baskets on true left join "tpps" on true',
    'SELECT payments baskets tpps',
  ],
  ['select pg_notify($1, $2)', 'SELECT pg_notify'],
  ['select * from unnest($1::text[])', 'SELECT'],
  [
    'insert into "payments" ("a", "b") values ($1, $2) on conflict ("a") do update set "b" = $2',
    'INSERT payments',
  ],
  ['update "payments" set "a" = $1 where "b" in (select "b" from "baskets")', 'UPDATE payments'],
  ['update payments as p set a = $1', 'UPDATE payments'],
  ['delete from "tokens" where "a" < $1', 'DELETE tokens'],
  [
    'with asked (place, a) as (values ($1, $2)), held as materialized (select asked.* from asked), written_0 as (insert into "payments" ("a") select a from held), written_1 as (insert into "payments" ("a") select a from held) select place from held',
    'INSERT payments',
  ],
  ['with mine as (select * from "payments") select * from mine join "tpps" on true', 'SELECT payments tpps'],
])('%s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
  // The second result comes from the cache.
  expect(summaryOf(text)).toBe(summary);
});

it('the number is bounded, however many tables there are', () => {
  const joins = Array.from({ length: 100 }, (_, index) => ` join "table_${index}" on true`).join('');
  expect(summaryOf(`select 1 from "payments"${joins}`)).toHaveLength(255);
});
