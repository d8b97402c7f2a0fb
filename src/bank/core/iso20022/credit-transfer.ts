/** pain.001.001.09: an order as a message, with one payment information block. docs/iso20022.md is the map in words. */
import { Decimal } from 'decimal.js';
import {
  type AccountReference,
  isBulk,
  type Remittance,
  transfersOf,
} from '../../../domain/payments/instruction.ts';
import { normaliseIban } from '../../../domain/values/account-numbers.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { instructionIdOf, notProvided, uetrOf } from './entry-ids.ts';
import {
  type AddressFields,
  debtorNameIn,
  fieldsOf,
  referencesOf,
  type TransferFields,
  townOf,
} from './fields.ts';
import type { CreditTransferOrder, ProductProfile, Profile } from './messages.ts';
import { agent, debtorNameOf, partyOf } from './party.ts';

export const creditTransferName = 'pain.001.001.09';

const Exact = Decimal.clone({ defaults: true, precision: 40 });
const digitsAtMost = 18;

/** Of all amounts, whatever their currency; null where it has more digits than the element takes. */
function controlSum({ instruction }: CreditTransferOrder): string | null {
  const sum = transfersOf(instruction)
    .reduce((total, { instructedAmount }) => total.plus(instructedAmount.amount), new Exact(0))
    .toFixed();
  return sum.replace('.', '').length <= digitsAtMost ? sum : null;
}

export function creditTransfer(order: CreditTransferOrder, profile: Profile): Element {
  const { orderId, createdAt, initiatingParty } = order;
  const product = profile.products[order.product];
  if (!product) throw new Error(`the profile has no product ${order.product}`);
  return element('Document', [
    element('CstmrCdtTrfInitn', [
      element('GrpHdr', [
        leaf('MsgId', orderId),
        leaf('CreDtTm', new Date(createdAt).toISOString()),
        ...totals(order),
        element('InitgPty', partyOf(initiatingParty)),
      ]),
      paymentInformation(order, profile.bankBic, product),
    ]),
  ]);
}

function totals(order: CreditTransferOrder): readonly (Element | null)[] {
  const sum = controlSum(order);
  return [
    leaf('NbOfTxs', String(transfersOf(order.instruction).length)),
    sum === null ? null : leaf('CtrlSum', sum),
  ];
}

/** The id of the payment information: the sender's own of a bulk payment, else the order's. */
export function paymentInformationIdOf({
  orderId,
  instruction,
}: Pick<CreditTransferOrder, 'orderId' | 'instruction'>): string {
  const { paymentInformationId = orderId } = instruction as { paymentInformationId?: string };
  return paymentInformationId;
}

function paymentInformation(order: CreditTransferOrder, bic: string, profile: ProductProfile): Element {
  const { orderId, instruction, executionDate } = order;
  const salaries = areSalaries(order);
  const { serviceLevel, localInstrument, chargeBearer, batchBooking, batchBookingOfSalaries } = profile;
  return element('PmtInf', [
    leaf('PmtInfId', paymentInformationIdOf(order), 'paymentInformationId'),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', String((salaries ? batchBookingOfSalaries : undefined) ?? batchBooking)),
    ...totals(order),
    element('PmtTpInf', [
      element('SvcLvl', [leaf('Cd', serviceLevel)]),
      localInstrument ? element('LclInstrm', [codeOrWord(localInstrument)]) : null,
      salaries ? element('CtgyPurp', [leaf('Cd', salary)]) : null,
    ]),
    element('ReqdExctnDt', [leaf('Dt', executionDate)], 'requestedExecutionDate'),
    element('Dbtr', [leaf('Nm', debtorNameOf(debtorNameIn(instruction) ?? order.debtorName))]),
    account('DbtrAcct', instruction.debtorAccount, 'debtorAccount'),
    agent('DbtrAgt', bic),
    leaf('ChrgBr', chargeBearer),
    ...fieldsOf(instruction).map(({ fields, at }, index) => transfer(orderId, index, fields, at)),
  ]);
}

const salary = 'SALA';

/** True for a bulk payment of salaries alone. */
function areSalaries({ instruction }: CreditTransferOrder): boolean {
  return isBulk(instruction) && fieldsOf(instruction).every(({ fields }) => fields.purposeCode === salary);
}

const codeOrWord = (value: { readonly code: string } | { readonly proprietary: string }): Element =>
  'code' in value ? leaf('Cd', value.code) : leaf('Prtry', value.proprietary);

function transfer(orderId: string, index: number, fields: TransferFields, at: string | undefined): Element {
  const { amount, currency } = fields.instructedAmount;
  const { endToEndIdentification, ultimateDebtor, creditorAgent, creditorAddress, purposeCode } = fields;
  return element(
    'CdtTrfTxInf',
    [
      element('PmtId', [
        leaf('InstrId', instructionIdOf(orderId, index)),
        leaf('EndToEndId', endToEndIdentification ?? notProvided, 'endToEndIdentification'),
        leaf('UETR', uetrOf(orderId, index)),
      ]),
      element('Amt', [leaf('InstdAmt', amount, undefined, { Ccy: currency })], 'instructedAmount'),
      ultimateDebtor ? element('UltmtDbtr', [leaf('Nm', ultimateDebtor)], 'ultimateDebtor') : null,
      creditorAgent === undefined ? null : agent('CdtrAgt', creditorAgent, 'creditorAgent'),
      element('Cdtr', [
        leaf('Nm', fields.creditorName, 'creditorName'),
        creditorAddress ? postalAddress(creditorAddress) : null,
      ]),
      account('CdtrAcct', fields.creditorAccount, 'creditorAccount'),
      purposeCode === undefined ? null : element('Purp', [leaf('Cd', purposeCode)], 'purposeCode'),
      regulatoryReporting(fields),
      remittanceInformation(fields),
    ],
    at,
  );
}

function postalAddress(address: AddressFields): Element {
  const [town, name] = townOf(address);
  return element(
    'PstlAdr',
    [
      optionalLeaf('StrtNm', address.street, 'street'),
      optionalLeaf('BldgNb', address.buildingNumber, 'buildingNumber'),
      optionalLeaf('PstCd', address.postalCode, 'postalCode'),
      optionalLeaf('TwnNm', name, town),
      leaf('Ctry', address.country, 'country'),
    ],
    'creditorAddress',
  );
}

function account(name: string, { bban, iban, other, currency }: AccountReference, of: string): Element {
  return element(
    name,
    [element('Id', [accountId({ bban, iban, other })]), leaf('Ccy', currency, 'currency')],
    of,
  );
}

function accountId({ bban, iban, other }: Pick<AccountReference, 'bban' | 'iban' | 'other'>): Element {
  if (iban !== undefined) return leaf('IBAN', normaliseIban(iban), 'iban');
  if (other !== undefined) {
    return element(
      'Othr',
      [
        leaf('Id', other.identification, 'identification'),
        element('SchmeNm', [leaf('Prtry', other.schemeNameProprietary)], 'schemeNameProprietary'),
      ],
      'other',
    );
  }
  return element('Othr', [leaf('Id', bban ?? ''), element('SchmeNm', [leaf('Cd', 'BBAN')])], 'bban');
}

/** Characters of one element of information, of which there may be several. */
const informationAtMost = 35;

function regulatoryReporting({
  regulatoryReportingCode: code,
  regulatoryReportingInformation: information,
}: TransferFields): Element | null {
  if (code === undefined && information === undefined) return null;
  const characters = Array.from(information ?? '');
  const parts = Array.from({ length: Math.ceil(characters.length / informationAtMost) }, (_, part) =>
    characters.slice(part * informationAtMost, (part + 1) * informationAtMost).join(''),
  );
  return element('RgltryRptg', [
    element('Dtls', [
      optionalLeaf('Cd', code, 'regulatoryReportingCode'),
      ...parts.map((part) => leaf('Inf', part, 'regulatoryReportingInformation')),
    ]),
  ]);
}

function remittanceInformation(fields: TransferFields): Element | null {
  const { remittanceInformationUnstructured: words } = fields;
  if (words !== undefined)
    return element('RmtInf', [leaf('Ustrd', words, 'remittanceInformationUnstructured')]);
  const references = referencesOf(fields);
  if (references.length === 0) return null;
  return element(
    'RmtInf',
    references.map(({ remittance, at }) => element('Strd', [reference(remittance)], at)),
  );
}

/** SCOR, or no type: a KID. CINV is a document, no reference of a creditor; any other type is the creditor's own word. */
function reference({ reference: text, referenceType = 'SCOR', referenceIssuer }: Remittance): Element {
  const code = referenceType.toUpperCase();
  const type = (inner: Element) =>
    element('Tp', [
      element('CdOrPrtry', [inner], 'referenceType'),
      optionalLeaf('Issr', referenceIssuer, 'referenceIssuer'),
    ]);
  return code === 'CINV'
    ? element('RfrdDocInf', [type(leaf('Cd', code)), leaf('Nb', text, 'reference')])
    : element('CdtrRefInf', [
        type(code === 'SCOR' ? leaf('Cd', code) : leaf('Prtry', referenceType)),
        leaf('Ref', text, 'reference'),
      ]);
}
