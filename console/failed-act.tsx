/** The error of the newest act, such as an approval, stands above the screen until the next act or another screen. */
import type { CombinedError } from '@urql/core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Problem } from './parts/page.tsx';
import { useRoute } from './route.ts';

interface FailedActs {
  readonly error: CombinedError | undefined;
  readonly report: (error: CombinedError | undefined) => void;
}

const FailedActContext = createContext<FailedActs>({ error: undefined, report: () => undefined });

export function FailedActProvider({ children }: { readonly children: ReactNode }) {
  const [error, report] = useState<CombinedError>();
  const { screen, id } = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error belongs to the screen that was left
  useEffect(() => report(undefined), [screen, id]);
  const acts = useMemo<FailedActs>(() => ({ error, report }), [error]);
  return <FailedActContext value={acts}>{children}</FailedActContext>;
}

export const useReport = (): FailedActs['report'] => useContext(FailedActContext).report;

export function FailedAct() {
  const { error, report } = useContext(FailedActContext);
  if (!error) return null;
  return (
    <div className="failed-act">
      <Problem error={error} close={() => report(undefined)} />
    </div>
  );
}
