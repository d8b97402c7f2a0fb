import { z } from 'zod';
import { list } from '../../fields/list.ts';
import { amount, bbanAccount, bulkAddress, purposeCode, text } from '../../fields/shared.ts';
import { hasStorableTotal, wholeDigitsOfSumAtMost } from '../../values/money.ts';
import type { Product } from '../product.ts';
import * as part from './parts.ts';

export const bulkEntriesAtMost = 1_000;

export const bulkEntry = part
  .transferSchema({
    endToEndIdentification: part.endToEndIdentification.optional(),
    instructedAmount: amount,
    debtorName: part.debtorName.optional(),
    creditorName: part.creditorName,
    creditorAccount: bbanAccount,
    creditorAddress: bulkAddress,
    ultimateDebtor: part.ultimateDebtor.optional(),
    remittanceInformationUnstructured: part.remittanceInformationUnstructured.optional(),
    remittanceInformationStructured: part.remittanceInformationStructured.optional().meta({
      description: 'Structured reference. Use remittanceInformationStructuredArray instead.',
      deprecated: true,
    }),
    remittanceInformationStructuredArray: part.remittanceInformationStructuredArray.optional(),
    purposeCode: purposeCode.optional(),
  })
  .meta({ id: 'BulkPaymentEntry', description: 'One transfer of a bulk payment.' });

export const bulkDomestic: Product = {
  code: 'BULK_NDCT',
  title: 'a bulk payment',
  service: 'bulk-payments',
  name: 'norwegian-domestic-credit-transfers',
  settlement: 'ENTRIES',
  graphql: { type: 'BulkPayment', mutation: 'createBulkPayment' },
  description:
    'Up to 1,000 transfers in Norway from one account, created and approved together, executed one by one.',
  body: z
    .object({
      paymentInformationId: text(1, 35).optional().meta({
        description: 'Unique id of the bulk payment, assigned by the sender, at most 35 characters.',
      }),
      debtorAccount: bbanAccount,
      requestedExecutionDate: part.requestedExecutionDate.optional(),
      payments: list(bulkEntry, 1, bulkEntriesAtMost).meta({ description: 'The transfers, 1 to 1,000.' }),
    })
    .refine(({ payments }) => hasStorableTotal(payments.map(({ instructedAmount }) => instructedAmount)), {
      path: ['payments'],
      error: `must have a sum with at most ${wholeDigitsOfSumAtMost} digits before the decimal point`,
    }),
  example: {
    paymentInformationId: 'SALARY-2030-01',
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    payments: [
      {
        endToEndIdentification: 'E1',
        instructedAmount: { amount: '100.00', currency: 'NOK' },
        creditorName: 'Kari Nordmann',
        creditorAccount: { bban: '86011117947', currency: 'NOK' },
        creditorAddress: { country: 'NO' },
        remittanceInformationUnstructured: 'January',
      },
      {
        endToEndIdentification: 'E2',
        instructedAmount: { amount: '250.00', currency: 'NOK' },
        creditorName: 'Kari Nordmann',
        creditorAccount: { bban: '86011117947', currency: 'NOK' },
        creditorAddress: { country: 'NO' },
        remittanceInformationUnstructured: 'January',
      },
    ],
  },
  rules: [part.notInThePast('requestedExecutionDate')],
  duplicates: 'ALLOWED_ON_REQUEST',
};
