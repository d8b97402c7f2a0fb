/** One card account: its balance and what it was used for. */
import { CardPageDocument } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { Amount, Day } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';

export function CardScreen({ id }: { readonly id: string | null }) {
  const t = useText();
  const { data, error, refetch } = useRead(CardPageDocument, { resourceId: id ?? '' });
  const card = data?.sandboxCardAccount;
  if (!card) {
    return (
      <Page title={t('card')}>
        {error?.networkError ? (
          <Problem error={error} again={refetch} />
        ) : error || data ? (
          <Empty icon="search" title={t('accountUnknown')} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  const balance = card.balances[0]?.balanceAmount;
  const { nodes } = card.transactions;
  return (
    <Page
      title={card.name ?? t('card')}
      lead={`${card.customer?.customerName ?? ''} · ${card.maskedPan}`}
      actions={
        <a className="button" href={hrefOf('customers')}>
          <Icon name="back" />
          {t('navCustomers')}
        </a>
      }
    >
      <section className="hero card" aria-label={t('balance')}>
        <div className="hero-amount">{balance ? <Amount value={balance} /> : t('none')}</div>
        {card.creditLimit && (
          <p className="hint">
            {t('creditLimit')} <Amount value={card.creditLimit} />
          </p>
        )}
      </section>
      <div className="columns">
        <Card
          title={t('transactions')}
          hint={t('transactionsCount', { count: card.transactions.totalCount })}
        >
          {nodes.length === 0 ? (
            <Empty icon="card" title={t('transactionsNone')} hint={t('cardTransactionsHint')} />
          ) : (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.cardTransactionId}>
                  <span>
                    <span className="rows-main">
                      {one.transactionDetails || one.cardAcceptorId}
                      <br />
                      <span className="soft small">
                        <Day date={one.bookingDate} />
                      </span>
                    </span>
                    <span className="amount">
                      {one.transactionAmount.amount}{' '}
                      <span className="currency">{one.transactionAmount.currency}</span>
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Page>
  );
}
