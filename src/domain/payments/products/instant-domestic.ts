import { address, amount, bbanAccount, bbanOrCardAccount, purposeCode } from '../../fields/shared.ts';
import type { Product } from '../product.ts';
import * as part from './parts.ts';

export const instantDomestic: Product = {
  code: 'INDCTS',
  title: 'an instant domestic payment',
  service: 'payments',
  name: 'instant-norwegian-domestic-credit-transfers-straks',
  settlement: 'INSTANT',
  graphql: { type: 'InstantPayment', mutation: 'createInstantPayment' },
  description:
    'An instant transfer between accounts in Norway: settled, or rejected, as soon as the PSU has approved it.',
  body: part.transferSchema({
    instructedAmount: amount,
    creditorName: part.creditorName,
    creditorAccount: bbanAccount,
    creditorAddress: address,
    debtorAccount: bbanOrCardAccount,
    ultimateDebtor: part.ultimateDebtor.optional(),
    purposeCode: purposeCode.optional(),
    remittanceInformationUnstructured: part.remittanceInformationUnstructured.optional(),
    remittanceInformationStructured: part.remittanceInformationStructured.optional(),
  }),
  example: {
    instructedAmount: { amount: '125.50', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: 'Lunch',
  },
  rules: [],
  duplicates: 'ALLOWED_ON_REQUEST',
};
