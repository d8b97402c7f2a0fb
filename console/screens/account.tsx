import { isUnknown } from '../client.ts';
import { AccountPageDocument } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { BalanceChart } from '../parts/balance-chart.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { SetBalance } from '../parts/set-balance.tsx';
import { Amount, Day, shownNumber } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { useCounted } from './use-counted.ts';

export function AccountScreen({ id }: { readonly id: string | null }) {
  const t = useText();
  const counted = useCounted();
  const { data, error, refetch } = useRead(AccountPageDocument, { resourceId: id ?? '' });
  useLive(() => refetch());
  const account = data?.sandboxAccount;
  if (!account) {
    return (
      <Page title={t('account')}>
        {isUnknown(error) || data ? (
          <Empty icon="search" title={t('accountUnknown')} />
        ) : error ? (
          <Problem error={error} again={refetch} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  const balance = account.balances[0]?.balanceAmount;
  const { nodes } = account.transactions;
  return (
    <Page
      title={account.accountName}
      lead={
        <>
          <bdi>{account.customer?.customerName ?? t('bankAccounts')}</bdi> ·{' '}
          <span className="account">{shownNumber(account)}</span>
        </>
      }
      actions={
        <a className="button" href={hrefOf('customers')}>
          <Icon name="back" />
          {t('navCustomers')}
        </a>
      }
    >
      <section className="hero card" aria-label={t('balance')}>
        <div className="hero-amount">{balance && <Amount value={balance} />}</div>
        {balance && (
          <BalanceChart
            now={balance}
            changes={nodes.map(({ bookingDate, transactionAmount }) => ({
              date: bookingDate,
              amount: transactionAmount.amount,
            }))}
          />
        )}
      </section>
      <div className="columns">
        <Card title={t('transactions')} hint={counted(account.transactions)}>
          {nodes.length === 0 ? (
            <Empty icon="inbox" title={t('transactionsNone')} hint={t('transactionsNoneHint')} />
          ) : (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.transactionId}>
                  <a href={one.paymentId ? hrefOf('payments', one.paymentId) : undefined}>
                    <span className="rows-main">
                      <bdi>
                        {one.transactionAmount.amount.startsWith('-')
                          ? one.creditorName
                          : (one.debtorName ?? one.creditorName)}
                      </bdi>
                      <br />
                      <span className="soft small">
                        <Day date={one.bookingDate} /> {one.remittanceInformationUnstructured}
                      </span>
                    </span>
                    <Amount value={one.transactionAmount} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <div className="column">
          <SetBalance
            resourceId={account.resourceId}
            currency={account.currency}
            hint={t('setBalanceHint')}
            balances={account.balances}
            done={refetch}
          />
          {account.kidAgreement && (
            <Card title={t('kidAgreement')}>
              <dl className="facts">
                <div>
                  <dt>{t('kidModulus')}</dt>
                  <dd>{account.kidAgreement.modulus}</dd>
                </div>
                <div>
                  <dt>{t('kidLengths')}</dt>
                  <dd>{account.kidAgreement.lengths.join(', ')}</dd>
                </div>
                <div>
                  <dt>{t('kidRequired')}</dt>
                  <dd>{t(account.kidAgreement.required ? 'yes' : 'no')}</dd>
                </div>
              </dl>
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}
