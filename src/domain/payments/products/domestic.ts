import { address, amount, bbanAccount, purposeCode } from '../../fields/shared.ts';
import type { Product } from '../product.ts';
import * as part from './parts.ts';

export const domestic: Product = {
  code: 'NDCT',
  title: 'a domestic payment',
  service: 'payments',
  name: 'norwegian-domestic-credit-transfers',
  settlement: 'BATCH',
  graphql: { type: 'DomesticPayment', mutation: 'createDomesticPayment' },
  description:
    'A transfer between accounts in Norway, executed by the next of five daily batch runs, but not before its requested day.',
  body: part.transferSchema({
    endToEndIdentification: part.endToEndIdentification.optional(),
    instructedAmount: amount,
    creditorName: part.creditorName,
    creditorAccount: bbanAccount,
    creditorAddress: address.optional(),
    debtorAccount: bbanAccount,
    ultimateDebtor: part.ultimateDebtor.optional(),
    purposeCode: purposeCode.optional(),
    requestedExecutionDate: part.requestedExecutionDate.optional(),
    ...part.remittanceForms,
  }),
  example: {
    instructedAmount: { amount: '1250.00', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    remittanceInformationUnstructured: 'Rent',
  },
  rules: [part.notInThePast('requestedExecutionDate')],
  duplicates: 'ALLOWED_ON_REQUEST',
};
