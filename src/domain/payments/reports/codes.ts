/**
 * Codes in reports of a core system. docs/iso20022.md shows these tables. An unknown code changes nothing and raises an
 * alarm.
 */
import type { PaymentStatus } from '../status.ts';
import type { ReportedReason } from './report.ts';

/** Codes of pain.002 (ExternalPaymentTransactionStatus1Code, ExternalPaymentGroupStatus1Code). */
export const statusOfCode: ReadonlyMap<string, PaymentStatus> = new Map([
  // After an approval, clients read ACTC as a failure, and RCVD means "not approved". So both are shown as pending.
  ['RCVD', 'PDNG'],
  ['ACTC', 'PDNG'],
  ['PATC', 'PDNG'],
  ['PDNG', 'PDNG'],
  ['ACFW', 'PDNG'],
  ['ACFC', 'PDNG'],
  ['ACCP', 'ACCP'],
  ['ACWC', 'ACWC'],
  ['ACSP', 'ACSP'],
  ['ACPD', 'ACSP'],
  ['ACIS', 'ACSP'],
  ['ACWP', 'ACWP'],
  ['ACSC', 'ACSC'],
  ['ACCC', 'ACSC'],
  ['CPUC', 'ACSC'],
  ['RJCT', 'RJCT'],
  ['CANC', 'CANC'],
]);

/** The entries of the order have different statuses. */
export const mixedStatuses = 'PART';

export const fundsChecked = 'ACFC';
export const fundsMissing = 'AM04';

/** The bank has seen the id of the order, its payment information or its instruction before, because we sent it again. */
export const knownOrder: ReadonlySet<string> = new Set(['DU01', 'DU02', 'DU05']);
/** The bank has seen the order before, or considers it a duplicate of another payment. */
export const duplicates: ReadonlySet<string> = new Set([...knownOrder, 'DU03', 'DU04', 'AM05', 'DUPL']);

/** The message has a fault, not the payment. */
export const messageFaults: ReadonlySet<string> = new Set(['FF01']);

export type CancellationMeaning = 'CANCELLED' | 'REFUSED' | 'PENDING' | 'PARTLY';
/** The statuses and the confirmation of a camt.029, and the statuses of a pain.002 about the cancellation request. */
export const cancellationOfCode: ReadonlyMap<string, CancellationMeaning> = new Map([
  ['CNCL', 'CANCELLED'],
  ['ACCR', 'CANCELLED'],
  ['RJCR', 'REFUSED'],
  ['PDCR', 'PENDING'],
  ['CWFW', 'PENDING'],
  ['UWFW', 'PENDING'],
  ['PACR', 'PARTLY'],
  ['PECR', 'PARTLY'],
  ['RJCT', 'REFUSED'],
  ['CANC', 'CANCELLED'],
  ['RCVD', 'PENDING'],
  ['ACTC', 'PENDING'],
  ['ACCP', 'PENDING'],
  ['ACSP', 'PENDING'],
  ['PDNG', 'PENDING'],
  [mixedStatuses, 'PARTLY'],
]);

/** The bank has never received the order. */
export const orderUnknown = 'NOOR';

const reasonTexts: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC03: 'the account of the creditor is not valid',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AM03: 'the currency is not accepted',
  AM04: 'not enough funds',
  AM05: 'the bank considers it a duplicate',
  ARDT: 'it has already been executed',
  BE04: 'the address of the creditor is missing or wrong',
  CH03: 'the execution date is too far away',
  CH04: 'the execution date is too near',
  CURR: 'the currency is wrong',
  DT01: 'the date is not valid',
  DUPL: 'the bank considers it a duplicate',
  FF01: 'the bank could not read the order',
  LEGL: 'for legal reasons',
  NOOR: 'the bank does not have it',
  RC01: 'the bank of the creditor is not known',
  RR03: 'the name or address of the creditor is missing',
};

const textAtMost = 140;

/** The text of the table, otherwise that of the bank; with the code, if there is one. */
export function reasonText(reason: ReportedReason | null): string | null {
  const { code = null, text = '' } = reason ?? {};
  const words = (code === null ? undefined : reasonTexts[code]) ?? text.slice(0, textAtMost).toWellFormed();
  const parts = [words, code === null ? '' : `(${code})`].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
