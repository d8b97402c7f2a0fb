/**
 * What lists read of payments: of long instructions, since that of a bulk payment of 1,000 entries is a megabyte, only those
 * parts that are asked for.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Instruction, Transfer } from '../../../domain/payments/instruction.ts';
import { listedProperties } from '../../../operations/payments/ports.ts';
import type { PaymentParts } from '../../../operations/ports/payment-parts.ts';
import type { ListedPayment } from '../../../operations/ports/stores.ts';
import type { Executor } from '../../connections/client.ts';
import { among } from '../../statements/among.ts';
import { wantedRanges } from '../../statements/rows-of.ts';
import { type Columns, columnsOf } from '../../statements/selection.ts';
import type { OnSession } from '../../statements/session.ts';
import { built, sideBySide } from '../../statements/side-by-side.ts';
import { payments } from '../../tables/payments.ts';

/** Bytes as stored; few single payments have more. */
const shortAtMost = 2_000;
const listed = columnsOf(payments, listedProperties);

/** The same, and the instruction where that is short. */
const listedWithInstruction: Columns<ListedPayment> = {
  names: (alias = 'payments') =>
    `${listed.names(alias)}, case when pg_column_size(${alias}.instruction) <= ${shortAtMost} then ${alias}.instruction end`,
  read: (values) => {
    const instruction = values[listedProperties.length] as Instruction | null;
    const row = listed.read(values);
    return instruction === null ? row : Object.assign(row, { instruction });
  },
};

/** What is made of the columns of a payment in a list, with its instruction and without. */
export function ofListed<Made>(make: (columns: Columns<ListedPayment>) => Made) {
  const made = { short: make(listed), whole: make(listedWithInstruction) };
  return (withInstructions: boolean): Made => (withInstructions ? made.whole : made.short);
}

/** A part of each payment's instruction, by the payment's id. */
function partsOf<Part>(
  db: Executor,
  kind: string,
  tppId: string,
  paymentIds: readonly string[],
  part: SQL<Part>,
): Promise<ReadonlyMap<string, Part>> {
  const statement = sql`select ${payments.paymentId} as "paymentId", ${part} as part from ${payments}
    where ${and(eq(payments.tppId, tppId), among(payments.paymentId, paymentIds))}`;
  const answer = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    new Map(rows.map((row) => [String(row.paymentId), row.part as Part]));
  return sideBySide(db)(built(db, kind, statement, answer));
}

export const paymentParts: PaymentParts & ThisType<OnSession> = {
  heads(tppId, paymentIds) {
    const head = sql<Record<string, unknown>>`${payments.instruction} - 'payments'`;
    return partsOf(this.session.db, 'heads', tppId, paymentIds, head);
  },

  creditorNames(tppId, paymentIds, atMost) {
    const names = sql<readonly string[]>`(select coalesce(jsonb_agg(name order by place), '[]') from (
            select item ->> 'creditorName' as name, min(place) as place
            from jsonb_array_elements(${payments.instruction} -> 'payments') with ordinality as entry(item, place)
            group by 1 order by 2 limit ${atMost}) as first)`;
    return partsOf(this.session.db, 'creditorNames', tppId, paymentIds, names);
  },

  transfers(tppId, ranges, atMost) {
    const statement = sql`
        with sized as (
          select wanted.*, payment.instruction, least(wanted."limit", greatest(0,
            jsonb_array_length(payment.instruction -> 'payments') - wanted."offset")) as size
          from ${wantedRanges(ranges)}
          join payments payment on payment.payment_id = wanted."paymentId" and payment.tpp_id = ${tppId}
        )
        select index, case when sum(size) over () <= ${atMost}::int then
          (select coalesce(jsonb_agg(item order by place), '[]')
           from jsonb_array_elements(instruction -> 'payments') with ordinality as entry(item, place)
           where place > "offset" and place <= "offset" + "limit") end as items
        from sized`;
    const answer = (rows: readonly Readonly<Record<string, unknown>>[]) => {
      if (rows.some(({ items }) => items === null)) return null;
      const byIndex = new Map(rows.map(({ index, items }) => [Number(index), items as Transfer[]]));
      return ranges.map((_, index) => byIndex.get(index) ?? []);
    };
    const { db } = this.session;
    return sideBySide(db)(built(db, 'transfers', statement, answer));
  },
};
