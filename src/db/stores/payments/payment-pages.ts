/** Pages of payments in the order of creation or amount, by keyset pagination. Every page costs the same. */
import { and, asc, desc, eq, gte, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantText } from '../../../domain/values/iso-date.ts';
import { newestFirst } from '../../../operations/payments/ports.ts';
import type { Page } from '../../../operations/ports/page.ts';
import type {
  ListedPayment,
  PaymentFilter,
  PaymentKey,
  PaymentListOptions,
  PaymentOrder,
} from '../../../operations/ports/stores.ts';
import type { Session } from '../../session.ts';
import {
  cachedByShape,
  isAnyOf,
  mapStatementRows,
  type PlaceholdersOf,
  prepare,
  type ValuesOf,
  value,
} from '../../statement.ts';
import { payments, totalOfPayment } from '../../tables/payments.ts';
import { listStatements, toListed } from './payment-parts.ts';

const { paymentId, tppId, status, product, createdAt, currency, amount, creditorName, instruction } =
  payments;

const parameters = {
  tppId,
  status,
  statuses: value<readonly string[]>(),
  product,
  products: value<readonly string[]>(),
  createdFrom: createdAt,
  createdTo: createdAt,
  amountFrom: value<string>(),
  amountTo: value<string>(),
  currency,
  paymentId,
  pattern: value<string>(),
  afterValue: value<string>(),
  afterId: paymentId,
  beforeValue: value<string>(),
  beforeId: paymentId,
  limit: value<number>(),
};
/** The values of the parameters. A condition whose value is absent or null does not apply. */
type PageQuery = { readonly [Name in PageParameter]?: ValuesOf<typeof parameters>[Name] | null | undefined };
type PageParameter = keyof typeof parameters;

/** The statement text depends on the order and on the names of the parameters with a value. */
interface PageShape extends PaymentOrder {
  readonly fromEnd: boolean;
  readonly names: readonly PageParameter[];
}

const columnOf = { CREATED_AT: createdAt, AMOUNT: totalOfPayment };
const compareWithKey = ({ by }: PageShape, sign: '>' | '<', keyValue: SQLWrapper, keyId: SQLWrapper): SQL =>
  sql`(${columnOf[by]}, ${paymentId}) ${sql.raw(sign)} (${keyValue}, ${keyId})`;

type Condition = ($: PlaceholdersOf<typeof parameters>, shape: PageShape) => SQL | undefined;

const conditions: { readonly [Name in PageParameter]?: Condition } = {
  tppId: ($) => eq(tppId, $.tppId),
  // A single value is an equality, which can use the order of an index.
  status: ($) => eq(status, $.status),
  statuses: ($) => isAnyOf(status, $.statuses),
  product: ($) => eq(product, $.product),
  products: ($) => isAnyOf(product, $.products),
  createdFrom: ($) => gte(createdAt, $.createdFrom),
  createdTo: ($) => lte(createdAt, $.createdTo),
  amountFrom: ($) => and(sql`${totalOfPayment} >= ${$.amountFrom}`, isNotNull(amount)),
  amountTo: ($) => and(sql`${totalOfPayment} <= ${$.amountTo}`, isNotNull(amount)),
  currency: ($) => eq(currency, $.currency),
  paymentId: ($) => eq(paymentId, $.paymentId),
  pattern: ({ pattern }) => sql`(${creditorName} ilike ${pattern} or ${paymentId} ilike ${pattern}
    or ${instruction} ->> 'remittanceInformationUnstructured' ilike ${pattern}
    or ${instruction} -> 'remittanceInformationStructured' ->> 'reference' ilike ${pattern})`,
  afterId: ($, shape) => compareWithKey(shape, shape.ascending ? '>' : '<', $.afterValue, $.afterId),
  beforeId: ($, shape) => compareWithKey(shape, shape.ascending ? '<' : '>', $.beforeValue, $.beforeId),
};

const matchesFilters = ($: PlaceholdersOf<typeof parameters>, shape: PageShape): SQL | undefined =>
  and(...shape.names.map((name) => conditions[name]?.($, shape)));

const selectPage = listStatements((columns) =>
  cachedByShape((shape: PageShape) =>
    prepare(parameters, (db, $) => {
      const direction = shape.ascending !== shape.fromEnd ? asc : desc;
      return db
        .select(columns)
        .from(payments)
        .where(matchesFilters($, shape))
        .orderBy(direction(columnOf[shape.by]), direction(paymentId))
        .limit($.limit);
    }),
  ),
);

/** Counts up to the limit, by the index of the list. */
const countPayments = cachedByShape((shape: PageShape) =>
  prepare(parameters, (db, $) => {
    const paymentRows = db
      .select({ one: sql`1`.as('one') })
      .from(payments)
      .where(matchesFilters($, shape))
      .orderBy(desc(createdAt), desc(paymentId))
      .limit($.limit)
      .as('counted');
    return db.select({ count: sql<number>`count(*)::int` }).from(paymentRows);
  }),
);

/** The names are in the order of `parameters`, so that queries with the same conditions share one statement. */
const parametersIn = (query: PageQuery): readonly PageParameter[] =>
  (Object.keys(parameters) as PageParameter[]).filter((name) => query[name] != null);

export async function pageOfPayments(
  session: Pick<Session, 'rows'>,
  tppId: string,
  filter: PaymentFilter,
  { limit, after, before, fromEnd = false }: Page<PaymentKey>,
  { order = newestFirst, withInstructions = false }: PaymentListOptions = {},
): Promise<readonly ListedPayment[]> {
  const query: PageQuery = {
    ...queryOf(tppId, filter),
    afterValue: keyText(after),
    afterId: after?.paymentId,
    beforeValue: keyText(before),
    beforeId: before?.paymentId,
    limit,
  };
  const { by, ascending } = order;
  const page = selectPage({ withInstructions })({ by, ascending, fromEnd, names: parametersIn(query) });
  const statement = { ...mapStatementRows(page, toListed), byValues: planDependsOnValues(filter) };
  const rows = await session.rows(statement, query as ValuesOf<typeof parameters>);
  return fromEnd ? rows.reverse() : rows;
}

export async function countOfPayments(
  session: Pick<Session, 'first'>,
  tppId: string,
  filter: PaymentFilter,
  atMost: number,
): Promise<number> {
  const query: PageQuery = { ...queryOf(tppId, filter), limit: atMost };
  const countStatement = countPayments({ ...newestFirst, fromEnd: false, names: parametersIn(query) });
  const statement = { ...countStatement, byValues: planDependsOnValues(filter) };
  return (await session.first(statement, query as ValuesOf<typeof parameters>))?.count ?? 0;
}

/** The value of the cursor as PostgreSQL reads it. */
const keyText = (key: PaymentKey | undefined): string | undefined =>
  typeof key?.value === 'number' ? instantText(key.value) : key?.value;

/** Whether the best plan depends on the values, because few payments may match. A status or a product alone has an index. */
const planDependsOnValues = ({ statuses, products, amountFrom, amountTo, text }: PaymentFilter): boolean =>
  (statuses?.length ?? 0) + (products?.length ?? 0) > 1 || [amountFrom, amountTo, text].some(Boolean);

const completeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function queryOf(tppId: string, filter: PaymentFilter): PageQuery {
  const { statuses, products, createdFrom, createdTo, amountFrom, amountTo, currency, text } = filter;
  return {
    tppId,
    ...(statuses?.length === 1 ? { status: statuses[0] } : { statuses }),
    ...(products?.length === 1 ? { product: products[0] } : { products }),
    createdFrom,
    createdTo,
    amountFrom: amountFrom || null,
    amountTo: amountTo || null,
    currency: currency || null,
    // A complete id is looked up by its key.
    ...(text && (completeId.test(text) ? { paymentId: text.toLowerCase() } : { pattern: likePattern(text) })),
  };
}

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
