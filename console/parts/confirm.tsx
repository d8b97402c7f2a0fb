import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import { useText } from '../preferences.ts';
import type { TextKey } from '../texts/index.ts';
import { Button } from './button.tsx';

interface ConfirmProps {
  readonly open: boolean;
  readonly close: () => void;
  readonly question: TextKey;
  readonly why: TextKey;
  /** The button that changes nothing. */
  readonly dismiss: TextKey;
  /** The button that acts. */
  readonly act: TextKey;
  readonly run: () => Promise<void>;
  readonly busy: boolean;
  readonly children?: ReactNode;
}

export function Confirm({ open, close, question, why, dismiss, act, run, busy, children }: ConfirmProps) {
  const t = useText();
  return (
    <Ariakit.Dialog
      open={open}
      onClose={close}
      className="dialog"
      role="alertdialog"
      backdrop={<div className="backdrop" />}
    >
      <Ariakit.DialogHeading className="dialog-title">{t(question)}</Ariakit.DialogHeading>
      <Ariakit.DialogDescription>{t(why)}</Ariakit.DialogDescription>
      {children}
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t(dismiss)}</Ariakit.DialogDismiss>
        <Button className="button danger-fill" disabled={busy} onClick={() => void run()}>
          {t(act)}
        </Button>
      </div>
    </Ariakit.Dialog>
  );
}
