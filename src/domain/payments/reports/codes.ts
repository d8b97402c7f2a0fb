/** Codes of ISO 20022 in reports of a core system. An unknown code changes nothing, and raises an alarm. */
import { boundedText } from '../../values/text.ts';
import type { PaymentStatus } from '../status.ts';
import type { ReportedStatus } from './report.ts';

export const statusOfCode: ReadonlyMap<string, PaymentStatus> = new Map([
  // An approved payment shows neither RCVD nor ACTC. TPPs take RCVD for "not approved". If an approved payment is ACTC, the software of
  // TPPs reports a failure (docs/decisions.md).
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

export const mixedStatus = 'PART';

export const fundsCheckedCode = 'ACFC';
export const fundsMissingCode = 'AM04';

/** The bank has received the same ids before, because this service has sent the order again. */
export const usedIdReasons: ReadonlySet<string> = new Set(['DU01', 'DU02', 'DU05']);
/** The bank rejects a duplicate: of the same order, which this service has sent again, or of another payment. */
export const duplicateReasons: ReadonlySet<string> = new Set([
  ...usedIdReasons,
  'DU03',
  'DU04',
  'AM05',
  'DUPL',
]);

export const messageFaultReasons: ReadonlySet<string> = new Set(['FF01']);

export type CancellationMeaning = 'CANCELLED' | 'REFUSED' | 'PENDING' | 'PARTLY';
/** Codes of camt.029, and of a pain.002 about a cancellation request. */
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
  [mixedStatus, 'PARTLY'],
]);

export const orderUnknownCode = 'NOOR';

const reasonTexts: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC03: 'the account of the creditor is not valid',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AM03: 'the currency is not accepted',
  AM04: 'not enough funds',
  AM05: 'the bank considers the payment a duplicate',
  ARDT: 'the payment has already been executed',
  BE04: 'the address of the creditor is missing or wrong',
  CH03: 'the execution date is too far away',
  CH04: 'the execution date is too near',
  CURR: 'the currency is wrong',
  DT01: 'the date is not valid',
  DUPL: 'the bank considers the payment a duplicate',
  FF01: 'the bank could not read the order',
  LEGL: 'for legal reasons',
  NOOR: 'the bank does not have the order',
  RC01: 'the bank of the creditor is not known',
  RR03: 'the name or address of the creditor is missing',
};

const textAtMost = 140;

/** Writes "not enough funds (AM04)". A code that `reasonTexts` lacks gets the text of the bank. */
export function reasonText(status: ReportedStatus | null): string | null {
  if (!status?.reason) return null;
  const { code } = status.reason;
  const bankText = boundedText(status.reason.text.toWellFormed(), textAtMost);
  if (code === null) return bankText || null;
  const text = reasonTexts[code] ?? bankText;
  return text === '' ? `(${code})` : `${text} (${code})`;
}
