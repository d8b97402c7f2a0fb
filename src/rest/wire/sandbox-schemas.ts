/** Schemas and examples of the sandbox's answers (specification 2.7, 2.9; contract 8); sandbox.ts renders them. */
import { z } from 'zod';
import { currencyCode, remittance } from '../../domain/fields/shared.ts';
import { isoDate } from '../../domain/fields/text.ts';
import { kidAgreement } from '../../domain/sandbox/account.ts';
import { engagementRoles } from '../../domain/sandbox/agreement.ts';
import { customerTypes } from '../../domain/sandbox/customer.ts';
import {
  accountLinks,
  cardAccountLinks,
  customerLinks,
  engagementLinks,
} from '../../domain/sandbox/links.ts';
import { writtenCardTransaction, writtenCardTransactionSchema } from './card-transaction.ts';
import * as sample from './sandbox-examples.ts';
import { exampleIds, link, opaqueId, tppMessages, writtenAmount } from './schemas.ts';

const links = z
  .strictObject({ self: link, balances: link.optional(), transactions: link.optional() })
  .meta({ id: 'SandboxLinks', description: 'Links of a record of the sandbox.' });
const customerNumber = z.string().meta({ description: 'What the PSU types when they log in.' });
const ids = z.array(opaqueId);

const agreementSummary = z
  .strictObject({ id: opaqueId, name: z.string(), engagements: ids })
  .meta({ id: 'SandboxAgreementSummary', description: 'An agreement that the customer owns.' });

export const customerSchema = z
  .strictObject({
    customerId: opaqueId,
    customerNumber,
    customerType: z.enum(customerTypes),
    customerName: z.string(),
    agreements: z.array(agreementSummary),
    accounts: ids,
    cardAccounts: ids,
    tppMessages,
    _links: links,
  })
  .meta({
    id: 'SandboxCustomer',
    description: 'A customer of the sandbox with everything of theirs.',
    examples: [
      {
        customerId: sample.ids.customer,
        customerNumber: sample.customer.customerNumber,
        customerType: 'PRIVATE',
        customerName: sample.customer.name,
        agreements: [
          { id: sample.ids.agreement, name: 'Private agreement', engagements: [sample.ids.engagement] },
        ],
        accounts: [sample.ids.account],
        cardAccounts: [sample.ids.card],
        _links: customerLinks(sample.ids.customer),
      },
    ],
  });

const balance = z
  .strictObject({ balanceType: z.string(), balanceAmount: writtenAmount })
  .meta({ id: 'SandboxWrittenBalance', description: 'A balance as answers write it.' });

const { customerNumber: owner, ...opened } = sample.account;
export const accountSchema = z
  .strictObject({
    resourceId: opaqueId,
    customerNumber: customerNumber
      .optional()
      .meta({ description: 'Absent where the bank holds the account for no customer.' }),
    accountName: z.string(),
    bban: z.string().optional(),
    iban: z.string().optional(),
    currency: currencyCode,
    product: z.string().optional(),
    cashAccountType: z.string().optional(),
    creditLine: z
      .string()
      .meta({ description: 'Credit on top of the balance, in the currency of the account.' }),
    balances: z.array(balance).length(1),
    kidAgreement: kidAgreement.optional(),
    tppMessages,
    _links: links,
  })
  .meta({
    id: 'SandboxAccount',
    description: 'An account of the sandbox.',
    examples: [
      {
        resourceId: sample.ids.account,
        customerNumber: owner,
        ...opened,
        creditLine: '0.00',
        _links: accountLinks(sample.ids.account),
      },
    ],
  });

export const cardAccountSchema = z
  .strictObject({
    resourceId: opaqueId,
    customerNumber,
    maskedPan: z.string(),
    currency: currencyCode,
    creditLimit: writtenAmount.optional(),
    balances: z.array(balance),
    name: z.string().optional(),
    product: z.string().optional(),
    status: z.string().optional(),
    expiry: isoDate.optional(),
    tppMessages,
    _links: links,
  })
  .meta({
    id: 'SandboxCardAccount',
    description: 'A card account of the sandbox.',
    examples: [
      { resourceId: sample.ids.card, ...sample.cardAccount, _links: cardAccountLinks(sample.ids.card) },
    ],
  });

export const agreementSchema = z
  .strictObject({ id: opaqueId, owner: customerNumber, name: z.string(), engagements: ids, tppMessages })
  .meta({
    id: 'SandboxAgreement',
    description: 'An agreement of a customer.',
    examples: [
      {
        id: sample.ids.agreement,
        owner: sample.agreement.owner,
        name: sample.agreement.name,
        engagements: [sample.ids.engagement],
      },
    ],
  });

const accountName = z.strictObject({ bban: z.string().optional(), iban: z.string().optional() });
export const engagementSchema = z
  .strictObject({
    id: opaqueId,
    customer: customerNumber,
    account: accountName,
    roles: z.array(z.enum(engagementRoles)).min(1),
    tppMessages,
    _links: links,
  })
  .meta({
    id: 'SandboxEngagement',
    description: 'What a PSU may do with an account of the owner of the agreement.',
    examples: [
      {
        id: sample.ids.engagement,
        ...sample.engagement,
        _links: engagementLinks(sample.ids.agreement, sample.ids.engagement),
      },
    ],
  });

const party = z.strictObject({
  bban: z.string().optional(),
  iban: z.string().optional(),
  other: z.strictObject({ identification: z.string(), schemeNameProprietary: z.string() }).optional(),
  currency: currencyCode,
});
const entry = z
  .strictObject({
    transactionId: opaqueId,
    bookingDate: isoDate,
    valueDate: isoDate,
    transactionAmount: writtenAmount.meta({ description: 'Negative for money out.' }),
    debtorName: z.string().optional(),
    debtorAccount: party.optional(),
    creditorName: z.string().optional(),
    creditorAccount: party.optional(),
    endToEndIdentification: z.string().optional(),
    remittanceInformationUnstructured: z.string().optional(),
    remittanceInformationStructured: remittance.optional(),
    remittanceInformationStructuredArray: z.array(remittance).optional(),
    paymentId: opaqueId,
  })
  .meta({
    id: 'SandboxAccountEntry',
    description: 'What an executed payment did on the account.',
  });

export const accountTransactionsSchema = z
  .strictObject({
    account: accountName.extend({ currency: currencyCode }),
    transactions: z.strictObject({ booked: z.array(entry), pending: z.array(z.string()).max(0) }),
    tppMessages,
  })
  .meta({
    id: 'SandboxAccountTransactions',
    examples: [
      {
        account: { bban: opened.bban, iban: opened.iban, currency: 'NOK' },
        transactions: {
          booked: [
            {
              transactionId: `${exampleIds.payment}-0`,
              bookingDate: '2026-01-15',
              valueDate: '2026-01-15',
              transactionAmount: { amount: '-125.50', currency: 'NOK' },
              creditorName: 'Kari Nordmann',
              creditorAccount: { bban: '86011117947', currency: 'NOK' },
              paymentId: exampleIds.payment,
            },
          ],
          pending: [],
        },
      },
    ],
  });

export const cardTransactionsSchema = z
  .strictObject({
    cardAccount: z.strictObject({ maskedPan: z.string() }),
    cardTransactions: z.strictObject({
      booked: z.array(writtenCardTransactionSchema),
      pending: z.array(z.string()).max(0),
    }),
    tppMessages,
  })
  .meta({
    id: 'SandboxCardTransactions',
    description: 'Transactions of a card account.',
    examples: [
      {
        cardAccount: { maskedPan: sample.cardAccount.maskedPan },
        cardTransactions: {
          booked: [writtenCardTransaction(sample.cardTransaction)],
          pending: [],
        },
      },
    ],
  });

/** Lists are bare arrays (contract 8). */
export function listOf(schema: z.ZodType) {
  const { examples } = schema.meta() ?? {};
  return z.array(schema).meta({ examples: [examples ?? []] });
}
