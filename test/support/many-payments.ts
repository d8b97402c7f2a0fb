/** Payments by the hundred thousand, and the reads of a query. */
import pg from 'pg';
import { sessionConfig } from '../../src/db/connections/settings.ts';
import { type Query, Session, type StatementConfig } from '../../src/db/session.ts';
import type { Bank } from './bank.ts';

/** Rows of a statement, well within its time-out. */
const atOnce = 50_000;
const firstAt = '2020-01-01T00:00:00Z';

/** When the payment of this number was created, in milliseconds. */
export const createdAtOf = (number: number): number => Date.parse(firstAt) + number * 1_000;

/** Fills the table by SQL, a payment a second: one in 10,000 is cancelled, one in 10,000 a SEPA transfer. */
export async function fillPayments({ sql }: Pick<Bank, 'sql'>, tppId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) {
    await sql`
      insert into payments (payment_id, tpp_id, product, status, redirect_preferred, amount, currency, debtor_account,
        debtor_key, creditor_name, instruction, fingerprint, created_at, updated_at)
      select lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || substr(md5(${tppId}), 1, 12), ${tppId}::text,
        case when n % 10000 = 7 then 'SCT' else 'NDCT' end, case when n % 10000 = 9 then 'CANC' else 'RCVD' end,
        true, n, 'NOK', '{}'::jsonb, 'key', 'Creditor', '{}'::jsonb, md5(n::text), filled.at, filled.at
      from generate_series(${from}::int, ${Math.min(count, from + atOnce - 1)}::int) n,
        lateral (select ${firstAt}::text::timestamptz + n * interval '1 second' as at) filled`;
  }
}

/** For `buffersOf`. By default VACUUM leaves the index entries of few dead rows, and their pages unmarked. */
export async function vacuumPayments({ sql }: Pick<Bank, 'sql'>): Promise<void> {
  do await sql`vacuum (analyze, index_cleanup on) payments`;
  while (await hasUnmarkedPages(sql));
}

async function hasUnmarkedPages(sql: Bank['sql']): Promise<boolean> {
  const [row] = await sql<{ unmarked: boolean }[]>`
    select relallvisible < relpages as unmarked from pg_class where oid = 'payments'::regclass`;
  return row?.unmarked ?? false;
}

/**
 * Shared buffers that the one statement of `act` touches, by EXPLAIN (ANALYZE, BUFFERS) on a connection like the
 * service's.
 */
export async function buffersOf(
  { databaseUrl }: Pick<Bank, 'databaseUrl'>,
  act: (session: Session) => Promise<unknown>,
): Promise<number> {
  const statements: { readonly config: StatementConfig; readonly values: readonly unknown[] }[] = [];
  const note: Query = async (config, values) => {
    statements.push({ config, values: [...values] });
    return { rows: [], rowCount: 0 } as unknown as pg.QueryResult;
  };
  await act(new Session('a TPP', note));
  const [one] = statements;
  if (!one || statements.length > 1) throw new Error(`${statements.length} statements`);
  const client = new pg.Client(sessionConfig({ connectionString: databaseUrl }));
  await client.connect();
  try {
    await client.query(`prepare one as ${one.config.text}`);
    const values = one.values.map(literalOf).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, format json) execute one${values === '' ? '' : ` (${values})`}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error('no plan');
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    await client.end();
  }
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literalOf).join(', ')}]`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
