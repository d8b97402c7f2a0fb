import { useEffect, useState } from 'react';
import { isUnknown } from '../client.ts';
import { PaymentDetailsDocument, type PaymentDetailsFragment } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { useProductText } from '../parts/product.ts';
import { isFinal, StatusChip } from '../parts/status.tsx';
import { Account, Amount, Creditor, Day, Moment, useCreditor } from '../parts/values.tsx';
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
  const { data, error, refetch } = useRead(PaymentDetailsDocument, { paymentId: id });
  useLive((change) => {
    if (change === null || change.paymentId === id) refetch();
  });
  if (data?.payment) return <Shown payment={data.payment} refetch={refetch} />;
  return (
    <Page title={t('payment')}>
      {isUnknown(error) ? (
        <Empty icon="search" title={t('paymentUnknown')} hint={t('paymentUnknownHint')}>
          <a className="button" href={hrefOf('payments')}>
            {t('navPayments')}
          </a>
        </Empty>
      ) : error ? (
        <Problem error={error} again={refetch} />
      ) : (
        <Loading />
      )}
    </Page>
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
      actions={
        <a className="button" href={hrefOf('payments')}>
          <Icon name="back" />
          {t('navPayments')}
        </a>
      }
    >
      <section className="hero card" aria-label={t('status')}>
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
        <PaymentActions payment={payment} showReply={setReply} done={refetch} />
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
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <CopyButton text={link.href} bare />
                <span className="code soft">{link.verbs.join(', ')}</span> <code>{link.href}</code>
              </dd>
            </div>
          ) : null;
        })}
      </dl>
    </Card>
  );
}

function Details({ payment }: { readonly payment: PaymentDetailsFragment }) {
  const t = useText();
  const message = 'remittanceInformationUnstructured' in payment && payment.remittanceInformationUnstructured;
  const structured = 'remittanceInformationStructured' in payment && payment.remittanceInformationStructured;
  return (
    <Card title={t('details')}>
      <dl className="facts">
        <div>
          <dt>{t('debtorAccount')}</dt>
          <dd>
            {payment.debtorName && <bdi>{payment.debtorName} </bdi>}
            <Account account={payment.debtorAccount} />
          </dd>
        </div>
        {'creditorAccount' in payment && (
          <div>
            <dt>{t('creditorAccount')}</dt>
            <dd>
              <Account account={payment.creditorAccount} />
            </dd>
          </div>
        )}
        {message && (
          <div>
            <dt>{t('message')}</dt>
            <dd>{message}</dd>
          </div>
        )}
        {structured && (
          <div>
            <dt>{t('reference')}</dt>
            <dd className="account">{structured.reference}</dd>
          </div>
        )}
        {'requestedExecutionDate' in payment && payment.requestedExecutionDate && (
          <div>
            <dt>{t('executionDate')}</dt>
            <dd>
              <Day date={payment.requestedExecutionDate} />
            </dd>
          </div>
        )}
        {'endToEndIdentification' in payment && payment.endToEndIdentification && (
          <div>
            <dt>{t('endToEnd')}</dt>
            <dd>{payment.endToEndIdentification}</dd>
          </div>
        )}
        <div>
          <dt>{t('fees')}</dt>
          <dd>
            <Amount value={payment.transactionFees} />
          </dd>
        </div>
        {payment.basket && (
          <div>
            <dt>{t('inBasket')}</dt>
            <dd>
              <a href={hrefOf('baskets', payment.basket.basketId)}>{payment.basket.basketId}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('paymentId')}</dt>
          <dd className="with-copy">
            <code>{payment.paymentId}</code>
            <CopyButton text={payment.paymentId} />
          </dd>
        </div>
        {payment.bankReference && (
          <div>
            <dt>{t('bankReference')}</dt>
            <dd className="with-copy">
              <code>{payment.bankReference}</code>
              <CopyButton text={payment.bankReference} />
            </dd>
          </div>
        )}
        {payment.bankReference && (
          <div>
            <dt>{t('bankHeardAt')}</dt>
            <dd>{payment.bankHeardAt ? <Moment at={payment.bankHeardAt} /> : t('bankSilent')}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
