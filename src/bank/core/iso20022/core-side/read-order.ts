import type { AccountReference, Remittance } from '../../../../domain/payments/instruction.ts';
import { notProvided } from '../entry-ids.ts';
import type { AddressFields, TransferFields } from '../fields.ts';
import { childrenOf, descendantOf, requiredText, textOf } from '../read-element.ts';
import type { ParsedElement } from '../xml.ts';

/** Has only what the core system needs. */
export interface ParsedCreditTransfer {
  readonly kind: 'CREDIT_TRANSFER';
  readonly orderId: string;
  /** null: the order has none. */
  readonly localInstrument: string | null;
  readonly executionDate: string;
  readonly debtorName: string;
  readonly debtorAccount: AccountReference;
  readonly transfers: readonly TransferFields[];
}

export interface ParsedCancellation {
  readonly kind: 'CANCELLATION';
  readonly orderId: string;
  readonly cancelledOrderId: string;
}

export function readCreditTransfer(message: ParsedElement): ParsedCreditTransfer {
  const block = descendantOrEmpty(message, 'PmtInf');
  const instrument = descendantOf(block, 'PmtTpInf', 'LclInstrm');
  return {
    kind: 'CREDIT_TRANSFER',
    orderId: requiredText(message, 'GrpHdr', 'MsgId'),
    localInstrument: instrument?.children[0]?.text ?? null,
    executionDate: requiredText(block, 'ReqdExctnDt', 'Dt'),
    debtorName: requiredText(block, 'Dbtr', 'Nm'),
    debtorAccount: accountOf(
      descendantOrEmpty(block, 'DbtrAcct'),
      descendantOrEmpty(block, 'CdtTrfTxInf', 'Amt', 'InstdAmt').attributes.Ccy,
    ),
    transfers: childrenOf(block, 'CdtTrfTxInf').map(transferOf),
  };
}

export const readCancellation = (message: ParsedElement): ParsedCancellation => ({
  kind: 'CANCELLATION',
  orderId: requiredText(message, 'Assgnmt', 'Id'),
  cancelledOrderId: requiredText(message, 'Undrlyg', 'OrgnlPmtInfAndCxl', 'OrgnlGrpInf', 'OrgnlMsgId'),
});

const emptyElement: ParsedElement = { name: '', text: '', children: [], attributes: {} };
const descendantOrEmpty = (element: ParsedElement, ...path: readonly string[]): ParsedElement =>
  descendantOf(element, ...path) ?? emptyElement;

const optionalText = (element: ParsedElement, ...path: readonly string[]): string | undefined =>
  textOf(element, ...path) ?? undefined;

function transferOf(entry: ParsedElement): TransferFields {
  const amount = descendantOrEmpty(entry, 'Amt', 'InstdAmt');
  const endToEnd = requiredText(entry, 'PmtId', 'EndToEndId');
  const details = descendantOrEmpty(entry, 'RgltryRptg', 'Dtls');
  const information = childrenOf(details, 'Inf').map(({ text }) => text);
  const address = descendantOf(entry, 'Cdtr', 'PstlAdr');
  const references = childrenOf(descendantOrEmpty(entry, 'RmtInf'), 'Strd').map(referenceOf);
  return {
    endToEndIdentification: endToEnd === notProvided ? undefined : endToEnd,
    instructedAmount: { amount: amount.text, currency: amount.attributes.Ccy ?? '' },
    ultimateDebtor: optionalText(entry, 'UltmtDbtr', 'Nm'),
    creditorAgent: optionalText(entry, 'CdtrAgt', 'FinInstnId', 'BICFI'),
    creditorName: requiredText(entry, 'Cdtr', 'Nm'),
    creditorAddress: address ? addressOf(address) : undefined,
    creditorAccount: accountOf(descendantOrEmpty(entry, 'CdtrAcct'), amount.attributes.Ccy),
    purposeCode: optionalText(entry, 'Purp', 'Cd'),
    regulatoryReportingCode: optionalText(details, 'Cd'),
    regulatoryReportingInformation: information.join('') || undefined,
    remittanceInformationUnstructured: optionalText(entry, 'RmtInf', 'Ustrd'),
    remittanceInformationStructuredArray: references.length === 0 ? undefined : references,
  };
}

const addressOf = (address: ParsedElement): AddressFields => ({
  street: optionalText(address, 'StrtNm'),
  buildingNumber: optionalText(address, 'BldgNb'),
  postalCode: optionalText(address, 'PstCd'),
  city: optionalText(address, 'TwnNm'),
  country: requiredText(address, 'Ctry'),
});

function accountOf(account: ParsedElement, paymentCurrency = ''): AccountReference {
  const currency = textOf(account, 'Ccy') ?? paymentCurrency;
  const iban = textOf(account, 'Id', 'IBAN');
  if (iban !== null) return { iban, currency };
  const identification = requiredText(account, 'Id', 'Othr', 'Id');
  const schemeNameProprietary = textOf(account, 'Id', 'Othr', 'SchmeNm', 'Prtry');
  return schemeNameProprietary === null
    ? { bban: identification, currency }
    : { other: { identification, schemeNameProprietary }, currency };
}

function referenceOf(structured: ParsedElement): Remittance {
  const invoice = descendantOf(structured, 'RfrdDocInf');
  const reference = invoice ?? descendantOrEmpty(structured, 'CdtrRefInf');
  const type = descendantOrEmpty(reference, 'Tp', 'CdOrPrtry');
  return {
    reference: requiredText(reference, invoice === null ? 'Ref' : 'Nb'),
    referenceType: type.children[0]?.text ?? '',
    referenceIssuer: optionalText(reference, 'Tp', 'Issr'),
  };
}
