/** All loaded payments, because the grid has only the visible rows. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListedPaymentFragment } from '../generated/graphql.ts';
import { useText } from '../preferences.ts';
import { referenceOf } from './reference.ts';
import { useStatusText } from './status.tsx';
import { Account, Amount, Creditor, Moment, UserText } from './values.tsx';

export function PrintedPayments({ rows }: { readonly rows: readonly ListedPaymentFragment[] }) {
  const t = useText();
  const status = useStatusText();
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  return (
    <table className="print-only">
      <thead>
        <tr>
          <th>{t('created')}</th>
          <th>{t('creditor')}</th>
          <th>{t('debtor')}</th>
          <th className="right">{t('amount')}</th>
          <th>{t('status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.paymentId}>
            <td>
              <Moment at={row.createdAt} style="short" />
            </td>
            <td>
              <Creditor names={row.creditorNames} />
              <br />
              <UserText text={referenceOf(row)} />
            </td>
            <td>
              <UserText text={row.debtorName} /> <Account account={row.debtorAccount} />
            </td>
            <td className="right">
              {row.totalAmount ? <Amount value={row.totalAmount} /> : t('severalCurrencies')}
            </td>
            <td>
              {status(row.transactionStatus)}
              <br />
              <code>{row.paymentId}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints right after this event.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
