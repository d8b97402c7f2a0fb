import { useEffect, useState } from 'react';
import { useText } from '../preferences.ts';
import { Icon } from './icon.tsx';

interface CopyProps {
  readonly text: string;
  readonly bare?: boolean;
}

export function CopyButton({ text, bare = false }: CopyProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  // Missing on pages by plain http from another host.
  if (!('clipboard' in navigator)) return null;
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  return (
    <>
      <button type="button" className={bare ? 'icon-button copy-bare' : 'button small'} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span className={bare ? 'visually-hidden' : undefined}>{t(copied ? 'copied' : 'copy')}</span>
      </button>
      <span role="status" className="visually-hidden">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}

export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="code-block">
      <CopyButton text={text} />
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
