import type { CombinedError } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type RequestPolicy, useClient } from 'urql';
import { typed } from '../client.ts';
import type { CustomersQueryVariables, TypedDocumentString } from '../generated/graphql.ts';

interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}

interface State<Node> {
  /** undefined: the first page has not arrived. */
  readonly nodes: readonly Node[] | undefined;
  readonly hasMore: boolean;
  readonly error: CombinedError | undefined;
}

export interface Pages<Node> extends State<Node> {
  readonly showMore: () => void;
  readonly refetch: () => void;
}

/** `connectionOf` must be the same function at each call. `pagesAtFirst`: `showMore` adds a page. */
export function usePages<Data, Node>(
  document: TypedDocumentString<Data, CustomersQueryVariables>,
  connectionOf: (data: Data) => Connection<Node>,
  pagesAtFirst = 1,
): Pages<Node> {
  const client = useClient();
  const [state, setState] = useState<State<Node>>({ nodes: undefined, hasMore: false, error: undefined });
  const pageCount = useRef(pagesAtFirst);
  const isReading = useRef(false);
  /** The responses of the running read may be too early or too few. */
  const isOutdated = useRef(false);

  const readOnce = useCallback(
    async (requestPolicy: RequestPolicy) => {
      const nodes: Node[] = [];
      let after: string | null = null;
      for (let page = 0; page < pageCount.current; page += 1) {
        const { data, error } = await client.query(typed(document), { after }, { requestPolicy });
        if (!data) return setState((shown) => ({ ...shown, error }));
        const connection = connectionOf(data);
        nodes.push(...connection.nodes);
        after = connection.pageInfo.hasNextPage ? (connection.pageInfo.endCursor ?? null) : null;
        if (after === null) break;
      }
      setState({ nodes, hasMore: after !== null, error: undefined });
    },
    [client, document, connectionOf],
  );
  /** While a read is running, urql answers an equal one by the same response. */
  const read = useCallback(
    async (requestPolicy: RequestPolicy) => {
      isOutdated.current = true;
      if (isReading.current) return;
      isReading.current = true;
      while (isOutdated.current) {
        isOutdated.current = false;
        await readOnce(requestPolicy);
      }
      isReading.current = false;
    },
    [readOnce],
  );
  useEffect(() => void read('cache-only').then(() => read('network-only')), [read]);
  const showMore = useCallback(() => {
    if (!state.hasMore) return;
    pageCount.current += 1;
    void read('network-only');
  }, [read, state.hasMore]);
  return { ...state, showMore, refetch: () => void read('network-only') };
}
