import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { AccountsDocument, CustomersDocument, ResetSandboxDocument } from '../generated/graphql.ts';
import { useAct, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Card, Empty, Loading, Page, Problem } from '../parts/page.tsx';
import { Amount, type Money, writtenAccount } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { hrefOf } from '../route.ts';
import { AddRecords } from './add-records.tsx';

export function Customers() {
  const t = useText();
  const customers = useRead(CustomersDocument, {});
  const accounts = useRead(AccountsDocument, {});
  useLive(() => accounts.refetch());
  const error = customers.error ?? accounts.error;
  const again = () => {
    customers.refetch();
    accounts.refetch();
  };
  const all = accounts.data?.sandboxAccounts.nodes ?? [];
  const known = customers.data?.sandboxCustomers.nodes ?? [];
  const cards = customers.data?.sandboxCardAccounts.nodes ?? [];
  const isCut = [customers.data?.sandboxCustomers, accounts.data?.sandboxAccounts].some(
    (list) => list?.pageInfo.hasNextPage,
  );
  const bankOwn = all.filter(({ customerNumber }) => !customerNumber);
  return (
    <Page
      title={t('navCustomers')}
      lead={t('customersLead')}
      actions={
        <>
          <AddRecords customers={known} done={again} />
          <Reset done={again} />
        </>
      }
    >
      {error && !customers.data && <Problem error={error} again={again} />}
      {!customers.data && !error && <Loading />}
      {customers.data && known.length === 0 && (
        <Empty icon="customers" title={t('customersNone')} hint={t('customersNoneHint')} />
      )}
      {isCut && (
        <p className="note note-wait" role="status">
          <Icon name="warning" />
          {t('customersCut')}
        </p>
      )}
      <div className="tiles">
        {known.map(({ customerId, customerName, customerNumber, customerType }) => (
          <Card
            key={customerId}
            title={customerName}
            hint={
              <>
                {t(customerType === 'PRIVATE' ? 'customerPrivate' : 'customerCorporate')} ·{' '}
                <span className="account">{customerNumber}</span>
              </>
            }
          >
            <ul className="rows">
              {all
                .filter((account) => account.customerNumber === customerNumber)
                .map((account) => (
                  <Line
                    key={account.resourceId}
                    href={hrefOf('accounts', account.resourceId)}
                    icon="payments"
                    name={account.accountName}
                    number={writtenAccount({ bban: account.bban })}
                    balance={account.balances[0]?.balanceAmount}
                  />
                ))}
              {cards
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
        {bankOwn.length > 0 && (
          <Card title={t('bankAccounts')} hint={t('bankAccountsHint')}>
            <ul className="rows">
              {bankOwn.map((account) => (
                <Line
                  key={account.resourceId}
                  href={hrefOf('accounts', account.resourceId)}
                  icon="payments"
                  name={account.accountName}
                  number={writtenAccount({ bban: account.bban })}
                  balance={account.balances[0]?.balanceAmount}
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Page>
  );
}

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
          {name}
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
  const reset = useAct(ResetSandboxDocument);
  const run = async () => {
    setAsking(false);
    await reset.run({});
    done();
  };
  return (
    <>
      <button type="button" className="button" disabled={reset.busy} onClick={() => setAsking(true)}>
        <Icon name="refresh" />
        {t('resetSandbox')}
      </button>
      <Ariakit.Dialog
        open={asking}
        onClose={() => setAsking(false)}
        className="dialog"
        role="alertdialog"
        backdrop={<div className="backdrop" />}
      >
        <Ariakit.DialogHeading className="dialog-title">{t('resetSure')}</Ariakit.DialogHeading>
        <Ariakit.DialogDescription>{t('resetWhy')}</Ariakit.DialogDescription>
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('close')}</Ariakit.DialogDismiss>
          <button type="button" className="button danger-fill" onClick={() => void run()}>
            {t('resetSandbox')}
          </button>
        </div>
      </Ariakit.Dialog>
    </>
  );
}
