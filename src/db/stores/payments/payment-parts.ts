/** Of long instructions, lists read only the requested parts: a bulk payment of 1,000 entries is a megabyte. */
import { and, eq, sql } from 'drizzle-orm';
import type { Instruction, Transfer } from '../../../domain/payments/instruction.ts';
import { listedProperties } from '../../../operations/payments/ports.ts';
import type { PaymentParts } from '../../../operations/ports/payment-parts.ts';
import type { ListedPayment } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { isAnyOf, type PlaceholdersOf, prepare, value } from '../../statement.ts';
import { pickColumns } from '../../tables/columns.ts';
import { payments } from '../../tables/payments.ts';
import { indexed, wantedRanges } from '../rows-of.ts';

const { paymentId, tppId, instruction } = payments;

/** Stored bytes; few single payments are longer. */
const shortAtMost = sql.raw('2000');
const short = sql<Instruction | null>`case when pg_column_size(${instruction}) <= ${shortAtMost} then ${instruction} end`;
const columnsWith = (instruction: typeof short) => ({
  ...pickColumns(payments, listedProperties),
  instruction,
});

export function ofListed<Made>(make: (columns: ReturnType<typeof columnsWith>) => Made) {
  const without = make(columnsWith(sql`null`));
  const withShort = make(columnsWith(short));
  return (withInstructions: boolean): Made => (withInstructions ? withShort : without);
}

export function toListed<Row extends { readonly instruction: Instruction | null }>({
  instruction,
  ...row
}: Row): Omit<Row, 'instruction'> & Pick<ListedPayment, 'instruction'> {
  return instruction === null ? row : { ...row, instruction };
}

const ids = { tppId, paymentIds: value<readonly string[]>() };
const withId = ($: PlaceholdersOf<typeof ids>) => and(eq(tppId, $.tppId), isAnyOf(paymentId, $.paymentIds));

const heads = prepare(ids, (db, $) =>
  db
    .select({
      paymentId,
      part: sql<Readonly<Record<string, unknown>>>`${instruction} - 'payments'`.as('part'),
    })
    .from(payments)
    .where(withId($)),
);

const creditorNames = prepare({ ...ids, atMost: value<number>() }, (db, $) => {
  const names = sql<readonly string[]>`(select coalesce(jsonb_agg(name order by position), '[]') from (
    select item ->> 'creditorName' as name, min(position) as position
    from jsonb_array_elements(${instruction} -> 'payments') with ordinality as entry(item, position)
    group by 1 order by 2 limit ${$.atMost}) as first)`;
  return db
    .select({ paymentId, part: names.as('part') })
    .from(payments)
    .where(withId($));
});

/** Null if the ranges have more than `atMost` entries together. */
const transfers = prepare({ tppId, ranges: wantedRanges, atMost: value<number>() }, (db, $) => {
  const sized = db.$with('sized').as(
    db
      .select({
        index: sql<number>`wanted.index`.as('index'),
        entries: sql`${instruction} -> 'payments'`.as('entries'),
        from: sql`wanted."offset"`.as('from'),
        to: sql`wanted."offset" + wanted."limit"`.as('to'),
        size: sql`least(wanted."limit", greatest(0,
          jsonb_array_length(${instruction} -> 'payments') - wanted."offset"))`.as('size'),
      })
      .from($.ranges)
      .innerJoin(payments, and(eq(paymentId, sql`wanted."paymentId"`), eq(tppId, $.tppId))),
  );
  const items = sql<Transfer[] | null>`case when sum(${sized.size}) over () <= ${$.atMost}::int then
    (select coalesce(jsonb_agg(item order by position), '[]')
      from jsonb_array_elements(${sized.entries}) with ordinality as entry(item, position)
      where position > ${sized.from} and position <= ${sized.to}) end`;
  return db
    .with(sized)
    .select({ index: sized.index, items: items.as('items') })
    .from(sized);
});

const byPayment = <Part>(rows: readonly { readonly paymentId: string; readonly part: Part }[]) =>
  new Map(rows.map(({ paymentId, part }) => [paymentId, part]));

export const paymentParts = (session: Session): PaymentParts => ({
  heads: async (tppId, paymentIds) => byPayment(await session.rows(heads, { tppId, paymentIds })),

  creditorNames: async (tppId, paymentIds, atMost) =>
    byPayment(await session.rows(creditorNames, { tppId, paymentIds, atMost })),

  async transfers(tppId, ranges, atMost) {
    const rows = await session.rows(transfers, { tppId, ranges: indexed(ranges), atMost });
    const byIndex = new Map<number, readonly Transfer[]>();
    for (const { index, items } of rows) {
      if (items === null) return null;
      byIndex.set(index, items);
    }
    return ranges.map((_, index) => byIndex.get(index) ?? []);
  },
});
