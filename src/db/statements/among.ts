/** Lists of values in conditions. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The column has one of the values: a single parameter, so that the statement has one text however many they are. */
export const among = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])})`;
