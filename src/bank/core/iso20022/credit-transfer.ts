/** Writes pain.001.001.09 (docs/iso20022.md). Elements name the field of the payment at which the service reports their faults. */
import { Decimal } from 'decimal.js';
import { isBulk, transfersOf } from '../../../domain/payments/instruction.ts';
import { creditorAccountElement, debtorAccountElement } from './account.ts';
import { type Element, element, leaf, optionalLeaf } from './element.ts';
import { instructionIdOf, notProvided, uetrOf } from './entry-ids.ts';
import {
  type AddressFields,
  chosenPaymentInformationId,
  firstDebtorName,
  type TransferFields,
  townOf,
  transfersWithPaths,
} from './fields.ts';
import type { CreditTransferOrder } from './messages.ts';
import { agentElement, debtorAgentElement, debtorNameOf, initiatingPartyElements } from './party.ts';
import type { ProductProfile, Profile } from './profile.ts';
import { remittanceElement } from './remittance.ts';

export const creditTransferMessage = 'pain.001.001.09';

/** Precise enough for the sum of all amounts of an order, which has up to 1,000 entries. */
const PreciseDecimal = Decimal.clone({ defaults: true, precision: 40 });
/** The most digits of a control sum. */
const maxDigits = 18;

/** null: the sum has more digits than the element allows. */
function controlSumOf({ instruction }: CreditTransferOrder): string | null {
  const sum = transfersOf(instruction)
    .reduce((total, { instructedAmount }) => total.plus(instructedAmount.amount), new PreciseDecimal(0))
    .toFixed();
  return sum.replace('.', '').length <= maxDigits ? sum : null;
}

export function productProfileOf({ products }: Profile, code: string): ProductProfile {
  const product = products[code];
  if (!product) throw new Error(`the profile has no product ${code}`);
  return product;
}

export function creditTransferDocument(order: CreditTransferOrder, profile: Profile): Element {
  const { orderId, createdAt, initiatingParty } = order;
  const productProfile = productProfileOf(profile, order.product);
  return element('Document', [
    element('CstmrCdtTrfInitn', [
      element('GrpHdr', [
        leaf('MsgId', orderId),
        leaf('CreDtTm', new Date(createdAt).toISOString()),
        ...totalElements(order),
        element('InitgPty', initiatingPartyElements(initiatingParty, productProfile)),
      ]),
      paymentInformationElement(order, profile.bankBic, productProfile),
    ]),
  ]);
}

function totalElements(order: CreditTransferOrder): readonly (Element | null)[] {
  const sum = controlSumOf(order);
  return [
    leaf('NbOfTxs', String(transfersOf(order.instruction).length)),
    sum === null ? null : leaf('CtrlSum', sum),
  ];
}

export const paymentInformationIdOf = ({
  orderId,
  instruction,
}: Pick<CreditTransferOrder, 'orderId' | 'instruction'>): string =>
  chosenPaymentInformationId(instruction) ?? orderId;

function paymentInformationElement(
  order: CreditTransferOrder,
  bankBic: string,
  profile: ProductProfile,
): Element {
  const { orderId, instruction, executionDate } = order;
  const { serviceLevel, localInstrument, chargeBearer } = profile;
  const paysSalaries = isSalaryPayment(order);
  const bookingOfSalaries = paysSalaries ? profile.batchBookingOfSalaries : undefined;
  return element('PmtInf', [
    leaf('PmtInfId', paymentInformationIdOf(order), 'paymentInformationId'),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', String(bookingOfSalaries ?? profile.batchBooking)),
    ...totalElements(order),
    element('PmtTpInf', [
      element('SvcLvl', [leaf('Cd', serviceLevel)]),
      localInstrument ? element('LclInstrm', [codeElement(localInstrument)]) : null,
      paysSalaries ? element('CtgyPurp', [leaf('Cd', salaryPurpose)]) : null,
    ]),
    element('ReqdExctnDt', [leaf('Dt', executionDate)], 'requestedExecutionDate'),
    element('Dbtr', [leaf('Nm', debtorNameOf(firstDebtorName(instruction) ?? order.debtorName, profile))]),
    debtorAccountElement(instruction.debtorAccount, profile),
    debtorAgentElement(bankBic, profile),
    leaf('ChrgBr', chargeBearer),
    ...transfersWithPaths(instruction).map(({ fields, path }, index) =>
      transferElement(fields, { orderId, index, path, profile }),
    ),
  ]);
}

const salaryPurpose = 'SALA';

function isSalaryPayment({ instruction }: CreditTransferOrder): boolean {
  if (!isBulk(instruction)) return false;
  return transfersWithPaths(instruction).every(({ fields }) => fields.purposeCode === salaryPurpose);
}

const codeElement = (value: { readonly code: string } | { readonly proprietary: string }): Element =>
  'code' in value ? leaf('Cd', value.code) : leaf('Prtry', value.proprietary);

interface TransferContext {
  readonly orderId: string;
  readonly index: number;
  readonly path: string | undefined;
  readonly profile: ProductProfile;
}

function transferElement(
  fields: TransferFields,
  { orderId, index, path, profile }: TransferContext,
): Element {
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
      creditorAgent === undefined ? null : agentElement('CdtrAgt', creditorAgent, 'creditorAgent'),
      element('Cdtr', [
        leaf('Nm', fields.creditorName, 'creditorName'),
        creditorAddress ? postalAddressElement(creditorAddress) : null,
      ]),
      creditorAccountElement(fields.creditorAccount, profile),
      purposeCode === undefined ? null : element('Purp', [leaf('Cd', purposeCode)], 'purposeCode'),
      regulatoryReportingElement(fields),
      remittanceElement(fields),
    ],
    path,
  );
}

function postalAddressElement(address: AddressFields): Element {
  const { field, town } = townOf(address);
  return element(
    'PstlAdr',
    [
      optionalLeaf('StrtNm', address.street, 'street'),
      optionalLeaf('BldgNb', address.buildingNumber, 'buildingNumber'),
      optionalLeaf('PstCd', address.postalCode, 'postalCode'),
      optionalLeaf('TwnNm', town, field),
      leaf('Ctry', address.country, 'country'),
    ],
    'creditorAddress',
  );
}

/** An `Inf` element has at most 35 characters. */
const informationChunks = /.{1,35}/gsu;

function regulatoryReportingElement({
  regulatoryReportingCode: code,
  regulatoryReportingInformation: information,
}: TransferFields): Element | null {
  if (code === undefined && information === undefined) return null;
  const chunks = information?.match(informationChunks) ?? [];
  return element('RgltryRptg', [
    element('Dtls', [
      optionalLeaf('Cd', code, 'regulatoryReportingCode'),
      ...chunks.map((chunk) => leaf('Inf', chunk, 'regulatoryReportingInformation')),
    ]),
  ]);
}
