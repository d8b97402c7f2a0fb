import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/db/connections/client.ts';
import { prepare } from '../../../src/db/statement.ts';
import { rowsOf } from '../../../src/db/stores/rows-of.ts';
import { cloneDatabase } from '../../support/database.ts';
import { anyText } from '../../support/texts.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 1 });
});
afterAll(() => database.close());

interface Row {
  readonly aName: string | null;
  readonly order: number | null;
  readonly minor: bigint | null;
  readonly at: string | null;
  readonly covered: boolean | null;
  readonly details: unknown;
}

const statement = prepare(
  {
    rows: rowsOf<Partial<Row>>(
      '"aName" text, "order" int, minor bigint, at timestamptz, covered boolean, details jsonb',
    ),
  },
  (_, $) => sql`
    select "aName", "order", minor::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as at, covered, details
    from ${$.rows}`,
);
const read = (rows: readonly Partial<Row>[]): Promise<unknown[]> =>
  database.session.rows(statement, { rows });

const text = anyText().filter((one) => !one.includes('\0'));
const row = fc.record({
  aName: fc.option(fc.oneof(text, fc.constantFrom('NULL', '', ' ', '{}', '","', '\\', '"', "'", 'a\nb'))),
  order: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  minor: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  at: fc.option(fc.constant('2030-01-07')),
  covered: fc.option(fc.boolean()),
  details: fc.option(fc.record({ name: text, list: fc.array(text) })),
});

it('rows hold any value: quotes, backslashes, the word NULL, nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const expected = rows.map((one) => ({ ...one, minor: one.minor === null ? null : String(one.minor) }));
      expect(await read(rows)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

it('a row has null for a missing value, and no keys give no rows', async () => {
  const nothing = { aName: null, order: null, minor: null, at: null, covered: null, details: null };
  expect(await read([{ aName: 'a' }, {}])).toEqual([{ ...nothing, aName: 'a' }, nothing]);
  expect(await read([])).toEqual([]);
});
