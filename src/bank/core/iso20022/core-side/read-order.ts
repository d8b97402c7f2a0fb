/** Reads pain.001 and camt.055 as a core does. Tests compare the result with the payment. */
import type { AccountReference, Remittance } from '../../../../domain/payments/instruction.ts';
import { notProvided } from '../entry-ids.ts';
import type { AddressFields, TransferFields } from '../fields.ts';
import { childOf, childrenOf, requiredText, textOf } from '../read.ts';
import type { ReadElement } from '../xml.ts';

export interface CreditTransferRead {
  readonly kind: 'CREDIT_TRANSFER';
  readonly orderId: string;
  readonly createdAt: string;
  /** A part is null if the order does not name it. */
  readonly initiatingParty: { readonly name: string | null; readonly tppId: string | null };
  readonly paymentInformationId: string;
  readonly batchBooking: boolean;
  readonly serviceLevel: string;
  readonly localInstrument: string | null;
  readonly categoryPurpose: string | null;
  readonly chargeBearer: string;
  readonly executionDate: string;
  readonly debtorName: string;
  readonly debtorAccount: AccountReference;
  /** null: the order does not name it. */
  readonly debtorAgent: string | null;
  /** null: the order does not name it. */
  readonly controlSum: string | null;
  readonly transfers: readonly TransferRead[];
}

/** A transfer. It has the fields of the interface that an order can carry. */
export interface TransferRead extends TransferFields {
  readonly instructionId: string;
  /** null if the order has no UETR. */
  readonly uetr: string | null;
}

export interface CancellationRead {
  readonly kind: 'CANCELLATION';
  readonly orderId: string;
  readonly cancels: string;
}

export function readCreditTransfer(message: ReadElement): CreditTransferRead {
  const header = inside(message, 'GrpHdr');
  const block = inside(message, 'PmtInf');
  const instrument = childOf(block, 'PmtTpInf', 'LclInstrm');
  return {
    kind: 'CREDIT_TRANSFER',
    orderId: requiredText(header, 'MsgId'),
    createdAt: requiredText(header, 'CreDtTm'),
    initiatingParty: {
      name: textOf(header, 'InitgPty', 'Nm'),
      tppId: textOf(header, 'InitgPty', 'Id', 'OrgId', 'Othr', 'Id'),
    },
    paymentInformationId: requiredText(block, 'PmtInfId'),
    batchBooking: requiredText(block, 'BtchBookg') === 'true',
    serviceLevel: requiredText(block, 'PmtTpInf', 'SvcLvl', 'Cd'),
    localInstrument: instrument && (instrument.children[0]?.text ?? null),
    categoryPurpose: textOf(block, 'PmtTpInf', 'CtgyPurp', 'Cd'),
    chargeBearer: requiredText(block, 'ChrgBr'),
    executionDate: requiredText(block, 'ReqdExctnDt', 'Dt'),
    debtorName: requiredText(block, 'Dbtr', 'Nm'),
    debtorAccount: accountOf(
      inside(block, 'DbtrAcct'),
      inside(block, 'CdtTrfTxInf', 'Amt', 'InstdAmt').attributes.Ccy,
    ),
    debtorAgent: textOf(block, 'DbtrAgt', 'FinInstnId', 'BICFI'),
    controlSum: textOf(block, 'CtrlSum'),
    transfers: childrenOf(block, 'CdtTrfTxInf').map(transferOf),
  };
}

export const readCancellation = (message: ReadElement): CancellationRead => ({
  kind: 'CANCELLATION',
  orderId: requiredText(message, 'Assgnmt', 'Id'),
  cancels: requiredText(message, 'Undrlyg', 'OrgnlPmtInfAndCxl', 'OrgnlGrpInf', 'OrgnlMsgId'),
});

const missingElement: ReadElement = { name: '', text: '', children: [], attributes: {} };
const inside = (element: ReadElement, ...path: readonly string[]): ReadElement =>
  childOf(element, ...path) ?? missingElement;

/** An object with the field, or an empty object for null. */
const field = <Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> =>
  value === null ? {} : ({ [name]: value } as Record<Name, Value>);

function transferOf(entry: ReadElement): TransferRead {
  const amount = inside(entry, 'Amt', 'InstdAmt');
  const endToEnd = requiredText(entry, 'PmtId', 'EndToEndId');
  const details = inside(entry, 'RgltryRptg', 'Dtls');
  const information = childrenOf(details, 'Inf').map(({ text }) => text);
  const address = childOf(entry, 'Cdtr', 'PstlAdr');
  return {
    instructionId: requiredText(entry, 'PmtId', 'InstrId'),
    uetr: textOf(entry, 'PmtId', 'UETR'),
    ...field('endToEndIdentification', endToEnd === notProvided ? null : endToEnd),
    instructedAmount: { amount: amount.text, currency: amount.attributes.Ccy ?? '' },
    ...field('ultimateDebtor', textOf(entry, 'UltmtDbtr', 'Nm')),
    ...field('creditorAgent', textOf(entry, 'CdtrAgt', 'FinInstnId', 'BICFI')),
    creditorName: requiredText(entry, 'Cdtr', 'Nm'),
    ...field('creditorAddress', address && addressOf(address)),
    creditorAccount: accountOf(inside(entry, 'CdtrAcct'), amount.attributes.Ccy),
    ...field('purposeCode', textOf(entry, 'Purp', 'Cd')),
    ...field('regulatoryReportingCode', textOf(details, 'Cd')),
    ...field('regulatoryReportingInformation', information.length === 0 ? null : information.join('')),
    ...remittanceOf(inside(entry, 'RmtInf')),
  };
}

const addressOf = (address: ReadElement): AddressFields => ({
  ...field('street', textOf(address, 'StrtNm')),
  ...field('buildingNumber', textOf(address, 'BldgNb')),
  ...field('postalCode', textOf(address, 'PstCd')),
  ...field('city', textOf(address, 'TwnNm')),
  country: requiredText(address, 'Ctry'),
});

/** An account without a currency takes the currency of the payment. */
function accountOf(account: ReadElement, paymentCurrency = ''): AccountReference {
  const currency = textOf(account, 'Ccy') ?? paymentCurrency;
  const iban = textOf(account, 'Id', 'IBAN');
  if (iban !== null) return { iban, currency };
  const identification = requiredText(account, 'Id', 'Othr', 'Id');
  const schemeNameProprietary = textOf(account, 'Id', 'Othr', 'SchmeNm', 'Prtry');
  return schemeNameProprietary === null
    ? { bban: identification, currency }
    : { other: { identification, schemeNameProprietary }, currency };
}

function remittanceOf(remittance: ReadElement): Partial<TransferFields> {
  const references = childrenOf(remittance, 'Strd').map(referenceOf);
  return {
    ...field('remittanceInformationUnstructured', textOf(remittance, 'Ustrd')),
    ...field('remittanceInformationStructuredArray', references.length === 0 ? null : references),
  };
}

function referenceOf(structured: ReadElement): Remittance {
  const document = childOf(structured, 'RfrdDocInf');
  const source = document ?? inside(structured, 'CdtrRefInf');
  const type = inside(source, 'Tp', 'CdOrPrtry');
  return {
    reference: requiredText(source, document ? 'Nb' : 'Ref'),
    referenceType: type.children[0]?.text ?? '',
    ...field('referenceIssuer', textOf(source, 'Tp', 'Issr')),
  };
}
