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
  const target = { paymentId: payment.paymentId };
  const { answer, open, busy } = useApproval(showReply, done);
  if (isFinal(payment.transactionStatus)) return null;
  const waits = payment.transactionStatus === 'RCVD';
  const viaBasket = payment.basket?.transactionStatus === 'RCVD' && payment.links.startAuthorisation == null;
  return (
    <div className="actions" role="group" aria-label={t('actions')}>
      {waits && viaBasket && <p className="hint">{t('viaBasket')}</p>}
      {waits && !viaBasket && (
        <Answers
          answer={(outcome) => void answer(outcome, target, current?.authorisationId)}
          busy={busy}
          href={current?.href}
          open={() => void open(target)}
        />
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

type Target = { readonly paymentId: string } | { readonly basketId: string };

/** The bank app, which answers for the customer, and the page of the bank. */
export function useApproval(showReply: (reply: BankReply) => void, done: () => void) {
  const start = useAct(StartAuthorisationDocument);
  const complete = useAct(CompleteAuthorisationDocument);
  const begin = async (target: Target) => {
    const begun = await start.run({ input: target });
    showReply({ messages: begun?.tppMessages ?? [], text: begun?.psuMessage ?? null });
    return begun;
  };
  return {
    busy: start.busy || complete.busy,
    /** `current`: the authorisation that has begun. true: the bank accepted the answer. */
    async answer(outcome: AuthorisationOutcome, target: Target, current: string | undefined) {
      const authorisationId = current ?? (await begin(target))?.authorisation?.authorisationId;
      if (!authorisationId) return false;
      const ended = await complete.run({ input: { authorisationId, outcome } });
      showReply({ messages: ended?.tppMessages ?? [], text: ended?.psuMessage ?? null });
      done();
      return Boolean(ended?.authorisation);
    },
    async open(target: Target): Promise<OpenAuthorisation | null> {
      const begun = await begin(target);
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
  const approval = useApproval(showReply, done);
  const busy = cancel.busy || start.busy || approval.busy;
  const { paymentId } = payment;
  const run = async () => {
    setAsking(false);
    const asked = await cancel.run({ input: { paymentId } });
    showReply({ messages: asked?.tppMessages ?? [] });
    if (asked?.links?.startAuthorisation) {
      const begun = await start.run({ input: { paymentId } });
      showReply({ messages: begun?.tppMessages ?? [] });
      const authorisationId = begun?.authorisation?.authorisationId;
      if (authorisationId && hasBankApp())
        return void (await approval.answer('APPROVE', { paymentId }, authorisationId));
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
