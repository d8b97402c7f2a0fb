import { AccountPageDocument } from '../generated/graphql.ts';
import { useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Back } from '../parts/back.tsx';
import { BalanceChart } from '../parts/balance-chart.tsx';
import { markDeceptive } from '../parts/deceptive.ts';
import { Fact } from '../parts/fact.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { messageOrReferences } from '../parts/reference.ts';
import { SetBalance } from '../parts/set-balance.tsx';
import { Amount, Day, shownNumber, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { useCounted } from './use-counted.ts';

export function AccountScreen({ id }: { readonly id: string | null }) {
  const t = useText();
  const counted = useCounted();
  const read = useRead(AccountPageDocument, { resourceId: id ?? '' });
  useLive(() => read.refetch());
  const account = read.data?.sandboxAccount;
  if (!account)
    return (
      <MissingPage title={t('account')} read={read}>
        <Empty icon="search" title={t('accountUnknown')} />
      </MissingPage>
    );
  const balance = account.balances[0]?.balanceAmount;
  const { nodes } = account.transactions;
  return (
    <Page
      title={markDeceptive(account.accountName)}
      lead={
        <>
          <UserText text={account.customer?.customerName ?? t('bankAccounts')} /> ·{' '}
          <span className="account">{shownNumber(account)}</span>
        </>
      }
      actions={<Back screen="customers" text="navCustomers" />}
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
                      <UserText
                        text={
                          one.transactionAmount.amount.startsWith('-')
                            ? one.creditorName
                            : (one.debtorName ?? one.creditorName)
                        }
                      />
                      <br />
                      <span className="soft small">
                        <Day date={one.bookingDate} /> <UserText text={messageOrReferences(one)} />
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
            done={read.refetch}
          />
          {account.kidAgreement && (
            <Card title={t('kidAgreement')}>
              <dl className="facts">
                <Fact name={t('kidModulus')}>{account.kidAgreement.modulus}</Fact>
                <Fact name={t('kidLengths')}>{account.kidAgreement.lengths.join(', ')}</Fact>
                <Fact name={t('kidRequired')}>{t(account.kidAgreement.required ? 'yes' : 'no')}</Fact>
              </dl>
            </Card>
          )}
        </div>
      </div>
    </Page>
  );
}
