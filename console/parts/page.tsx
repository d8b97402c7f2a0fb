import type { CombinedError } from '@urql/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePreferences, useText } from '../preferences.ts';
import { inNorwegian } from '../texts/bank.ts';
import { Icon, type IconName } from './icon.tsx';

interface PageProps {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

let isFirstPage = true;

export function Page({ title, heading = title, actions, lead, children }: PageProps) {
  const t = useText();
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t('appName')}`;
  }, [title, t]);
  useEffect(() => {
    // Screen readers announce the new screen; the browser announces the first one.
    if (!isFirstPage) headingElement.current?.focus({ preventScroll: true });
    isFirstPage = false;
    scrollTo(0, 0);
  }, []);
  return (
    <>
      <div className="page-head">
        <div>
          <h1 ref={headingElement} tabIndex={-1}>
            {heading}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly hint?: string;
  readonly children?: ReactNode;
}

export function Empty({ title, icon = 'inbox', hint, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p className="empty-title">{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}

export function Loading() {
  const t = useText();
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {t('loading')}
    </p>
  );
}

interface ProblemProps {
  readonly error: CombinedError;
  readonly again?: () => void;
  readonly close?: () => void;
}

export function Problem({ error, again, close }: ProblemProps) {
  const t = useText();
  const messages = error.graphQLErrors.map(({ message }) => message).join(' ');
  return (
    <div className="note note-bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{t('problem')}</strong>
        <p>{error.networkError ? t('unreachable') : <BankText text={messages} />}</p>
        {again && (
          <button type="button" className="button" onClick={again}>
            {t('tryAgain')}
          </button>
        )}
        {close && (
          <button type="button" className="button" onClick={close}>
            {t('close')}
          </button>
        )}
      </div>
    </div>
  );
}

export function BankText({ text }: { readonly text: string }) {
  const { language } = usePreferences();
  const translation = language === 'nb' ? inNorwegian(text) : null;
  return translation ?? <span lang="en">{text}</span>;
}

export function Card({
  title,
  hint,
  className,
  actions,
  children,
}: {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly className?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={`card ${className ?? ''}`} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </section>
  );
}
