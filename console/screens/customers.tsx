import { useState } from 'react';
import {
  AccountsDocument,
  CardsDocument,
  type CardsQuery,
  CustomersDocument,
  type CustomersQuery,
  type MessageFragment,
  ResetSandboxDocument,
} from '../generated/graphql.ts';
import { useAct } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { markDeceptive } from '../parts/deceptive.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Messages } from '../parts/messages.tsx';
import type { SandboxAccount } from '../parts/owner.ts';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { Amount, type Money, shownNumber, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { AddRecords } from './add-records.tsx';
import { accountsIn } from './use-accounts.ts';
import { usePages } from './use-pages.ts';

const customersIn = (data: CustomersQuery) => data.sandboxCustomers;
const cardsIn = (data: CardsQuery) => data.sandboxCardAccounts;

export function Customers() {
  const t = useText();
  const customers = usePages(CustomersDocument, customersIn);
  const accounts = usePages(AccountsDocument, accountsIn);
  const cards = usePages(CardsDocument, cardsIn);
  const lists = [customers, accounts, cards];
  useLive(() => {
    accounts.refetch();
    cards.refetch();
  });
  const error = customers.error ?? accounts.error ?? cards.error;
  const again = () => {
    for (const list of lists) list.refetch();
  };
  const showMore = () => {
    for (const list of lists) list.showMore();
  };
  const customerNodes = customers.nodes ?? [];
  const accountNodes = accounts.nodes ?? [];
  const bankAccounts = accountNodes.filter(({ customerNumber }) => !customerNumber);
  return (
    <Page
      title={t('navCustomers')}
      lead={t('customersLead')}
      actions={
        <>
          <AddRecords customers={customerNodes} done={again} />
          <Reset done={again} />
        </>
      }
    >
      {error && <Problem error={error} again={again} />}
      {lists.some(({ nodes }) => !nodes) && !error && <Loading />}
      {customers.nodes?.length === 0 && (
        <Empty icon="customers" title={t('customersNone')} hint={t('customersNoneHint')} />
      )}
      <div className="tiles">
        {customerNodes.map(({ customerId, customerName, customerNumber, customerType }) => (
          <Card
            key={customerId}
            title={markDeceptive(customerName)}
            hint={
              <>
                {t(customerType === 'PRIVATE' ? 'customerPrivate' : 'customerCorporate')} ·{' '}
                <span className="account">{customerNumber}</span>
              </>
            }
          >
            <ul className="rows">
              {accountNodes
                .filter((account) => account.customerNumber === customerNumber)
                .map((account) => (
                  <AccountLine key={account.resourceId} account={account} />
                ))}
              {(cards.nodes ?? [])
                .filter((card) => card.customerNumber === customerNumber)
                .map((card) => (
                  <Line
                    key={card.resourceId}
                    href={hrefOf('cards', card.resourceId)}
                    icon="card"
                    name={card.name ?? t('card')}
                    number={card.maskedPan}
                    balance={card.balances[0]?.balanceAmount}
                  />
                ))}
            </ul>
          </Card>
        ))}
        {bankAccounts.length > 0 && (
          <Card title={t('bankAccounts')} hint={t('bankAccountsHint')}>
            <ul className="rows">
              {bankAccounts.map((account) => (
                <AccountLine key={account.resourceId} account={account} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      {lists.some(({ hasMore }) => hasMore) && (
        <p className="show-more">
          <span className="hint">{t('customersShown', { count: customerNodes.length })}</span>
          <button type="button" className="button" onClick={showMore}>
            {t('showMore')}
          </button>
        </p>
      )}
    </Page>
  );
}

const AccountLine = ({ account }: { readonly account: SandboxAccount }) => (
  <Line
    href={hrefOf('accounts', account.resourceId)}
    icon="payments"
    name={account.accountName}
    number={shownNumber(account)}
    balance={account.balances[0]?.balanceAmount}
  />
);

interface LineProps {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  readonly number: string;
  readonly balance: Money | undefined;
}

function Line({ href, icon, name, number, balance }: LineProps) {
  return (
    <li>
      <a href={href}>
        <Icon name={icon} />
        <span className="rows-main">
          <UserText text={name} />
          <br />
          <span className="soft small account">{number}</span>
        </span>
        {balance && <Amount value={balance} />}
      </a>
    </li>
  );
}

function Reset({ done }: { readonly done: () => void }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [messages, setMessages] = useState<readonly MessageFragment[]>([]);
  const reset = useAct(ResetSandboxDocument);
  const ask = () => {
    setMessages([]);
    setAsking(true);
  };
  const run = async () => {
    const refusal = (await reset.run({}))?.tppMessages ?? [];
    setMessages(refusal);
    setAsking(refusal.length > 0);
    done();
  };
  return (
    <>
      <Button disabled={reset.busy} onClick={ask}>
        <Icon name="refresh" />
        {t('resetSandbox')}
      </Button>
      <Confirm
        open={asking}
        close={() => setAsking(false)}
        question="resetSure"
        why="resetWhy"
        dismiss="close"
        act="resetSandbox"
        run={run}
        busy={reset.busy}
      >
        <Messages messages={messages} />
      </Confirm>
    </>
  );
}
