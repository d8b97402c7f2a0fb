import { Placeholder, type SQL, sql } from 'drizzle-orm';
import { instantText } from '../../domain/values/iso-date.ts';
import type { TransferRange } from '../../operations/payments/ports.ts';
import type { Parameter } from '../statement.ts';

type RowValues = Readonly<Record<string, unknown>>;
const encodeInstant = (at: unknown) => (typeof at === 'number' ? instantText(at) : at);

/**
 * A parameter for many rows, which the statement reads as a table named `row`. `columns` has the name and type of each column, such as
 * `"paymentId" text, at timestamptz`. Each column is an array parameter, because `json_to_recordset` would take longer.
 */
export const rowsOf = <Row extends object>(columns: string): Parameter<readonly Row[], SQL> => ({
  placeholder(name) {
    const columnList = columns.split(', ').map((column) => {
      const [quotedName = '', type = ''] = column.split(' ');
      return { quotedName, type, property: quotedName.replaceAll('"', '') };
    });
    const arrays = columnList.map(({ property, type }) => {
      const encode = type === 'timestamptz' ? encodeInstant : (item: unknown) => item;
      const encoder = {
        mapToDriverValue: (rows: unknown) =>
          (rows as readonly RowValues[]).map((row) => encode(row[property])),
      };
      return sql`${sql.param(sql.placeholder(name), encoder)}::text::${sql.raw(type)}[]`;
    });
    return sql`unnest(${sql.join(arrays, sql`, `)}) as row(${sql.raw(columnList.map(({ quotedName }) => quotedName).join(', '))})`;
  },
});

/** A table named `wanted`, with a row for each id, in its column `id`. */
export const wantedIds = (ids: readonly string[] | Placeholder): SQL =>
  sql`unnest(${ids instanceof Placeholder ? ids : sql.param(ids)}::text[]) as wanted (id)`;

/** A table named `wanted`, with a row for each range. Its column `index` is the position of the range, from 0. */
export function wantedRanges(ranges: readonly TransferRange[]): SQL {
  const paymentIds = sql.param(ranges.map(({ paymentId }) => paymentId));
  const offsets = sql.param(ranges.map(({ offset }) => offset));
  const limits = sql.param(ranges.map(({ limit }) => limit));
  return sql`(select "paymentId", "offset", "limit", (number - 1)::int as index
    from unnest(${paymentIds}::text[], ${offsets}::int[], ${limits}::int[])
    with ordinality as range ("paymentId", "offset", "limit", number)) as wanted`;
}
