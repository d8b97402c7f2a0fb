import { useState } from 'react';
import type { PaymentDetailsFragment } from '../generated/graphql.ts';
import { useFocusAfterAct } from '../hooks.ts';
import { Back } from '../parts/back.tsx';
import { CopyButton } from '../parts/copy.tsx';
import { Fact } from '../parts/fact.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { useProductText } from '../parts/product.ts';
import { StatusChip } from '../parts/status.tsx';
import { Amount, Creditor, Moment, useCreditor } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { type BankReply, PaymentActions } from './payment-actions.tsx';
import { Details } from './payment-details.tsx';
import { Entries } from './payment-entries.tsx';
import { Asked, History } from './payment-history.tsx';
import { NotificationsOf } from './payment-notifications.tsx';
import { Plan } from './payment-plan.tsx';
import { SameAct } from './payment-same-act.tsx';
import { openAuthorisation } from './payment-story.ts';
import { usePayment } from './use-payment.ts';

export function Payment({ id }: { readonly id: string }) {
  const t = useText();
  const read = usePayment(id);
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
      <Messages messages={[...payment.tppMessages, ...reply.messages]} />
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
