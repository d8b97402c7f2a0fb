/** Passes many rows to PostgreSQL as one JSON parameter: one statement for a set of rows. */
import { type SQL, sql } from 'drizzle-orm';

/** `json_to_recordset` over the rows; whole numbers of any size go as text. */
export function rowsOf(rows: readonly Readonly<Record<string, unknown>>[], columns: string): SQL {
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
  return sql`json_to_recordset(${text}::text::json) as row(${sql.raw(columns)})`;
}
