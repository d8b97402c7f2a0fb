/**
 * Loads page by page and follows the bank: changed payments update in place, new ones appear at the top, and those that no
 * longer match the filter go.
 */
import type { CombinedError } from '@urql/core';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useClient } from 'urql';
import { typed } from '../client.ts';
import {
  type ListedPaymentFragment,
  type PaymentFilter,
  PaymentsPageDocument,
} from '../generated/graphql.ts';
import { useLive } from '../live.tsx';

const pageSize = 100;

interface State {
  readonly rows: readonly ListedPaymentFragment[];
  /** As far as the bank counts. */
  readonly total: number;
  /** Number of changes by paymentId since the row was read. */
  readonly changed: ReadonlyMap<string, number>;
  readonly cursor: string | null;
  readonly complete: boolean;
  readonly loading: boolean;
  readonly error: CombinedError | undefined;
}

type Page = Pick<State, 'rows' | 'total' | 'cursor' | 'complete'>;
type Action =
  | { readonly kind: 'begin' }
  | { readonly kind: 'first'; readonly page: Page }
  | { readonly kind: 'next'; readonly page: Page }
  | { readonly kind: 'failed'; readonly error: CombinedError }
  | { readonly kind: 'change'; readonly row: ListedPaymentFragment; readonly fits: boolean };

const empty: State = {
  rows: [],
  total: 0,
  changed: new Map(),
  cursor: null,
  complete: false,
  loading: true,
  error: undefined,
};

export interface PaymentList extends State {
  readonly more: () => void;
  readonly again: () => void;
}

export function usePayments(filter: PaymentFilter): PaymentList {
  const client = useClient();
  const [state, dispatch] = useReducer(reduce, empty);
  const newest = useRef(state);
  newest.current = state;
  /** A later read makes the results of earlier ones obsolete. */
  const latestRead = useRef(0);

  const read = useCallback(
    async (after: string | null) => {
      latestRead.current += 1;
      const thisRead = latestRead.current;
      dispatch({ kind: 'begin' });
      const { data, error } = await client.query(
        typed(PaymentsPageDocument),
        { first: pageSize, after, filter },
        { requestPolicy: 'network-only' },
      );
      if (thisRead !== latestRead.current) return;
      if (!data) {
        if (error) dispatch({ kind: 'failed', error });
        return;
      }
      const { nodes, totalCount, pageInfo } = data.payments;
      const page = {
        rows: nodes,
        total: totalCount,
        cursor: pageInfo.endCursor ?? null,
        complete: !pageInfo.hasNextPage,
      };
      dispatch({ kind: after === null ? 'first' : 'next', page });
    },
    [client, filter],
  );
  useEffect(() => void read(null), [read]);
  useLive((row) => {
    if (row === null) void read(null);
    else if (filter.text && !newest.current.rows.some((one) => one.paymentId === row.paymentId)) return;
    else dispatch({ kind: 'change', row, fits: fitsFilter(row, filter) });
  });
  const more = useCallback(() => {
    const { complete, loading, cursor } = newest.current;
    if (!complete && !loading && cursor !== null) void read(cursor);
  }, [read]);
  return { ...state, more, again: () => void read(null) };
}

function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case 'begin':
      return { ...state, loading: true, error: undefined };
    case 'first':
      return { ...empty, ...action.page, loading: false };
    case 'next': {
      const known = new Set(state.rows.map(({ paymentId }) => paymentId));
      const fresh = action.page.rows.filter(({ paymentId }) => !known.has(paymentId));
      return { ...state, ...action.page, rows: [...state.rows, ...fresh], loading: false };
    }
    case 'failed':
      return { ...state, loading: false, error: action.error };
    case 'change':
      return changedBy(state, action.row, action.fits);
  }
}

function changedBy(state: State, row: ListedPaymentFragment, fits: boolean): State {
  const at = state.rows.findIndex(({ paymentId }) => paymentId === row.paymentId);
  if (!fits) {
    return at < 0 ? state : { ...state, rows: state.rows.toSpliced(at, 1), total: state.total - 1 };
  }
  const rows = at < 0 ? [row, ...state.rows] : state.rows.with(at, row);
  const changed = new Map(state.changed);
  const times = changed.get(row.paymentId) ?? 0;
  // Deleted first, so that the newest change is the last entry.
  changed.delete(row.paymentId);
  changed.set(row.paymentId, times + 1);
  return { ...state, rows, changed, total: state.total + (at < 0 ? 1 : 0) };
}

/** Ignores the text of the filter, which only the bank can search. */
function fitsFilter(row: ListedPaymentFragment, filter: PaymentFilter): boolean {
  const { statuses, products, createdFrom, createdTo } = filter;
  if (statuses && !(statuses as readonly string[]).includes(row.transactionStatus)) return false;
  if (products && !(products as readonly string[]).includes(row.product)) return false;
  const at = Date.parse(row.createdAt);
  return !(createdFrom && at < Date.parse(createdFrom)) && !(createdTo && at > Date.parse(createdTo));
}
