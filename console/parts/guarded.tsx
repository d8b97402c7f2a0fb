import { CombinedError } from '@urql/core';
import { Component, type ReactNode } from 'react';
import { useText } from '../preferences.ts';
import { reloadPage } from '../reload.ts';
import { hrefOf, useRoute } from '../route.ts';
import { Empty, Page, Problem } from './page.tsx';

export function Guarded({ children }: { readonly children: ReactNode }) {
  const { screen, id, query } = useRoute();
  return <Boundary address={hrefOf(screen, id, query)}>{children}</Boundary>;
}

interface Props {
  readonly address: string;
  readonly children: ReactNode;
}

interface State {
  readonly address: string;
  readonly failure: unknown;
}

class Boundary extends Component<Props, State> {
  override state: State = { address: '', failure: null };

  static getDerivedStateFromError(failure: unknown): Partial<State> {
    return { failure: failure ?? 'unknown' };
  }

  /** Instead of React's `key`, which would mount the content again for every letter typed into a filter. */
  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <Failed failure={failure} />;
  }
}

function Failed({ failure }: { readonly failure: unknown }) {
  const t = useText();
  return (
    <Page title={t('failed')}>
      {failure instanceof CombinedError ? (
        <Problem error={failure} again={() => void reloadPage().catch(() => undefined)} />
      ) : (
        <Empty icon="warning" title={t('failedHint')} hint={String(failure)}>
          <button type="button" className="button" onClick={() => location.reload()}>
            {t('tryAgain')}
          </button>
        </Empty>
      )}
    </Page>
  );
}
