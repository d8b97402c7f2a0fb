import { useState } from 'react';
import {
  type AuthorisationOutcome,
  CancelPaymentDocument,
  CompleteAuthorisationDocument,
  type MessageFragment,
  type PaymentDetailsFragment,
  StartAuthorisationDocument,
  StartCancellationDocument,
} from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { hasBankApp } from '../parts/bank.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { isFinal } from '../parts/status.tsx';
import { useText } from '../preferences.ts';
import { openAuthorisation } from './payment-story.ts';

export interface BankReply {
  readonly messages: readonly MessageFragment[];
  readonly text?: string | null;
}

interface ActionsProps {
  readonly payment: PaymentDetailsFragment;
  readonly showReply: (reply: BankReply) => void;
  readonly done: () => void;
}

export function PaymentActions({ payment, showReply, done }: ActionsProps) {
  const t = useText();
  const current = openAuthorisation(payment.authorisations.filter(({ kind }) => kind === 'PAYMENT'));
  const { answer, open, busy } = useApproval({ paymentId: payment.paymentId }, showReply, done, current);
  if (isFinal(payment.transactionStatus)) return null;
  const waits = payment.transactionStatus === 'RCVD';
  const viaBasket = payment.basket?.transactionStatus === 'RCVD' && payment.links.startAuthorisation == null;
  return (
    <div className="actions" role="group" aria-label={t('actions')}>
      {waits && viaBasket && <p className="hint">{t('viaBasket')}</p>}
      {waits && !viaBasket && (
        <Answers answer={answer} busy={busy} href={current?.href} open={() => void open()} />
      )}
      <Cancel payment={payment} showReply={showReply} done={done} />
    </div>
  );
}

interface AnswersProps {
  readonly answer: (outcome: AuthorisationOutcome) => void;
  readonly busy: boolean;
  /** undefined: no authorisation has begun. */
  readonly href: string | undefined;
  readonly open: () => void;
}

export function Answers({ answer, busy, href, open }: AnswersProps) {
  const t = useText();
  const content = (
    <>
      <Icon name="external" />
      {t('openSca')}
    </>
  );
  return (
    <>
      {hasBankApp() && (
        <>
          <Button className="button primary" disabled={busy} onClick={() => answer('APPROVE')}>
            <Icon name="phone" />
            {t('approve')}
          </Button>
          <Button disabled={busy} onClick={() => answer('REJECT')}>
            {t('reject')}
          </Button>
          <Button disabled={busy} onClick={() => answer('EXPIRE')}>
            {t('expire')}
          </Button>
        </>
      )}
      {href ? (
        <a className="button" href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <Button disabled={busy} onClick={open}>
          {content}
        </Button>
      )}
    </>
  );
}

export interface OpenAuthorisation {
  readonly authorisationId: string;
  /** The page of the bank. */
  readonly href: string;
}

export function useApproval(
  target: { readonly paymentId: string } | { readonly basketId: string },
  showReply: (reply: BankReply) => void,
  done: () => void,
  current: { readonly authorisationId: string } | null,
) {
  const start = useAct(StartAuthorisationDocument);
  const complete = useAct(CompleteAuthorisationDocument);
  const begin = async () => {
    const begun = await start.run({ input: target });
    showReply({ messages: begun?.tppMessages ?? [], text: begun?.psuMessage ?? null });
    return begun;
  };
  return {
    busy: start.busy || complete.busy,
    async answer(outcome: AuthorisationOutcome) {
      const authorisationId = current?.authorisationId ?? (await begin())?.authorisation?.authorisationId;
      if (!authorisationId) return;
      const ended = await complete.run({ input: { authorisationId, outcome } });
      showReply({ messages: ended?.tppMessages ?? [], text: ended?.psuMessage ?? null });
      done();
    },
    async open(): Promise<OpenAuthorisation | null> {
      const begun = await begin();
      const href = begun?.links?.scaRedirect?.href;
      const authorisationId = begun?.authorisation?.authorisationId;
      // The browser may block a window that opens late, so the page shows the link as well.
      if (href) window.open(href, '_blank', 'noopener');
      done();
      return href && authorisationId ? { authorisationId, href } : null;
    },
  };
}

/** The bank app approves the cancellation at once. Without a bank app the customer approves it, by the link on the page. */
function Cancel({ payment, showReply, done }: ActionsProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const cancel = useAct(CancelPaymentDocument);
  const start = useAct(StartCancellationDocument);
  const complete = useAct(CompleteAuthorisationDocument);
  const busy = cancel.busy || start.busy || complete.busy;
  const { paymentId } = payment;
  const run = async () => {
    setAsking(false);
    const asked = await cancel.run({ input: { paymentId } });
    showReply({ messages: asked?.tppMessages ?? [] });
    if (asked?.links?.startAuthorisation) {
      const begun = await start.run({ input: { paymentId } });
      showReply({ messages: begun?.tppMessages ?? [] });
      const authorisationId = begun?.authorisation?.authorisationId;
      if (authorisationId && hasBankApp()) {
        const ended = await complete.run({ input: { authorisationId, outcome: 'APPROVE' } });
        showReply({ messages: ended?.tppMessages ?? [] });
      }
    }
    done();
  };
  return (
    <>
      <Button className="button danger" disabled={busy} onClick={() => setAsking(true)}>
        <Icon name="ban" />
        {t('cancelPayment')}
      </Button>
      <Confirm
        open={asking}
        close={() => setAsking(false)}
        question="cancelSure"
        why={hasBankApp() ? 'cancelWhy' : 'cancelWhyElsewhere'}
        dismiss="keepPayment"
        act="cancelPayment"
        run={run}
        busy={busy}
      />
    </>
  );
}
