/** Adds a product to the list of all products, as a developer does. Import it before the modules that read the list. */
import { address, amount, bbanAccount } from '../../../src/domain/fields/shared.ts';
import type { Product } from '../../../src/domain/payments/product.ts';
import { products } from '../../../src/domain/payments/products/list.ts';
import * as part from '../../../src/domain/payments/products/parts.ts';

export const salary: Product = {
  code: 'SALARY',
  title: 'a cheque payment',
  service: 'payments',
  name: 'salary-credit-transfers',
  settlement: 'BATCH',
  graphql: { type: 'SalaryPayment', mutation: 'createSalaryPayment' },
  description: 'A transfer of wages.',
  body: part.transferSchema({
    instructedAmount: amount,
    creditorName: part.creditorName,
    creditorAccount: bbanAccount,
    creditorAddress: address.optional(),
    debtorAccount: bbanAccount,
    employeeNumber: part.endToEndIdentification.meta({ description: 'Number of the employee.' }),
    requestedExecutionDate: part.requestedExecutionDate.optional(),
    remittanceInformationUnstructured: part.remittanceInformationUnstructured.optional(),
  }),
  example: {
    instructedAmount: { amount: '31000.00', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { bban: '95360573002', currency: 'NOK' },
    employeeNumber: '4711',
  },
  rules: [part.notInThePast('requestedExecutionDate')],
  duplicates: 'ALLOWED_ON_REQUEST',
};

(products as Product[]).push(salary);
