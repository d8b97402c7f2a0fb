/** One account: its balance over time, what was booked, and another balance to try things with. */
import { type FormEvent, useId, useState } from 'react';
import { AccountPageDocument, type MessageFragment, SetBalanceDocument } from '../generated/graphql.ts';
import { useAct, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { BalanceChart } from '../parts/balance-chart.tsx';
import { Icon } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { Account, Amount, Day } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';

export function AccountScreen({ id }: { readonly id: string | null }) {
  const t = useText();
  const { data, error, refetch } = useRead(AccountPageDocument, { resourceId: id ?? '' });
  useLive(() => refetch());
  const account = data?.sandboxAccount;
  if (!account) {
    return (
      <Page title={t('account')}>
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
  const balance = account.balances[0]?.balanceAmount;
  const { nodes } = account.transactions;
  return (
    <Page
      title={account.accountName}
      lead={
        <>
          {account.customer?.customerName ?? t('bankAccounts')} ·{' '}
          <Account account={{ bban: account.bban ?? null }} />
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
        <Card
          title={t('transactions')}
          hint={t('transactionsCount', { count: account.transactions.totalCount })}
        >
          {nodes.length === 0 ? (
            <Empty icon="inbox" title={t('transactionsNone')} hint={t('transactionsNoneHint')} />
          ) : (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.transactionId}>
                  <a href={one.paymentId ? hrefOf('payments', one.paymentId) : undefined}>
                    <span className="rows-main">
                      {one.transactionAmount.amount.startsWith('-')
                        ? one.creditorName
                        : (one.debtorName ?? one.creditorName)}
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
          <SetBalance resourceId={account.resourceId} currency={account.currency} done={refetch} />
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

interface SetBalanceProps {
  readonly resourceId: string;
  readonly currency: string;
  readonly done: () => void;
}

function SetBalance({ resourceId, currency, done }: SetBalanceProps) {
  const t = useText();
  const id = useId();
  const [amount, setAmount] = useState('');
  const [said, setSaid] = useState<readonly MessageFragment[]>([]);
  const act = useAct(SetBalanceDocument);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const balances = [{ balanceAmount: { amount, currency: currency as never } }];
    const answer = (await act.run({ input: { resourceId, balances } }))?.setSandboxBalances;
    setSaid(answer?.tppMessages ?? []);
    if (answer?.account) setAmount('');
    done();
  };
  return (
    <Card title={t('setBalance')} hint={t('setBalanceHint')}>
      <form className="one-line" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id} className="visually-hidden">
          {t('balance')}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="1000.00"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <span className="soft">{currency}</span>
        <button type="submit" className="button" disabled={act.busy || amount === ''}>
          {t('setBalance')}
        </button>
      </form>
      <Messages messages={said} />
    </Card>
  );
}
