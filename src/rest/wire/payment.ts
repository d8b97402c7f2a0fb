import { z } from 'zod';
import { opaqueId, shownAmount } from '../../domain/fields/shown.ts';
import { feeOf } from '../../domain/payments/fee.ts';
import { type Links, paymentLinks } from '../../domain/payments/links.ts';
import type { Product } from '../../domain/payments/product.ts';
import {
  type PaymentStatus,
  paymentStatuses,
  shownFunds,
  statusMeanings,
} from '../../domain/payments/status.ts';
import type { CreatedPayment } from '../../operations/payments/create-payment.ts';
import type { PaymentWithProduct } from '../../operations/payments/get-payment.ts';
import type { PaymentStatusResult } from '../../operations/payments/get-payment-status.ts';
import { defineAnswer, messagesField } from '../answer.ts';
import { exampleIds, linksSchema, psuMessage, tppMessages } from './schemas.ts';

const descriptionOf = (statuses: readonly PaymentStatus[]) =>
  statuses.map((status) => `${status}: ${statusMeanings[status]}`).join(' ');
/** The list of the specification. It contains PART, although in this service only bulk payments have PART. */
const nonBulkStatuses = paymentStatuses.filter((status) => status !== 'PRSY');

const nonBulkStatus = z
  .enum(nonBulkStatuses)
  .meta({ id: 'PaymentStatus', description: descriptionOf(nonBulkStatuses) });
export const bulkStatus = z
  .enum(paymentStatuses)
  .meta({ id: 'BulkPaymentStatus', description: descriptionOf(paymentStatuses) });

const isBulk = (products: readonly Product[]) => products.some(({ settlement }) => settlement === 'ENTRIES');
export const bulkPrefix = (products: readonly Product[]) => (isBulk(products) ? 'Bulk' : '');
export const transactionStatus = (products: readonly Product[]) =>
  isBulk(products) ? bulkStatus : nonBulkStatus;

function exampleLinks(products: readonly Product[], status: PaymentStatus = 'RCVD') {
  const product = products[0];
  return product ? paymentLinks(product, { paymentId: exampleIds.payment, status }) : {};
}

function createdPaymentSchema(products: readonly Product[]) {
  return z
    .strictObject({
      paymentId: opaqueId,
      transactionStatus: transactionStatus(products),
      transactionFees: shownAmount,
      transactionFeeIndicator: z.boolean().meta({ description: 'Whether the payment incurs a fee.' }),
      tppMessages,
      psuMessage,
      _links: linksSchema,
    })
    .meta({
      id: `Created${bulkPrefix(products)}Payment`,
      description: 'Response to the creation of a payment.',
      examples: [
        {
          paymentId: exampleIds.payment,
          transactionStatus: 'RCVD',
          transactionFees: { amount: '0.00', currency: 'NOK' },
          transactionFeeIndicator: false,
          _links: exampleLinks(products),
        },
      ],
    });
}

function paymentDetailsSchema(products: readonly Product[]) {
  const variants = products.map(({ body, code, example }) =>
    z
      .strictObject({
        ...body.shape,
        paymentId: opaqueId,
        debtorName: z.string().optional().meta({ description: 'Name of the debtor, if the bank knows it.' }),
        _links: linksSchema,
      })
      .meta({
        id: `PaymentDetails${code}`,
        description: `Details of a payment of the product ${code}, with the fields as the TPP sent them.`,
        examples: [
          { ...example, paymentId: exampleIds.payment, _links: linksOfDetails(exampleLinks(products)) },
        ],
      }),
  );
  const [first, ...others] = variants;
  if (first && others.length === 0) return first;
  return z.union(variants).meta({ examples: first?.meta()?.examples });
}

const linksOfDetails = ({ self, status }: Links) => ({ self, status });

function paymentStatusSchema(products: readonly Product[]) {
  return z
    .strictObject({
      paymentId: opaqueId,
      transactionStatus: transactionStatus(products),
      fundsAvailable: z.boolean().optional().meta({
        description:
          'Whether the account covers the payment. Present only with the statuses ACCP, ACTC and ACWC.',
      }),
      tppMessages,
      psuMessage,
      _links: linksSchema,
    })
    .meta({
      id: `${bulkPrefix(products)}PaymentStatusAnswer`,
      description: 'Status of a payment.',
      examples: [
        { paymentId: exampleIds.payment, transactionStatus: 'PDNG', _links: exampleLinks(products, 'PDNG') },
      ],
    });
}

export const createdPayment = defineAnswer(
  createdPaymentSchema,
  ({ payment, tppMessages, links, psuMessage }: CreatedPayment) => ({
    paymentId: payment.paymentId,
    transactionStatus: payment.status,
    ...feeOf(payment),
    ...messagesField(tppMessages),
    ...(psuMessage ? { psuMessage } : {}),
    _links: links,
  }),
);

export const paymentDetails = defineAnswer(
  paymentDetailsSchema,
  ({ payment, product }: PaymentWithProduct) => ({
    ...payment.instruction,
    paymentId: payment.paymentId,
    ...(payment.debtorName === null ? {} : { debtorName: payment.debtorName }),
    _links: linksOfDetails(paymentLinks(product, payment)),
  }),
);

export const paymentStatus = defineAnswer(
  paymentStatusSchema,
  ({ payment, product, tppMessages }: PaymentStatusResult) => {
    const fundsAvailable = shownFunds(payment);
    return {
      paymentId: payment.paymentId,
      transactionStatus: payment.status,
      ...(fundsAvailable === null ? {} : { fundsAvailable }),
      ...messagesField(tppMessages),
      _links: paymentLinks(product, payment),
    };
  },
);
