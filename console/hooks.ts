import type { AnyVariables, CombinedError } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { isUnknown, typed } from './client.ts';
import { useReport } from './failed-act.tsx';
import type { MessageFragment, TypedDocumentString } from './generated/graphql.ts';

export interface Read<Data> {
  readonly data: Data | undefined;
  readonly error: CombinedError | undefined;
  readonly fetching: boolean;
  readonly refetch: () => void;
}

/** A failed read keeps what the last read with the same variables found. */
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
  const key = JSON.stringify(variables);
  const last = useRef<{ readonly key: string; readonly data: Data }>(null);
  if (data && !fetching) last.current = { key, data };
  const kept = error && !isUnknown(error) && last.current?.key === key ? last.current.data : undefined;
  return { data: data ?? kept, error, fetching, refetch };
}

interface Answer {
  readonly tppMessages: readonly MessageFragment[];
}

interface Act<Payload, Variables> {
  /** undefined: the bank did not carry out the act. */
  readonly run: (variables: Variables) => Promise<Payload | undefined>;
  readonly busy: boolean;
  readonly error: CombinedError | undefined;
  /** The messages of the newest answer. */
  readonly messages: readonly MessageFragment[];
}

/** The shell shows the error above the screen, unless `isShownHere`. */
export function useAct<Payload extends Answer, Variables>(
  document: TypedDocumentString<{ readonly answer: Payload }, Variables>,
  { isShownHere = false } = {},
): Act<Payload, Variables> {
  const report = useReport();
  const [{ fetching, error, data }, execute] = useMutation<
    { readonly answer: Payload },
    Variables & AnyVariables
  >(typed(document));
  const run = useCallback(
    async (variables: Variables) => {
      const result = await execute(variables as Variables & AnyVariables);
      if (!isShownHere) report(result.error);
      return result.data?.answer;
    },
    [execute, report, isShownHere],
  );
  return { run, busy: fetching, error, messages: data?.answer.tppMessages ?? [] };
}

/** A button may be gone after its act. The focus then goes to the section of the button. */
export function useFocusAfterAct() {
  const section = useRef<HTMLElement>(null);
  const takeFocus = useCallback(() => {
    const focused = document.activeElement;
    if (focused === document.body || section.current?.contains(focused))
      section.current?.focus({ preventScroll: true });
  }, []);
  return { section, takeFocus };
}

/** A link or the back button replaces the text that the user has typed. */
export function useTyped(addressed: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(addressed);
  useEffect(
    () => setText((currentText) => (currentText.trim() === addressed ? currentText : addressed)),
    [addressed],
  );
  return [text, setText];
}

export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
