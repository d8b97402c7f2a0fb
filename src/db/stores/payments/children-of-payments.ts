/**
 * Authorisations and baskets of several payments. These statements are SQL, because Drizzle drops `offset 0`. With it,
 * PostgreSQL reads the few rows of each payment by an index. Without it, PostgreSQL would read the rows of all payments.
 */
import { type Column, getTableColumns, sql } from 'drizzle-orm';
import { keyedStatement } from '../../shared-reads.ts';
import { prepare, rowReader, value } from '../../statement.ts';
import { authorisations, baskets } from '../../tables/authorisations.ts';

/** Column names under an alias, and a reader for rows that begin with them. */
const aliasedColumns = <Row>(columns: Readonly<Record<string, Column>>) => ({
  names: (alias: string) =>
    sql.raw(
      Object.values(columns)
        .map(({ name }) => `${alias}."${name}"`)
        .join(', '),
    ),
  read: rowReader<Row>(columns),
});

const { recordedAt: _, ...viewColumns } = getTableColumns(authorisations);
const authorisation = aliasedColumns<typeof authorisations.$inferSelect>(viewColumns);

/** For each payment, the newest `atMost` authorisations of it and its baskets, without implicit ones that nobody has opened. */
export const authorisationsOfPayments = {
  ...prepare(
    { tppId: authorisations.tppId, paymentIds: value<readonly string[]>(), atMost: value<number>() },
    (_, $) => sql`
    select found.*, asked.payment from unnest(${$.paymentIds}::text[]) as asked (payment) cross join lateral (
      select * from (
        (select ${authorisation.names('a')} from authorisations a
          where a.tpp_id = ${$.tppId} and a.payment_id = asked.payment and (a.opened or not a.implicit))
        union all
        (select ${authorisation.names('a')} from signing_basket_payments m
          join authorisations a on a.tpp_id = m.tpp_id and a.basket_id = m.basket_id
          where m.tpp_id = ${$.tppId} and m.payment_id = asked.payment)
        offset 0
      ) as either order by authorisation_id desc limit ${$.atMost}) found
    order by found.created_at, found.ended_at nulls last, found.authorisation_id`,
  ),
  read: (values: readonly unknown[]) => ({
    paymentId: String(values.at(-1)),
    authorisation: authorisation.read(values),
  }),
};

const basket = aliasedColumns<typeof baskets.$inferSelect>(getTableColumns(baskets));

export const newestBaskets = keyedStatement(
  {
    ...prepare(
      { tppId: baskets.tppId, keys: value<readonly string[]>() },
      (_, $) => sql`
      select newest.*, asked.payment from unnest(${$.keys}::text[]) as asked (payment) cross join lateral (
        select * from (
          select ${basket.names('b')} from signing_basket_payments m
          join signing_baskets b on b.tpp_id = m.tpp_id and b.basket_id = m.basket_id
          where m.tpp_id = ${$.tppId} and m.payment_id = asked.payment and b.state <> 'DELETED' offset 0) as basket
        order by basket_id desc limit 1) as newest`,
    ),
    read: (values: readonly unknown[]) => ({ paymentId: String(values.at(-1)), basket: basket.read(values) }),
  },
  ({ paymentId }) => paymentId,
);
