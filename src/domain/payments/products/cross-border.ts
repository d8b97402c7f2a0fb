/** CBCT: transfers to other countries. NCBCT: transfers in Norway that settle like them. */
import { account, address, amount, creditorAgent, purposeCode, text } from '../../fields/shared.ts';
import type { Product } from '../product.ts';
import * as part from './parts.ts';

const crossBorderBody = part.transferSchema({
  endToEndIdentification: part.endToEndIdentification.optional(),
  instructedAmount: amount,
  creditorName: part.creditorName,
  creditorAccount: account,
  creditorAgent: creditorAgent.optional(),
  creditorAddress: address,
  debtorAccount: account,
  ultimateDebtor: part.ultimateDebtor.optional(),
  purposeCode: purposeCode.optional(),
  requestedExecutionDate: part.requestedExecutionDate.optional(),
  regulatoryReportingCode: text(1, 10).optional().meta({
    description: 'Code of the report to the currency register, at most 10 characters.',
  }),
  regulatoryReportingInformation: text(1, 140).optional().meta({
    description: 'Purpose of the payment in words, for the currency register. At most 140 characters.',
  }),
  ...part.remittanceForms,
});

const example = {
  instructedAmount: { amount: '2500.00', currency: 'SEK' },
  creditorName: 'Anna Svensson',
  creditorAccount: { iban: 'SE4550000000058398257466', currency: 'SEK' },
  creditorAgent: 'ESSESESS',
  creditorAddress: {
    street: 'Drottninggatan',
    buildingNumber: '1',
    postalCode: '11151',
    city: 'Stockholm',
    country: 'SE',
  },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
  remittanceInformationUnstructured: 'Invoice 2201',
};

export const crossBorder: Product = {
  code: 'CBCT',
  title: 'a cross-border payment',
  service: 'payments',
  name: 'cross-border-credit-transfers',
  settlement: 'BATCH',
  graphql: { type: 'CrossBorderPayment', mutation: 'createCrossBorderPayment' },
  description: 'A transfer to an account in another country.',
  body: crossBorderBody,
  example,
  rules: [part.notInThePast('requestedExecutionDate')],
  duplicates: 'ALLOWED_ON_REQUEST',
};

export const norwegianCrossBorder: Product = {
  ...crossBorder,
  code: 'NCBCT',
  title: 'a cross-border payment in Norway',
  name: 'norwegian-cross-border-credit-transfers',
  description: 'A transfer in Norway for large amounts. It settles like a cross-border transfer.',
  example: { ...example, instructedAmount: { amount: '150000.00', currency: 'NOK' } },
};
