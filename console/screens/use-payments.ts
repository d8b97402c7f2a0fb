import { useCallback, useEffect, useReducer, useRef } from 'react';
import { type Client, useClient } from 'urql';
import { typed } from '../client.ts';
import {
  type ListedPaymentFragment,
  type PaymentFilter,
  PaymentsPageDocument,
} from '../generated/graphql.ts';
import { useLive } from '../live.tsx';
import { type ListState, listAgain, mustSearch, reduceList } from './payment-list.ts';

const pageSize = 100;

/** For the way back to the list. */
const leftLists = new WeakMap<Client, ListState>();

interface RunningRead {
  readonly after: string | null;
  /** The response may lack changes since the read began. */
  readonly changes: ListedPaymentFragment[];
  /** The response may be too early, so the list must be read again. */
  isOutdated: boolean;
}

export interface PaymentList extends ListState {
  readonly more: () => void;
  readonly again: () => void;
}

export function usePayments(filter: PaymentFilter): PaymentList {
  const client = useClient();
  const [state, dispatch] = useReducer(reduceList, filter, (first) =>
    listAgain(leftLists.get(client), first),
  );
  const newest = useRef(state);
  newest.current = state;
  useEffect(() => () => void leftLists.set(client, newest.current), [client]);
  const running = useRef<RunningRead>(null);

  const read = useCallback(
    async (after: string | null) => {
      const thisRead: RunningRead = { after, changes: [], isOutdated: false };
      running.current = thisRead;
      dispatch({ kind: 'begin' });
      const { data, error } = await client.query(
        typed(PaymentsPageDocument),
        { first: pageSize, after, filter },
        { requestPolicy: 'network-only' },
      );
      if (thisRead !== running.current) return;
      running.current = null;
      if (data) {
        const { nodes, totalCount, pageInfo } = data.payments;
        const page = {
          rows: nodes,
          total: totalCount,
          cursor: pageInfo.endCursor ?? null,
          complete: !pageInfo.hasNextPage,
        };
        dispatch({ kind: after === null ? 'first' : 'next', page });
        for (const row of thisRead.changes) dispatch({ kind: 'change', row });
      } else if (error) dispatch({ kind: 'failed', error });
      if (thisRead.isOutdated) void read(null);
    },
    [client, filter],
  );
  useEffect(() => {
    dispatch({ kind: 'filter', filter });
    void read(null);
  }, [read, filter]);
  /** While a read is running, urql answers an equal one by the same response. */
  const again = () => {
    if (running.current?.after === null) running.current.isOutdated = true;
    else void read(null);
  };
  useLive((row) => {
    if (row === null || mustSearch(newest.current, row)) return again();
    running.current?.changes.push(row);
    dispatch({ kind: 'change', row });
  });
  const more = useCallback(() => {
    const { complete, loading, cursor } = newest.current;
    if (!complete && !loading && cursor !== null) void read(cursor);
  }, [read]);
  return { ...state, more, again };
}
