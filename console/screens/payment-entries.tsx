import { memo } from 'react';
import type { PaymentDetailsFragment, PaymentStatus } from '../generated/graphql.ts';
import { BankText, Card } from '../parts/page.tsx';
import { messageOrReferences } from '../parts/reference.ts';
import { StatusChip, toneOf, useStatusText } from '../parts/status.tsx';
import { Account, Amount, UserText } from '../parts/values.tsx';
import { useText } from '../preferences.ts';
import { EntryDetails } from './payment-details.tsx';

type Bulk = Extract<PaymentDetailsFragment, { __typename: 'BulkPayment' }>;
type Entry = Bulk['payments'][number];

export function Entries({ payment }: { readonly payment: Bulk }) {
  const t = useText();
  return (
    <Card title={t('entries')} hint={t('entriesHint', { count: payment.entries.length })}>
      <StatusBar statuses={payment.entries.map(({ transactionStatus }) => transactionStatus)} />
      <div className="scroll" role="group" aria-label={t('entries')} tabIndex={0}>
        <table className="entries">
          <thead>
            <tr>
              <th scope="col">{t('creditor')}</th>
              <th scope="col" className="right">
                {t('amount')}
              </th>
              <th scope="col">{t('status')}</th>
            </tr>
          </thead>
          <tbody>
            {payment.entries.map(({ index, transactionStatus, reason }) => (
              <tr key={index}>
                <Transfer transfer={payment.payments[index]} />
                <td>
                  <StatusChip status={transactionStatus} />
                  {reason && (
                    <p className="soft small">
                      <BankText text={reason} />
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** The same at each poll, which brings only statuses. */
const Transfer = memo(function TransferCells({ transfer }: { readonly transfer: Entry | undefined }) {
  if (transfer === undefined) return <td colSpan={2} />;
  const { creditorName, creditorAccount, endToEndIdentification, instructedAmount } = transfer;
  const text = messageOrReferences(transfer);
  return (
    <>
      <td>
        <UserText text={creditorName} />
        <p className="soft small">
          <Account account={creditorAccount} />
        </p>
        {text && (
          <p className="soft small">
            <UserText text={text} />
          </p>
        )}
        {endToEndIdentification && (
          <p className="soft small">
            <UserText text={endToEndIdentification} />
          </p>
        )}
        <EntryDetails entry={transfer} />
      </td>
      <td className="right">
        <Amount value={instructedAmount} />
      </td>
    </>
  );
});

export function StatusBar({ statuses }: { readonly statuses: readonly PaymentStatus[] }) {
  const text = useStatusText();
  const counts = new Map<PaymentStatus, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <div className="status-bar">
      <div className="status-bar-track" aria-hidden="true">
        {[...counts].map(([status, count]) => (
          <span key={status} className={`tone-${toneOf(status)}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="legend">
        {[...counts].map(([status, count]) => (
          <li key={status} className={`tone-${toneOf(status)}`}>
            <span className="swatch" aria-hidden="true" />
            {text(status)} <strong>{count}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
