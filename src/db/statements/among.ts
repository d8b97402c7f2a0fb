/** Lists of values in conditions. */
import { type AnyColumn, Placeholder, type SQL, sql } from 'drizzle-orm';

/** The column has one of the values: a single parameter, so that the statement has one text however many they are. */
export const among = (column: AnyColumn, values: readonly string[] | Placeholder): SQL =>
  sql`${column} = any(${values instanceof Placeholder ? values : sql.param([...values])})`;
