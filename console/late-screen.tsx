import { CombinedError } from '@urql/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Loading } from './parts/page.tsx';
import { reloadOutdatedPage, reloadPage } from './reload.ts';

export type Screen = ComponentType<{ readonly id: string | null }>;

async function reloaded(): Promise<never> {
  await reloadPage();
  return new Promise(() => {});
}

/** A browser may remember that a script failed and not ask for it again, so the next visit reloads the page. */
export function lateScreen(load: () => Promise<Screen>): Screen {
  const begin = (loadScreen: () => Promise<Screen>) =>
    lazy(() =>
      loadScreen().then(
        (screen) => ({ default: screen }),
        async (failure) => {
          newest = begin(reloaded);
          await reloadOutdatedPage().catch(() => undefined);
          throw new CombinedError({ networkError: failure });
        },
      ),
    );
  let newest = begin(load);
  return function LateScreen({ id }) {
    const [Loaded] = useState(() => newest);
    return (
      <Suspense fallback={<Loading />}>
        <Loaded id={id} />
      </Suspense>
    );
  };
}
