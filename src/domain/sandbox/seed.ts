/** The data that a sandbox starts with. A customer, account or payment has the fields of the operation that creates it. */
import { z } from 'zod';
import { list } from '../fields/list.ts';
import { isoDate } from '../fields/shared.ts';
import { seedAccount } from './account.ts';
import { seedAgreement } from './agreement.ts';
import { cardOpeningFaults, cardOpeningFields } from './card-account.ts';
import { cardTransactionList } from './card-transaction.ts';
import { customerName, customerNumber, customerType } from './customer.ts';
import { withRule } from './rules.ts';
import { seedPayment, seedPaymentsAtMost } from './seed-payment.ts';

const seedCard = withRule(
  z.object({
    ...cardOpeningFields,
    transactions: cardTransactionList.optional().meta({ description: 'Card transactions, newest first.' }),
  }),
  cardOpeningFaults,
).meta({
  id: 'SeedCardAccount',
  description: 'A card account, with the fields of POST /v1/sandbox/card-accounts.',
});

const seedCustomer = z
  .object({
    customerNumber,
    customerName,
    customerType,
    accounts: list(seedAccount, 0, 100).optional().meta({ description: 'Accounts of the customer.' }),
    cardAccounts: list(seedCard, 0, 20).optional().meta({ description: 'Card accounts of the customer.' }),
    agreements: list(seedAgreement, 0, 10).optional().meta({
      description:
        'Agreements of the customer: which PSU may act on which account. A private customer has one agreement, by default with all roles on all own accounts. A company has no agreement by default.',
    }),
  })
  .meta({ id: 'SeedCustomer', description: 'A customer with their accounts, card accounts and agreements.' });

export const seedSchema = z.object({
  $schema: z.string().optional().meta({ description: 'Address of this schema, for editors.' }),
  acceptWarnings: z.boolean().optional().meta({
    description:
      'Whether to accept values that cause only a WARNING in a request, such as a wrong check digit.',
  }),
  clock: isoDate.optional().meta({
    description:
      'Day on which the sandbox starts, at most five years from now. The sandbox clock starts at midnight of this day in Oslo. If payments in this file have times on this day, it starts at the latest of these times. Without this field, or if the start has passed, the sandbox clock shows real time.',
  }),
  customers: list(seedCustomer, 0, 200).optional().meta({ description: 'Customers, oldest first.' }),
  accounts: list(seedAccount, 0, 100).optional().meta({
    description: 'Accounts without a customer, such as those of creditors with a KID agreement.',
  }),
  payments: list(seedPayment, 0, seedPaymentsAtMost.payments).optional().meta({
    description: 'Payments of the TPP, in any status, in the order of their creation.',
  }),
});

export type Seed = z.output<typeof seedSchema>;
export type SeedCustomer = z.output<typeof seedCustomer>;
export type SeedCard = z.output<typeof seedCard>;
