import { CombinedError } from '@urql/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Loading } from './parts/page.tsx';

export type Screen = ComponentType<{ readonly id: string | null }>;

/** Loads a screen at its first visit. A load that failed is tried again at the next visit, which `lazy` alone would not do. */
export function lateScreen(load: () => Promise<Screen>): Screen {
  const begin = () =>
    lazy(() =>
      load().then(
        (screen) => ({ default: screen }),
        (failure) => {
          newest = begin();
          throw new CombinedError({ networkError: failure });
        },
      ),
    );
  let newest = begin();
  return function LateScreen({ id }) {
    const [Loaded] = useState(() => newest);
    return (
      <Suspense fallback={<Loading />}>
        <Loaded id={id} />
      </Suspense>
    );
  };
}
