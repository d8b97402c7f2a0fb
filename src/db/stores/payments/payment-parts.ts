/** The instruction of a bulk payment may have a megabyte, so lists read only the requested parts. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Instruction, Transfer } from '../../../domain/payments/instruction.ts';
import { listedProperties } from '../../../operations/payments/ports.ts';
import type { ListedPayment, PaymentLists } from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import { isAnyOf } from '../../statement.ts';
import { pickColumns } from '../../tables/columns.ts';
import { payments } from '../../tables/payments.ts';
import { wantedRanges } from '../rows-of.ts';

/** Lists do not read a larger instruction. Few single payments have one. */
const maxShortBytes = sql.raw('2000');
const shortInstruction = sql<Instruction | null>`case when pg_column_size(${payments.instruction}) <= ${maxShortBytes} then ${payments.instruction} end`;
export const listColumns = ({ withInstructions }: { readonly withInstructions: boolean }) => ({
  ...pickColumns(payments, listedProperties),
  instruction: withInstructions ? shortInstruction : sql<null>`null`,
});

/** A payment whose instruction was not read has no property `instruction`. */
export function toListed<Row extends { readonly instruction: Instruction | null }>({
  instruction,
  ...row
}: Row): Omit<Row, 'instruction'> & Pick<ListedPayment, 'instruction'> {
  return instruction === null ? row : { ...row, instruction };
}

async function readParts<Part>(
  { db }: Session,
  tppId: string,
  paymentIds: readonly string[],
  part: SQL<Part>,
): Promise<ReadonlyMap<string, Part>> {
  const rows = await db
    .select({ paymentId: payments.paymentId, part: part.as('part') })
    .from(payments)
    .where(and(eq(payments.tppId, tppId), isAnyOf(payments.paymentId, paymentIds)));
  return new Map(rows.map((row) => [row.paymentId, row.part]));
}

type PaymentParts = Pick<PaymentLists, 'instructionsWithoutEntries' | 'creditorNames' | 'transfers'>;

export const createPaymentParts = (session: Session): PaymentParts => ({
  instructionsWithoutEntries: (tppId, paymentIds) =>
    readParts(session, tppId, paymentIds, sql`${payments.instruction} - 'payments'`),

  // Each name once, in the order of its first entry.
  creditorNames: (tppId, paymentIds, atMost) =>
    readParts(
      session,
      tppId,
      paymentIds,
      sql`(select coalesce(jsonb_agg(name order by position), '[]') from (
        select item ->> 'creditorName' as name, min(position) as position
        from jsonb_array_elements(${payments.instruction} -> 'payments') with ordinality as entry(item, position)
        group by 1 order by 2 limit ${atMost}) as first)`,
    ),

  async transfers(tppId, ranges, atMost) {
    const rows = await selectTransfers(session, tppId, ranges, atMost);
    const byIndex = new Map<number, readonly Transfer[]>();
    for (const { index, items } of rows) {
      if (items === null) return null;
      byIndex.set(index, items);
    }
    return ranges.map((_, index) => byIndex.get(index) ?? []);
  },
});

/** `items` is null if the ranges have more than `atMost` entries in total. */
function selectTransfers({ db }: Session, ...[tppId, ranges, atMost]: Parameters<PaymentParts['transfers']>) {
  // `size`: how many entries of the payment are in the range.
  const rangesWithSize = db.$with('ranges_with_size').as(
    db
      .select({
        index: sql<number>`wanted.index`.as('index'),
        entries: sql`${payments.instruction} -> 'payments'`.as('entries'),
        from: sql`wanted."offset"`.as('from'),
        to: sql`wanted."offset" + wanted."limit"`.as('to'),
        size: sql`least(wanted."limit", greatest(0,
          jsonb_array_length(${payments.instruction} -> 'payments') - wanted."offset"))`.as('size'),
      })
      .from(wantedRanges(ranges))
      .innerJoin(payments, and(eq(payments.paymentId, sql`wanted."paymentId"`), eq(payments.tppId, tppId))),
  );
  const items = sql<Transfer[] | null>`case when sum(${rangesWithSize.size}) over () <= ${atMost}::int then
    (select coalesce(jsonb_agg(item order by position), '[]')
      from jsonb_array_elements(${rangesWithSize.entries}) with ordinality as entry(item, position)
      where position > ${rangesWithSize.from} and position <= ${rangesWithSize.to}) end`;
  return db
    .with(rangesWithSize)
    .select({ index: rangesWithSize.index, items: items.as('items') })
    .from(rangesWithSize);
}
