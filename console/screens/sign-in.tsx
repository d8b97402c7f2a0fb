import { type FormEvent, useId, useState } from 'react';
import mark from '../mark.svg';
import { CopyButton } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { toolkit } from '../parts/signed-curl.ts';
import { useTerminal } from '../parts/terminal.ts';
import { useText } from '../preferences.ts';
import type { SignIn as SignedIn } from '../sign-ins.ts';
import type { TextKey } from '../texts/index.ts';

interface SignInProps {
  readonly refused: TextKey | null;
  readonly others: readonly SignedIn[];
  readonly signIn: (token: string | null) => void;
}

export function SignIn({ refused, others, signIn }: SignInProps) {
  const t = useText();
  const command = toolkit(['token'], useTerminal());
  const id = useId();
  const [token, setToken] = useState('');
  const [isMalformed, setMalformed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pasted = token.trim();
    if (pasted === '') return;
    // Browsers refuse some characters in a header, and the console would say that the bank cannot be reached.
    const isWellFormed = /^[\w-]{1,200}$/.test(pasted);
    setMalformed(!isWellFormed);
    if (isWellFormed) signIn(pasted);
  };
  const fault = isMalformed ? 'tokenRefused' : refused;
  return (
    <main className="alone">
      <div className="sign-in card">
        <img src={mark} alt="" width="40" height="40" />
        <h1>{t('signIn')}</h1>
        <p className="lead">{t('signInLead')}</p>
        <p>{t('signInLink')}</p>
        <p>{t('signInToken')}</p>
        <div className="command">
          <code>{command}</code>
          <CopyButton text={command} />
        </div>
        <p className="hint">{t('signInAs')}</p>
        {fault && (
          <div className="note note-bad" role="alert">
            <Icon name="warning" />
            <div>
              {t(fault)}
              {fault === 'sessionEnded' && (
                <button type="button" className="button" onClick={() => signIn(null)}>
                  {t('tryAgain')}
                </button>
              )}
            </div>
          </div>
        )}
        <form onSubmit={submit}>
          <label htmlFor={id}>{t('token')}</label>
          <input
            id={id}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
          <button type="submit" className="button primary">
            {t('signIn')}
          </button>
        </form>
        {others.length > 0 && (
          <div className="who-acts" role="group" aria-label={t('goOnAs')}>
            <span className="soft">{t('goOnAs')}</span>
            {others.map(({ token: knownToken, tppId, name }) => (
              <button key={tppId} type="button" className="button small" onClick={() => signIn(knownToken)}>
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
    </main>
  );
}
