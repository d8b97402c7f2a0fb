import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { isUnknown, typed } from '../client.ts';
import {
  PaymentDetailsDocument,
  type PaymentDetailsFragment,
  PaymentStateDocument,
} from '../generated/graphql.ts';
import { type Read, useRead } from '../hooks.ts';
import { useLive } from '../live.tsx';
import { reportsEntriesAlone } from '../parts/bank.ts';
import { isFinal } from '../parts/status.tsx';
import { openAuthorisation } from './payment-story.ts';

const pollEveryMs = 3_000;

interface PaymentRead extends Pick<Read<unknown>, 'error' | 'refetch'> {
  readonly data: { readonly payment?: PaymentDetailsFragment | null | undefined } | undefined;
}

/** Newer values for a payment that was read before. */
interface NewerState {
  readonly of: PaymentDetailsFragment;
  readonly payment: PaymentDetailsFragment;
}

export function usePayment(paymentId: string): PaymentRead {
  const { data, error, refetch } = useRead(PaymentDetailsDocument, { paymentId });
  const client = useClient();
  const [newer, setNewer] = useState<NewerState>();
  useLive((change) => {
    if (change === null || change.paymentId === paymentId) refetch();
  });
  const read = data?.payment;
  const payment = read && newer?.of === read ? newer.payment : read;
  usePolling(payment != null && mayChange(payment), async () => {
    if (!read || !payment) return;
    const withParts = partsMayChange(payment);
    const variables = { paymentId, withParts };
    const result = await client.query(typed(PaymentStateDocument), variables, {
      requestPolicy: 'network-only',
    });
    const state = result.data?.payment;
    if (state) setNewer({ of: read, payment: { ...payment, ...state } as PaymentDetailsFragment });
    const isOutdated = state && !withParts && state.statusHistory.length !== read.statusHistory.length;
    if (isOutdated || isUnknown(result.error)) refetch();
  });
  return { data: read ? { payment } : data, error, refetch };
}

/** The live changes have each new status, but not the next step of an authorisation or a notification. */
const mayChange = ({ transactionStatus, authorisations, notifications }: PaymentDetailsFragment): boolean =>
  !isFinal(transactionStatus) ||
  openAuthorisation(authorisations) !== null ||
  notifications?.nextAttemptAt != null;

/** A bulk payment has up to 1,000 entries and bookings, which mostly change with its status. */
const partsMayChange = ({ __typename, transactionStatus }: PaymentDetailsFragment): boolean =>
  __typename !== 'BulkPayment' ||
  (reportsEntriesAlone() && transactionStatus !== 'RCVD' && !isFinal(transactionStatus));

function usePolling(isOn: boolean, ask: () => Promise<void>): void {
  const newest = useRef(ask);
  newest.current = ask;
  useEffect(() => {
    if (!isOn) return;
    const poll = () => document.visibilityState === 'visible' && void newest.current();
    const timer = setInterval(poll, pollEveryMs);
    addEventListener('focus', poll);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', poll);
    };
  }, [isOn]);
}
