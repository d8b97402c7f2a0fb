import { CardPageDocument, type CardPageQuery } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { Back } from '../parts/back.tsx';
import { BalanceChart } from '../parts/balance-chart.tsx';
import { markDeceptive } from '../parts/deceptive.ts';
import { MissingPage } from '../parts/missing-page.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { SetBalance } from '../parts/set-balance.tsx';
import { Amount, Day, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { AddPurchase } from './add-purchase.tsx';
import { useCounted } from './use-counted.ts';

export function CardScreen({ id }: { readonly id: string | null }) {
  const t = useText();
  const counted = useCounted();
  const read = useRead(CardPageDocument, { resourceId: id ?? '' });
  const { data, refetch } = read;
  const card = data?.sandboxCardAccount;
  if (!card)
    return (
      <MissingPage title={t('card')} read={read}>
        <Empty icon="search" title={t('accountUnknown')} />
      </MissingPage>
    );
  const balance = card.balances[0]?.balanceAmount;
  const { nodes } = card.transactions;
  return (
    <Page
      title={markDeceptive(card.name ?? t('card'))}
      lead={
        <>
          <UserText text={card.customer?.customerName} /> · {card.maskedPan}
        </>
      }
      actions={<Back screen="customers" text="navCustomers" />}
    >
      <section className="hero card" aria-label={t('balance')}>
        <div className="hero-amount">{balance ? <Amount value={balance} /> : t('none')}</div>
        {card.creditLimit && (
          <p className="hint">
            {t('creditLimit')} <Amount value={card.creditLimit} />
          </p>
        )}
        {balance && nodes.length > 0 && (
          <>
            <BalanceChart now={balance} changes={changesOf(nodes, balance.currency)} />
            <p className="hint">{t('cardBalanceHint')}</p>
          </>
        )}
      </section>
      <div className="columns">
        <Card title={t('transactions')} hint={counted(card.transactions)}>
          {nodes.length === 0 ? (
            <Empty icon="card" title={t('transactionsNone')} hint={t('cardTransactionsHint')} />
          ) : (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.cardTransactionId}>
                  <span>
                    <span className="rows-main">
                      <UserText text={one.transactionDetails || one.cardAcceptorId} />
                      <br />
                      <span className="soft small">
                        <Day date={one.bookingDate} />
                      </span>
                    </span>
                    <Amount
                      value={{ ...one.transactionAmount, amount: String(one.transactionAmount.amount) }}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <div className="column">
          <AddPurchase card={card} clock={data.viewer.clock} done={refetch} />
          <SetBalance
            resourceId={card.resourceId}
            currency={card.currency}
            hint={t('setCardBalanceHint')}
            balances={card.balances}
            done={refetch}
          />
        </div>
      </div>
    </Page>
  );
}

type Transactions = NonNullable<CardPageQuery['sandboxCardAccount']>['transactions']['nodes'];

/** Purchases in another currency do not count. */
const changesOf = (transactions: Transactions, currency: string) =>
  transactions
    .filter(({ transactionAmount }) => transactionAmount.currency === currency)
    .map(({ bookingDate, transactionAmount }) => ({
      date: bookingDate,
      amount: String(-transactionAmount.amount),
    }));
