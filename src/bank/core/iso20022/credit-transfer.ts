/** pain.001.001.09: one order with one payment information block. docs/iso20022.md maps the fields. */
import { Decimal } from 'decimal.js';
import { isBulk, transfersOf } from '../../../domain/payments/instruction.ts';
import { creditorAccount, debtorAccount } from './account.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { instructionIdOf, notProvided, uetrOf } from './entry-ids.ts';
import { type AddressFields, debtorNameIn, fieldsOf, type TransferFields, townOf } from './fields.ts';
import type { CreditTransferOrder, Profile } from './messages.ts';
import { agent, debtorAgent, debtorNameOf, partyOf } from './party.ts';
import type { ProductProfile } from './product-profile.ts';
import { remittanceInformation } from './remittance.ts';

export const creditTransferName = 'pain.001.001.09';

const Exact = Decimal.clone({ defaults: true, precision: 40 });
const digitsAtMost = 18;

/** Sum of all amounts in any currency; null if it has more digits than the element allows. */
function controlSum({ instruction }: CreditTransferOrder): string | null {
  const sum = transfersOf(instruction)
    .reduce((total, { instructedAmount }) => total.plus(instructedAmount.amount), new Exact(0))
    .toFixed();
  return sum.replace('.', '').length <= digitsAtMost ? sum : null;
}

export function productProfile({ products }: Profile, code: string): ProductProfile {
  const product = products[code];
  if (!product) throw new Error(`the profile has no product ${code}`);
  return product;
}

export function creditTransfer(order: CreditTransferOrder, profile: Profile): Element {
  const { orderId, createdAt, initiatingParty } = order;
  const product = productProfile(profile, order.product);
  return element('Document', [
    element('CstmrCdtTrfInitn', [
      element('GrpHdr', [
        leaf('MsgId', orderId),
        leaf('CreDtTm', new Date(createdAt).toISOString()),
        ...totals(order),
        element('InitgPty', partyOf(initiatingParty, product)),
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

/** The id that the TPP gave a bulk payment, or else the id of the order. */
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
    element('Dbtr', [leaf('Nm', debtorNameOf(debtorNameIn(instruction) ?? order.debtorName, profile))]),
    debtorAccount(instruction.debtorAccount, profile),
    debtorAgent(bic, profile),
    leaf('ChrgBr', chargeBearer),
    ...fieldsOf(instruction).map(({ fields, at }, index) =>
      transfer(fields, { orderId, index, at, profile }),
    ),
  ]);
}

const salary = 'SALA';

function areSalaries({ instruction }: CreditTransferOrder): boolean {
  return isBulk(instruction) && fieldsOf(instruction).every(({ fields }) => fields.purposeCode === salary);
}

const codeOrWord = (value: { readonly code: string } | { readonly proprietary: string }): Element =>
  'code' in value ? leaf('Cd', value.code) : leaf('Prtry', value.proprietary);

interface Entry {
  readonly orderId: string;
  readonly index: number;
  readonly at: string | undefined;
  readonly profile: ProductProfile;
}

function transfer(fields: TransferFields, { orderId, index, at, profile }: Entry): Element {
  const { amount, currency } = fields.instructedAmount;
  const { endToEndIdentification, ultimateDebtor, creditorAgent, creditorAddress, purposeCode } = fields;
  return element(
    'CdtTrfTxInf',
    [
      element('PmtId', [
        leaf('InstrId', instructionIdOf(orderId, index)),
        leaf('EndToEndId', endToEndIdentification ?? notProvided, 'endToEndIdentification'),
        profile.uetr ? leaf('UETR', uetrOf(orderId, index)) : null,
      ]),
      element('Amt', [leaf('InstdAmt', amount, undefined, { Ccy: currency })], 'instructedAmount'),
      ultimateDebtor ? element('UltmtDbtr', [leaf('Nm', ultimateDebtor)], 'ultimateDebtor') : null,
      creditorAgent === undefined ? null : agent('CdtrAgt', creditorAgent, 'creditorAgent'),
      element('Cdtr', [
        leaf('Nm', fields.creditorName, 'creditorName'),
        creditorAddress ? postalAddress(creditorAddress) : null,
      ]),
      creditorAccount(fields.creditorAccount, profile),
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

/** The most characters of one element; a longer text is spread over several. */
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
