import type { AnyVariables, CombinedError } from '@urql/core';
import { useCallback, useEffect, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { typed } from './client.ts';
import type { TypedDocumentString } from './generated/graphql.ts';

export interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: CombinedError | undefined;
  readonly fetching: boolean;
  readonly refetch: () => void;
}

export function useRead<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  options: { readonly pause?: boolean } = {},
): Read<Data> {
  const [{ data, error, fetching }, execute] = useQuery<Data, Variables & AnyVariables>({
    query: typed(document),
    variables: variables as Variables & AnyVariables,
    pause: options.pause ?? false,
  });
  const refetch = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  return { data, error, fetching, refetch };
}

export interface Act<Data, Variables> {
  /** undefined when `error` is set. */
  readonly run: (variables: Variables) => Promise<Data | undefined>;
  readonly busy: boolean;
  readonly error: CombinedError | undefined;
}

export function useAct<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
): Act<Data, Variables> {
  const [{ fetching, error }, execute] = useMutation<Data, Variables & AnyVariables>(typed(document));
  const run = useCallback(
    async (variables: Variables) => (await execute(variables as Variables & AnyVariables)).data,
    [execute],
  );
  return { run, busy: fetching, error };
}

/** Follows the keyboard, and the address after a link or the back button. */
export function useTyped(addressed: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(addressed);
  useEffect(() => setText((typed) => (typed.trim() === addressed ? typed : addressed)), [addressed]);
  return [text, setText];
}

/** Waits until typing pauses, so that a search does not run at every key. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
