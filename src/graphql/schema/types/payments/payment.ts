import { type Fee, feeOrZero } from '../../../../domain/payments/fee.ts';
import { transfersOf } from '../../../../domain/payments/instruction.ts';
import { paymentLinks } from '../../../../domain/payments/links.ts';
import type { Product } from '../../../../domain/payments/product.ts';
import { productOf, products } from '../../../../domain/payments/products/list.ts';
import { shownFunds } from '../../../../domain/payments/status.ts';
import { messagesAtMost } from '../../../../domain/refusal.ts';
import { getPayment } from '../../../../operations/payments/get-payment.ts';
import type { ListedPayment } from '../../../../operations/ports/stores.ts';
import { databaseRead, instructionRead } from '../../../documents/reads.ts';
import { builder, type Types } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { mergeShapes, outputFields } from '../../from-schema.ts';
import { listCost } from '../../lists.ts';
import { creditorNamesAtMost, type Loaders } from '../../loaders.ts';
import {
  accountReference,
  amountType,
  formatAmount,
  links,
  paymentStatus,
  statusChange,
  tppMessage,
} from '../common.ts';

/** The interface declares `debtorAccount`, and bulk-entries.ts declares `payments`. */
const separateFields = new Set(['debtorAccount', 'payments']);

const productTexts = products.map((product) => [
  product.code,
  `${displayNameOf(product)}: ${product.description} In REST ${product.service}/${product.name}.`,
]);
export const productEnum = describedEnum(
  'PaymentProduct',
  'Payment products, by their short codes.',
  Object.fromEntries(productTexts) as Record<Product['code'], string>,
);

function displayNameOf({ service, name }: Product): string {
  if (service === 'bulk-payments') return 'Bulk payment';
  if (service === 'periodic-payments') return 'Periodic payment';
  // Removes the plural, and `straks`, which is Norwegian for instant.
  const words = name
    .replace(/-/g, ' ')
    .replace(/\bsepa\b/, 'SEPA')
    .replace(/s( straks)?$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function addPaymentObject(typeName: string) {
  const group = products.filter(({ graphql }) => graphql.type === typeName);
  const codes = new Set(group.map(({ code }) => code));
  const shape = mergeShapes(group.map((product) => product.body.shape));
  const ownFields = Object.entries(shape).filter(([name]) => !separateFields.has(name));
  return builder.node(builder.objectRef<ListedPayment>(typeName), {
    description: group.map((product) => product.description).join(' '),
    interfaces: [payment],
    id: { resolve: (record) => record.paymentId },
    loadOne: async (paymentId, { call }) => {
      const result = await call.find(getPayment, { product: null, paymentId });
      return result && codes.has(result.payment.product) ? result.payment : null;
    },
    fields: outputFields<ListedPayment>(
      Object.fromEntries(ownFields),
      ({ instruction, paymentId }, { call }) =>
        instruction ?? call.loaders.instructionWithoutEntries.load(paymentId),
      instructionRead(),
    ),
  });
}

export const payment = builder.interfaceRef<ListedPayment>('Payment').implement({
  description: 'Fields of every payment, whatever its product.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: (record) => productOf(record.product).graphql.type,
  fields: (t) => ({
    paymentId: t.exposeString('paymentId', { description: 'Opaque identifier, as in REST.' }),
    product: t.expose('product', { type: productEnum, description: 'The payment product.' }),
    transactionStatus: t.expose('status', { type: paymentStatus, description: 'Status of the payment.' }),
    ...amountFields(t),
    debtorAccount: t.expose('debtorAccount', {
      type: accountReference,
      description: 'Account of the debtor.',
    }),
    debtorName: t.exposeString('debtorName', {
      nullable: true,
      description: 'Name of the debtor, if known.',
    }),
    psuId: t.exposeString('psuId', {
      nullable: true,
      description:
        "Your identifier of the payment's PSU (PSU-ID); null when only X-PSU-IDENTITY was sent. Payments of one debtor account and one PSU can share a signing basket.",
    }),
    ...bankFields(t),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "Time of creation, by the TPP's clock.",
    }),
    statusHistory: t.field({
      type: [statusChange],
      complexity: listCost(8, 100),
      description: 'All changes of the status, oldest first.',
      extensions: databaseRead('Payment.statusHistory'),
      resolve: (record, _args, { call }) => call.loaders.history.load(record),
    }),
    links: t.field({
      type: links,
      description: "Links to the next steps that the payment's state allows.",
      resolve: (record) => paymentLinks(productOf(record.product), record),
    }),
  }),
});

type PaymentFields = PothosSchemaTypes.InterfaceFieldBuilder<Types, ListedPayment>;

const amountFields = (t: PaymentFields) => ({
  totalAmount: t.field({
    type: amountType,
    nullable: true,
    description:
      'Amount of the payment, or the sum of its entries; null for a bulk payment in several currencies.',
    resolve: totalOf,
  }),
  creditorNames: t.stringList({
    description: 'Names of the creditors without duplicates, at most ten.',
    extensions: instructionRead(),
    resolve: (record, _, { call }) =>
      record.creditorName === null ? creditorNamesOf(record, call.loaders) : [record.creditorName],
  }),
  transactionFees: t.field({
    type: amountType,
    description: 'Total fee.',
    resolve: (record) => feeOf(record).transactionFees,
  }),
  transactionFeeIndicator: t.boolean({
    description: 'Whether the payment incurs a fee.',
    resolve: (record) => feeOf(record).transactionFeeIndicator,
  }),
  fundsAvailable: t.boolean({
    nullable: true,
    description:
      'Whether the debtor account has the funds, for ACCP, ACTC and ACWC; null for other statuses and when the funds were not checked.',
    resolve: shownFunds,
  }),
});

const bankFields = (t: PaymentFields) => ({
  bankReference: t.string({
    nullable: true,
    description: 'Identifier of the payment at the connected bank; null without a connected bank.',
    resolve: async ({ paymentId }, _, { call }) =>
      (await call.loaders.bankReference.load(paymentId))?.reference,
  }),
  bankHeardAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which the connected bank last sent the status; null before it has sent one, and without a connected bank.',
    resolve: async ({ paymentId }, _, { call }) =>
      (await call.loaders.bankReference.load(paymentId))?.reportedAt,
  }),
  tppMessages: t.field({
    type: [tppMessage],
    complexity: listCost(10, messagesAtMost),
    description:
      'Warning that the service got no status from the connected bank, or that this bank does not know the payment. It says how old the shown status is. Lists do not ask the bank, so a list shows the warning of an earlier request.',
    resolve: (record, _, { call }) => call.loaders.statusWarnings.load(record),
  }),
});

/** Without a known fee: 0, in the currency of the payment, or for a bulk payment in the currency of the debtor account. */
function feeOf({ product, fee, currency, debtorAccount }: ListedPayment): Fee {
  const isBulk = productOf(product).service === 'bulk-payments';
  return feeOrZero(fee, (isBulk ? null : currency) ?? debtorAccount.currency);
}

function creditorNamesOf({ instruction, paymentId }: ListedPayment, loaders: Loaders) {
  if (instruction === undefined) return loaders.creditorNames.load(paymentId);
  const creditorNames = new Set(transfersOf(instruction).map(({ creditorName }) => creditorName));
  return [...creditorNames].slice(0, creditorNamesAtMost);
}

function totalOf({ amount, currency }: ListedPayment) {
  return amount !== null && currency !== null ? formatAmount({ amount, currency }) : null;
}

builder.queryField('payment', (t) =>
  t.field({
    type: payment,
    nullable: true,
    description: 'A payment of the calling TPP; RESOURCE_UNKNOWN when it does not exist.',
    args: { paymentId: t.arg.string({ required: true, description: 'Its identifier.' }) },
    resolve: async (_, { paymentId }, { call }) =>
      (await call.read(getPayment, { product: null, paymentId })).payment,
  }),
);

const objectsByName = new Map(
  [...new Set(products.map(({ graphql }) => graphql.type))].map((name) => [name, addPaymentObject(name)]),
);

export function paymentObjectOf(name: string) {
  const object = objectsByName.get(name);
  if (object === undefined) throw new Error(`no product has the type ${name}`);
  return object;
}
