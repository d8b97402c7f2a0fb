import * as Ariakit from '@ariakit/react';
import type { ViewerQuery } from '../generated/graphql.ts';
import { useText } from '../preferences.ts';
import type { SignIn } from '../sign-ins.ts';
import { Icon } from './icon.tsx';

export interface WhoProps {
  readonly viewer: ViewerQuery['viewer'];
  readonly others: readonly SignIn[];
  readonly change: (token: string | null) => void;
  readonly add: () => void;
  readonly signOut: () => void;
}

export function Who({ viewer, others, change, add, signOut }: WhoProps) {
  const t = useText();
  return (
    <div className="who">
      <span className="soft">{t('signedInAs')}</span>
      <strong>{viewer.name}</strong>
      <code>{viewer.tppId}</code>
      <div className="who-acts">
        <Ariakit.MenuProvider placement="top-start">
          <Ariakit.MenuButton className="button small">
            <Icon name="arrows" />
            {t('switchTpp')}
          </Ariakit.MenuButton>
          <Ariakit.Menu className="menu" gutter={6} fitViewport>
            {others.map(({ token, tppId, name }) => (
              <Ariakit.MenuItem key={tppId} className="menu-item" onClick={() => change(token)}>
                <strong>{name}</strong>
                <code>{tppId}</code>
              </Ariakit.MenuItem>
            ))}
            <Ariakit.MenuItem className="menu-item" onClick={add}>
              {t('signInOther')}
            </Ariakit.MenuItem>
          </Ariakit.Menu>
        </Ariakit.MenuProvider>
        <button type="button" className="button small" onClick={signOut}>
          {t('signOut')}
        </button>
      </div>
    </div>
  );
}
