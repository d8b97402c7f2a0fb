import { useEffect, useState } from 'react';
import { PaymentDetailsDocument, type PaymentDetailsFragment } from '../generated/graphql.ts';
import { useFocusAfterAct, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Back } from '../parts/back.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { CopiedFact, Fact } from '../parts/fact.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { useProductText } from '../parts/product.ts';
import { structuredReferences } from '../parts/reference.ts';
import { isFinal, StatusChip } from '../parts/status.tsx';
import { Account, Amount, Creditor, Day, Moment, UserText, useCreditor } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { type BankReply, PaymentActions } from './payment-actions.tsx';
import { Entries } from './payment-entries.tsx';
import { Asked, History } from './payment-history.tsx';
import { NotificationsOf } from './payment-notifications.tsx';
import { Plan } from './payment-plan.tsx';
import { SameAct } from './payment-same-act.tsx';
import { openAuthorisation } from './payment-story.ts';

export function Payment({ id }: { readonly id: string }) {
  const t = useText();
  const read = useRead(PaymentDetailsDocument, { paymentId: id });
  useLive((change) => {
    if (change === null || change.paymentId === id) read.refetch();
  });
  const payment = read.data?.payment;
  if (payment) return <Shown payment={payment} refetch={read.refetch} />;
  return (
    <MissingPage title={t('payment')} read={read}>
      <Empty icon="search" title={t('paymentUnknown')} hint={t('paymentUnknownHint')}>
        <a className="button" href={hrefOf('payments')}>
          {t('navPayments')}
        </a>
      </Empty>
    </MissingPage>
  );
}

interface ShownProps {
  readonly payment: PaymentDetailsFragment;
  readonly refetch: () => void;
}

function Shown({ payment, refetch }: ShownProps) {
  const t = useText();
  const productText = useProductText();
  const creditor = useCreditor();
  const [reply, setReply] = useState<BankReply>({ messages: [] });
  const { section, takeFocus } = useFocusAfterAct();
  const open = openAuthorisation(payment.authorisations);
  const mayGetAuthorisation = !isFinal(payment.transactionStatus);
  usePolling(mayGetAuthorisation || open !== null || payment.notifications?.nextAttemptAt != null, refetch);
  return (
    <Page
      title={creditor(payment.creditorNames)}
      heading={<Creditor names={payment.creditorNames} />}
      lead={
        <>
          {productText(payment.product)} · <Moment at={payment.createdAt} />
        </>
      }
      actions={<Back screen="payments" text="navPayments" />}
    >
      <section className="hero card" aria-label={t('status')} ref={section} tabIndex={-1}>
        <div className="hero-amount">
          {payment.totalAmount ? <Amount value={payment.totalAmount} /> : t('severalCurrencies')}
        </div>
        <div className="hero-status" role="status">
          <StatusChip status={payment.transactionStatus} />
          {payment.fundsAvailable === false && (
            <span className="warn-text">
              <Icon name="warning" />
              {t('fundsShort')}
            </span>
          )}
        </div>
        {open && <Asked authorisation={open} hasButton={open.kind === 'PAYMENT'} />}
        <PaymentActions
          payment={payment}
          showReply={setReply}
          done={() => {
            refetch();
            takeFocus();
          }}
        />
        {reply.text && <p className="hint">{reply.text}</p>}
      </section>
      <Messages messages={reply.messages} />
      <div className="columns">
        <div className="column">
          {payment.__typename === 'BulkPayment' && <Entries payment={payment} />}
          {payment.__typename === 'PeriodicPayment' && <Plan payment={payment} />}
          <Card title={t('history')}>
            <History payment={payment} />
          </Card>
          <Details payment={payment} />
        </div>
        <div className="column">
          <SameAct payment={payment} />
          {payment.notifications && <NotificationsOf notifications={payment.notifications} />}
          <LinksOf payment={payment} />
        </div>
      </div>
    </Page>
  );
}

const pollEveryMs = 3_000;

/** No status changes with the next step of an authorisation or a notification, so the page asks again. */
function usePolling(mayChange: boolean, refetch: () => void): void {
  useEffect(() => {
    if (!mayChange) return;
    const poll = () => document.visibilityState === 'visible' && refetch();
    const timer = setInterval(poll, pollEveryMs);
    addEventListener('focus', poll);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', poll);
    };
  }, [mayChange, refetch]);
}

const linkNames = ['self', 'status', 'startAuthorisation'] as const;

function LinksOf({ payment: { links } }: { readonly payment: PaymentDetailsFragment }) {
  const t = useText();
  return (
    <Card title={t('links')} hint={t('linksHint')}>
      <dl className="facts links">
        {linkNames.map((name) => {
          const link = links[name];
          return link ? (
            <Fact key={name} name={name}>
              <CopyButton text={link.href} bare />
              <span className="code soft">{link.verbs.join(', ')}</span> <code>{link.href}</code>
            </Fact>
          ) : null;
        })}
      </dl>
    </Card>
  );
}

function Details({ payment }: { readonly payment: PaymentDetailsFragment }) {
  const t = useText();
  const message = 'remittanceInformationUnstructured' in payment && payment.remittanceInformationUnstructured;
  const references = payment.__typename === 'BulkPayment' ? '' : structuredReferences(payment);
  return (
    <Card title={t('details')}>
      <dl className="facts">
        <Fact name={t('debtorAccount')}>
          <UserText text={payment.debtorName} /> <Account account={payment.debtorAccount} />
        </Fact>
        {'creditorAccount' in payment && (
          <Fact name={t('creditorAccount')}>
            <Account account={payment.creditorAccount} />
          </Fact>
        )}
        {message && (
          <Fact name={t('message')}>
            <UserText text={message} />
          </Fact>
        )}
        {references && (
          <Fact name={t('reference')} className="account">
            <UserText text={references} />
          </Fact>
        )}
        {'paymentInformationId' in payment && payment.paymentInformationId && (
          <Fact name={t('bulkId')}>{payment.paymentInformationId}</Fact>
        )}
        {'requestedExecutionDate' in payment && payment.requestedExecutionDate && (
          <Fact name={t('executionDate')}>
            <Day date={payment.requestedExecutionDate} />
          </Fact>
        )}
        {'endToEndIdentification' in payment && payment.endToEndIdentification && (
          <Fact name={t('endToEnd')}>{payment.endToEndIdentification}</Fact>
        )}
        <Fact name={t('fees')}>
          <Amount value={payment.transactionFees} />
        </Fact>
        {payment.basket && (
          <Fact name={t('inBasket')}>
            <a href={hrefOf('baskets', payment.basket.basketId)}>{payment.basket.basketId}</a>
          </Fact>
        )}
        <CopiedFact name={t('paymentId')} text={payment.paymentId} />
        {payment.bankReference && <CopiedFact name={t('bankReference')} text={payment.bankReference} />}
        {payment.bankReference && (
          <Fact name={t('bankHeardAt')}>
            {payment.bankHeardAt ? <Moment at={payment.bankHeardAt} /> : t('bankSilent')}
          </Fact>
        )}
      </dl>
    </Card>
  );
}
