import type { ReactNode } from 'react';
import { isUnknown } from '../client.ts';
import type { Read } from '../hooks.ts';
import { Loading, Page, Problem } from './page.tsx';

interface MissingPageProps {
  readonly title: string;
  readonly read: Pick<Read<unknown>, 'data' | 'error' | 'refetch'>;
  /** Says that the bank does not know the resource. */
  readonly children: ReactNode;
}

export function MissingPage({ title, read: { data, error, refetch }, children }: MissingPageProps) {
  const isLoading = !data && !error;
  return (
    <Page title={title}>
      {isLoading && <Loading />}
      {error && !isUnknown(error) ? <Problem error={error} again={refetch} /> : !isLoading && children}
    </Page>
  );
}
