import { useState } from 'react';
import {
  BasketDocument,
  type BasketQuery,
  DeleteBasketDocument,
  type PaymentStatus,
  type SigningBasketStatus,
} from '../generated/graphql.ts';
import { useAct, useFocusAfterAct, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Back } from '../parts/back.tsx';
import { Button } from '../parts/button.tsx';
import { Copied, Fact } from '../parts/fact.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { referenceOf } from '../parts/reference.ts';
import { StatusChip, toneOf, useStatusText } from '../parts/status.tsx';
import { Amount, Creditor, Moment, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { go, hrefOf } from '../route.ts';
import { Answers, type BankReply, type OpenAuthorisation, useApproval } from './payment-actions.tsx';

export function Basket({ id }: { readonly id: string }) {
  const t = useText();
  const read = useRead(BasketDocument, { basketId: id });
  const basket = read.data?.signingBasket;
  useLive((change) => {
    if (change === null || basket?.payments.some(({ paymentId }) => paymentId === change.paymentId))
      read.refetch();
  });
  if (basket) return <Shown basket={basket} refetch={read.refetch} />;
  return (
    <MissingPage title={t('basket')} read={read}>
      <Empty icon="search" title={t('basketUnknown')} />
    </MissingPage>
  );
}

interface ShownProps {
  readonly basket: NonNullable<BasketQuery['signingBasket']>;
  readonly refetch: () => void;
}

function Shown({ basket, refetch }: ShownProps) {
  const t = useText();
  const [reply, setReply] = useState<BankReply>({ messages: [] });
  const { basketId, transactionStatus, payments } = basket;
  /** The bank does not list the authorisations of a basket. */
  const [opened, setOpened] = useState<OpenAuthorisation | null>(null);
  const { section, takeFocus } = useFocusAfterAct();
  const done = () => {
    refetch();
    takeFocus();
  };
  const { answer, open, busy } = useApproval(setReply, done);
  const remove = useAct(DeleteBasketDocument);
  const run = async () => {
    const answer = await remove.run({ input: { basketId } });
    if (answer?.tppMessages.length) setReply({ messages: answer.tppMessages });
    else if (answer) go(hrefOf('baskets'));
  };
  const waits = basket.links.startAuthorisation != null;
  return (
    <Page
      title={t('basketOf', { count: payments.length })}
      lead={<Moment at={basket.createdAt} />}
      actions={<Back screen="baskets" text="navBaskets" />}
    >
      <section className="hero card" aria-label={t('status')} ref={section} tabIndex={-1}>
        <div className="hero-status" role="status">
          <StatusChip status={transactionStatus} />
        </div>
        {waits && (
          <div className="actions" role="group" aria-label={t('actions')}>
            <Answers
              answer={(outcome) =>
                void answer(outcome, { basketId }, opened?.authorisationId).then(() => setOpened(null))
              }
              busy={busy}
              href={opened?.href}
              open={() => void open({ basketId }).then(setOpened)}
            />
            <Button className="button danger" disabled={remove.busy} onClick={() => void run()}>
              <Icon name="ban" />
              {t('basketDelete')}
            </Button>
          </div>
        )}
      </section>
      <Messages messages={reply.messages} />
      <div className="columns">
        <Card title={t('navPayments')}>
          <ul className="rows">
            {payments.map((payment) => (
              <li key={payment.paymentId}>
                <a href={hrefOf('payments', payment.paymentId)}>
                  <span className="rows-main">
                    <Creditor names={payment.creditorNames} />
                    <br />
                    {payment.totalAmount && <Amount value={payment.totalAmount} />}
                    <br />
                    <span className="soft small first-lines">
                      <UserText text={referenceOf(payment)} />
                    </span>
                  </span>
                  <StatusChip status={payment.transactionStatus} />
                  <code className="rows-below soft">{payment.paymentId}</code>
                </a>
              </li>
            ))}
          </ul>
        </Card>
        <div className="column">
          <Card title={t('details')}>
            <dl className="facts">
              <Fact name={t('basketId')}>
                <Copied text={basketId} />
              </Fact>
            </dl>
          </Card>
          <Card title={t('basketStatus')} hint={t('basketStatusHint')}>
            <Ladder statuses={payments.map((payment) => payment.transactionStatus)} at={transactionStatus} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

const steps: readonly SigningBasketStatus[] = ['RJCT', 'RCVD', 'PATC', 'ACTC'];

const stepOf = (status: PaymentStatus): SigningBasketStatus =>
  status === 'RJCT' || status === 'CANC' ? 'RJCT' : status === 'RCVD' ? 'RCVD' : 'ACTC';

function Ladder({
  statuses,
  at,
}: {
  readonly statuses: readonly PaymentStatus[];
  readonly at: SigningBasketStatus;
}) {
  const t = useText();
  const text = useStatusText();
  return (
    <ol className="ladder">
      {steps.map((step) => (
        <li key={step} className={`tone-${toneOf(step)}`} aria-current={step === at ? 'step' : undefined}>
          <span className="code">{step}</span>
          <span>{text(step)}</span>
          <span className="soft">
            {step === 'PATC'
              ? t('basketSome')
              : t('basketCount', { count: statuses.filter((status) => stepOf(status) === step).length })}
          </span>
        </li>
      ))}
    </ol>
  );
}
