/**
 * What the codes in reports mean here, as tables; docs/iso20022.md shows them. A code that is in none moves nothing and
 * raises an alarm.
 */
import type { PaymentStatus } from '../status.ts';
import type { ReportedReason } from './report.ts';

/** Codes of pain.002 (ExternalPaymentTransactionStatus1Code, ExternalPaymentGroupStatus1Code). */
export const statusOfCode: ReadonlyMap<string, PaymentStatus> = new Map([
  // Received and checked: an approved payment is pending, and its clients take ACTC for a failure.
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

/** Says of a whole order that its entries differ. */
export const partially = 'PART';

/** The status that says that funds were checked and are there. */
export const fundsChecked = 'ACFC';
/** The reason that says that there are not enough. */
export const fundsMissing = 'AM04';

/** The order's own id, or that of its payment information, has been there before: our repeat. */
export const knownOrder: ReadonlySet<string> = new Set(['DU01', 'DU02']);
/** Something has been there before: our repeat, or a payment that the bank takes for another one's twin. */
export const duplicates: ReadonlySet<string> = new Set([...knownOrder, 'AM05', 'DUPL']);

/** Rejections that are no fault of the payment but of the message. */
export const ourFault: ReadonlySet<string> = new Set(['FF01']);

/** Answers to a request to cancel: CONF and the statuses of camt.029, and those of a pain.002 about the request. */
export const cancellationOfCode: ReadonlyMap<string, 'CANCELLED' | 'REFUSED' | 'PENDING' | 'PARTLY'> =
  new Map([
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
    [partially, 'PARTLY'],
  ]);

/** The bank has never had what was to be cancelled. */
export const neverHad = 'NOOR';

/** Reasons in words, for the history of a payment. */
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

/** A reason in words: those of the table, else those of the bank; with its code where it has one. */
export function reasonText(reason: ReportedReason | null): string | null {
  const { code = null, text = '' } = reason ?? {};
  const words = (code === null ? undefined : reasonTexts[code]) ?? text.slice(0, textAtMost).toWellFormed();
  const parts = [words, code === null ? '' : `(${code})`].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
