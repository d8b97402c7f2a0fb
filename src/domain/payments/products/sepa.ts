import {
  address,
  amount,
  creditorAgent,
  faultAt,
  ibanAccount,
  isObject,
  purposeCode,
} from '../../fields/shared.ts';
import type { Product } from '../product.ts';
import * as part from './parts.ts';

export const sepa: Product = {
  code: 'SCT',
  title: 'a SEPA payment',
  service: 'payments',
  name: 'sepa-credit-transfers',
  settlement: 'BATCH',
  graphql: { type: 'SepaPayment', mutation: 'createSepaPayment' },
  description: 'A SEPA credit transfer: euro, both accounts by IBAN.',
  body: part
    .transferSchema({
      endToEndIdentification: part.endToEndIdentification.optional(),
      instructedAmount: amount,
      creditorName: part.creditorName,
      creditorAccount: ibanAccount,
      creditorAgent: creditorAgent.optional(),
      creditorAddress: address.optional(),
      debtorAccount: ibanAccount,
      ultimateDebtor: part.ultimateDebtor.optional(),
      purposeCode: purposeCode.optional(),
      requestedExecutionDate: part.requestedExecutionDate.optional(),
      ...part.remittanceForms,
    })
    .refine(
      // This rule also runs on bodies with other faults. It accepts a missing amount or currency, which is another fault.
      (body) => !isObject(body.instructedAmount) || (body.instructedAmount.currency ?? 'EUR') === 'EUR',
      faultAt(['instructedAmount', 'currency'], 'must be EUR for a SEPA credit transfer'),
    ),
  example: {
    instructedAmount: { amount: '99.90', currency: 'EUR' },
    creditorName: 'Max Mustermann',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    debtorAccount: { iban: 'NO0995360573002', currency: 'NOK' },
    remittanceInformationUnstructured: 'Order 4711',
  },
  rules: [part.notInThePast('requestedExecutionDate')],
  duplicates: 'ALLOWED_ON_REQUEST',
};
