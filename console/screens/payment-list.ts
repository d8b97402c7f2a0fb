import type { CombinedError } from '@urql/core';
import type { ListedPaymentFragment, PaymentFilter } from '../generated/graphql.ts';

export interface ListState {
  readonly filter: PaymentFilter;
  readonly rows: readonly ListedPaymentFragment[];
  /** Rows at the top that have been read; those below them are from before. */
  readonly readCount: number;
  readonly total: number;
  /** By paymentId, since the row was read. */
  readonly changed: ReadonlyMap<string, number>;
  /** null: there are no rows of the filter. */
  readonly cursor: string | null;
  readonly complete: boolean;
  readonly loading: boolean;
  readonly error: CombinedError | undefined;
}

type Page = Pick<ListState, 'rows' | 'total' | 'cursor' | 'complete'>;
export type ListAction =
  | { readonly kind: 'filter'; readonly filter: PaymentFilter }
  | { readonly kind: 'begin' }
  | { readonly kind: 'first'; readonly page: Page }
  | { readonly kind: 'next'; readonly page: Page }
  | { readonly kind: 'failed'; readonly error: CombinedError }
  | { readonly kind: 'change'; readonly row: ListedPaymentFragment };

export const emptyList: ListState = {
  filter: {},
  rows: [],
  readCount: 0,
  total: 0,
  changed: new Map(),
  cursor: null,
  complete: false,
  loading: true,
  error: undefined,
};

/** `left`: the list that the user left last. */
export const listAgain = (left: ListState | undefined, filter: PaymentFilter): ListState =>
  left && isSame(left.filter, filter)
    ? { ...left, changed: new Map(), loading: true }
    : { ...emptyList, filter };

const isSame = (one: PaymentFilter, other: PaymentFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.kind) {
    case 'filter':
      return isSame(state.filter, action.filter) ? state : { ...state, filter: action.filter, cursor: null };
    case 'begin':
      return { ...state, loading: true, error: undefined };
    case 'first':
      return { ...state, ...action.page, ...withPage(state, 0, action.page), changed: new Map() };
    case 'next': {
      // Changes keep the total up to date, and the page may have been read before them.
      const { cursor, complete } = action.page;
      return { ...state, cursor, complete, ...withPage(state, state.readCount, action.page) };
    }
    case 'failed':
      return { ...state, loading: false, error: action.error };
    case 'change':
      return changedBy(state, action.row);
  }
}

/** The rows below the page stay until they are read, so that the list does not scroll. */
function withPage({ rows, cursor }: ListState, above: number, page: Page) {
  const read = [...rows.slice(0, above), ...page.rows];
  const last = page.rows.at(-1);
  const below = page.complete || cursor === null || !last ? [] : rows.slice(positionOf(last, rows));
  return { rows: [...read, ...below], readCount: read.length, loading: false };
}

function changedBy(state: ListState, row: ListedPaymentFragment): ListState {
  const { filter, rows, total, readCount } = state;
  const index = rows.findIndex(({ paymentId }) => paymentId === row.paymentId);
  const isNew = index < 0;
  if (!fitsFilter(row, filter))
    return isNew
      ? state
      : {
          ...state,
          rows: rows.toSpliced(index, 1),
          readCount: readCount - (index < readCount ? 1 : 0),
          total: total - 1,
        };
  if (isNew && filter.text) return state;
  const position = isNew ? positionOf(row, rows) : index;
  // The page of the row has not been read.
  if (isNew && position === rows.length && !state.complete) return state;
  const changed = new Map(state.changed);
  const times = changed.get(row.paymentId) ?? 0;
  // Deleted first, so that the newest change is the last entry.
  changed.delete(row.paymentId);
  changed.set(row.paymentId, times + 1);
  return {
    ...state,
    rows: rows.toSpliced(position, isNew ? 0 : 1, row),
    readCount: readCount + (isNew && position < readCount ? 1 : 0),
    changed,
    total: total + (isNew ? 1 : 0),
  };
}

/** The newest payment comes first. */
function positionOf(row: ListedPaymentFragment, rows: readonly ListedPaymentFragment[]): number {
  const at = Date.parse(row.createdAt);
  const index = rows.findIndex((one) => {
    const otherAt = Date.parse(one.createdAt);
    return otherAt < at || (otherAt === at && one.paymentId < row.paymentId);
  });
  return index < 0 ? rows.length : index;
}

/** Only the bank can search for the text of the filter. */
export const mustSearch = ({ filter, rows }: ListState, row: ListedPaymentFragment): boolean =>
  Boolean(filter.text) &&
  fitsFilter(row, filter) &&
  !rows.some(({ paymentId }) => paymentId === row.paymentId);

/** Ignores the text of the filter. */
function fitsFilter(row: ListedPaymentFragment, filter: PaymentFilter): boolean {
  const { statuses, products, createdFrom, createdTo } = filter;
  if (statuses && !(statuses as readonly string[]).includes(row.transactionStatus)) return false;
  if (products && !(products as readonly string[]).includes(row.product)) return false;
  const at = Date.parse(row.createdAt);
  return !(createdFrom && at < Date.parse(createdFrom)) && !(createdTo && at > Date.parse(createdTo));
}
