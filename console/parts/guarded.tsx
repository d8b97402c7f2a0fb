/** Shows an error of its content until the address changes; the frame keeps working. */
import { Component, type ReactNode } from 'react';
import { useText } from '../preferences.ts';
import { useRoute } from '../route.ts';
import { Empty, Page } from './page.tsx';

export function Guarded({ children }: { readonly children: ReactNode }) {
  const { screen, id } = useRoute();
  return <Boundary key={`${screen} ${id}`}>{children}</Boundary>;
}

interface State {
  readonly failure: unknown;
}

class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure: failure ?? 'unknown' };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <Failed said={String(failure)} />;
  }
}

function Failed({ said }: { readonly said: string }) {
  const t = useText();
  return (
    <Page title={t('failed')}>
      <Empty icon="warning" title={said} hint={t('failedHint')}>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t('tryAgain')}
        </button>
      </Empty>
    </Page>
  );
}
