import type { CombinedError, OperationResult } from '@urql/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { typed } from '../client.ts';
import {
  type ListedPaymentFragment,
  type PaymentFilter,
  PaymentsPageDocument,
  type PaymentsPageQuery,
} from '../generated/graphql.ts';
import { csvOf } from '../parts/csv.ts';
import { download } from '../parts/download.ts';
import { referenceOf } from '../parts/reference.ts';
import { namesAtMost } from '../parts/values.tsx';
import { type Translate, useText } from '../preferences.ts';

type Answer = Pick<OperationResult<PaymentsPageQuery>, 'data' | 'error'>;

const pageSize = 100;
export const exportedAtMost = 10_000;

export interface Export {
  readonly run: () => Promise<void>;
  readonly busy: boolean;
  readonly count: number;
  /** The bank has more payments than the file. */
  readonly cut: boolean;
  readonly error: CombinedError | undefined;
}

const idle = { busy: false, count: 0, cut: false, error: undefined };

export function useExport(filter: PaymentFilter): Export {
  const t = useText();
  const client = useClient();
  const [state, setState] = useState<Omit<Export, 'run'>>(idle);
  const read = (after: string | null): Promise<Answer> =>
    client
      .query(
        typed(PaymentsPageDocument),
        { first: pageSize, after, filter },
        { requestPolicy: 'network-only' },
      )
      .toPromise();
  const run = async () => {
    const rows: ListedPaymentFragment[] = [];
    let after: string | null = null;
    do {
      setState({ ...idle, busy: true, count: rows.length });
      const { data, error } = await read(after);
      if (!data) return setState({ ...idle, error });
      const { nodes, pageInfo } = data.payments;
      rows.push(...nodes);
      after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    } while (after !== null && rows.length < exportedAtMost);
    const day = new Date().toISOString().slice(0, 10);
    download(`payments-${day}.csv`, 'text/csv', csvOf([headingOf(t), ...rows.map(rowOf)]));
    setState({ ...idle, count: rows.length, cut: after !== null });
  };
  return { ...state, run };
}

const headingOf = (t: Translate): readonly string[] => [
  t('created'),
  t('paymentId'),
  t('product'),
  t('status'),
  t('creditor'),
  t('reference'),
  t('debtor'),
  t('debtorAccount'),
  t('amount'),
  t('currencyCode'),
];

const rowOf = (payment: ListedPaymentFragment): readonly string[] => {
  const { creditorNames, debtorAccount, totalAmount } = payment;
  return [
    payment.createdAt,
    payment.paymentId,
    payment.product,
    payment.transactionStatus,
    (creditorNames.length < namesAtMost ? creditorNames : [...creditorNames, '…']).join('; '),
    referenceOf(payment),
    payment.debtorName ?? '',
    debtorAccount.iban ?? debtorAccount.bban ?? debtorAccount.other?.identification ?? '',
    totalAmount?.amount ?? '',
    totalAmount?.currency ?? '',
  ];
};
