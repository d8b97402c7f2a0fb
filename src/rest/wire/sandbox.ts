import { z } from 'zod';
import { isoDate } from '../../domain/fields/shared.ts';
import { noDerivedFields, storedFields, type View, viewOf } from '../../domain/fields/view.ts';
import { type TppMessage, warning } from '../../domain/refusal.ts';
import { type Account, accountDetails, accountView } from '../../domain/sandbox/account.ts';
import { accountEntryView } from '../../domain/sandbox/account-entry.ts';
import { agreementView, engagementView } from '../../domain/sandbox/agreement.ts';
import { cardAccountDetails, cardAccountView } from '../../domain/sandbox/card-account.ts';
import type { CardTransaction } from '../../domain/sandbox/card-transaction.ts';
import { customerOfBody, customerView } from '../../domain/sandbox/customer.ts';
import {
  accountLinks,
  cardAccountLinks,
  customerLinks,
  engagementLinks,
  type SandboxLinks,
} from '../../domain/sandbox/links.ts';
import { transactionsAtMost } from '../../domain/sandbox/transaction-lists.ts';
import type { AccountTransactions } from '../../operations/sandbox/accounts/get-sandbox-account-transactions.ts';
import type { CardTransactions } from '../../operations/sandbox/cards/create-sandbox-card-transactions.ts';
import type { CardTransactionPage } from '../../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import { defineAnswer, type RestAnswer, withMessages } from '../answer.ts';
import * as sample from './sandbox-examples.ts';
import { exampleIds, linkSchema, tppMessages } from './schemas.ts';

const linksSchema = z
  .strictObject({ self: linkSchema, balances: linkSchema.optional(), transactions: linkSchema.optional() })
  .meta({ id: 'SandboxLinks', description: 'Links of a record of the sandbox.' });

/**
 * The type allows null because of `setSandboxBalances`: of its fields `account` and `cardAccount`, one is null. Each of its two routes
 * sets the balances of one kind of account and shows the field of this kind, so the field of a response is never null.
 */
type WriteOutcome<Name extends string, Source> = {
  readonly tppMessages: readonly TppMessage[];
} & { readonly [name in Name]: Source | null };

function defineWireResource<Source, Shape extends z.core.$ZodShape>(
  view: View<Source, Shape>,
  example: NoInfer<Source>,
  linksOf?: (source: NoInfer<Source>) => SandboxLinks,
) {
  const write = (source: Source) => ({
    ...(view.write(source) as object),
    ...(linksOf && { _links: linksOf(source) }),
  });
  const shape = { ...view.schema.shape, tppMessages, ...(linksOf && { _links: linksSchema }) };
  const examples = [write(example)];
  const schema = z.strictObject(shape).meta({ ...view.schema.meta(), examples });
  return {
    one: { schema, write },
    list: {
      schema: z.array(schema).meta({ examples: [examples] }),
      write: (sources: readonly Source[]) => sources.map(write),
    },
    /** For an operation whose outcome has the resource in `field`. */
    ofOutcome: <Name extends string>(field: Name): RestAnswer<WriteOutcome<Name, Source>> => ({
      schema,
      write({ [field]: source, tppMessages }) {
        return source && withMessages(write(source), tppMessages);
      },
    }),
  };
}

export const customer = defineWireResource(
  customerView,
  {
    customerId: sample.ids.customer,
    ...customerOfBody(sample.customer),
    agreements: [
      { id: sample.ids.agreement, name: 'Private agreement', engagements: [sample.ids.engagement] },
    ],
    accounts: [sample.ids.account],
    cardAccounts: [sample.ids.card],
  },
  ({ customerId }) => customerLinks(customerId),
);

const [sampleBalance] = sample.account.balances;
export const account = defineWireResource(
  accountView,
  {
    resourceId: sample.ids.account,
    ...storedFields(accountDetails, sample.account),
    customerNumber: sample.account.customerNumber,
    creditLine: '0.00',
    balanceType: sampleBalance.balanceType,
    balance: sampleBalance.balanceAmount.amount,
    kidAgreement: null,
  },
  ({ resourceId }) => accountLinks(resourceId),
);

export const cardAccount = defineWireResource(
  cardAccountView,
  {
    resourceId: sample.ids.card,
    ...storedFields(cardAccountDetails, sample.cardAccount),
    customerNumber: sample.cardAccount.customerNumber,
    creditLimit: sample.cardAccount.creditLimit.amount,
    balances: sample.cardAccount.balances,
  },
  ({ resourceId }) => cardAccountLinks(resourceId),
);

export const agreement = defineWireResource(agreementView, {
  id: sample.ids.agreement,
  owner: sample.agreement.owner,
  name: sample.agreement.name,
  engagements: [sample.ids.engagement],
});

export const engagement = defineWireResource(
  engagementView,
  {
    engagementId: sample.ids.engagement,
    agreementId: sample.ids.agreement,
    customer: sample.engagement.customer,
    bban: sample.engagement.account.bban,
    iban: null,
    roles: sample.engagement.roles,
  },
  ({ agreementId, engagementId }) => engagementLinks(agreementId, engagementId),
);

const { bban, iban, currency } = accountView.schema.shape;
const accountReference = viewOf<Account>()(z.strictObject({ bban, iban, currency }), noDerivedFields);
/** The sandbox has no pending transactions. */
const pendingSchema = z.array(z.string()).max(0);

export const accountTransactions = defineAnswer(
  z
    .strictObject({
      account: accountReference.schema,
      transactions: z.strictObject({
        booked: z.array(accountEntryView.schema),
        pending: pendingSchema,
      }),
      tppMessages,
    })
    .meta({
      id: 'SandboxAccountTransactions',
      examples: [
        {
          account: { bban: sample.account.bban, iban: sample.account.iban, currency: 'NOK' },
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
    }),
  ({ account, entries, page }: AccountTransactions) => {
    const { items, tppMessages } = cutAtLimit(entries, page);
    const transactions = { booked: items.map(accountEntryView.write), pending: [] };
    return withMessages({ account: accountReference.write(account), transactions }, tppMessages);
  },
);

const cardAmount = z.strictObject({ currency: z.string(), amount: z.int32() }).meta({
  // The amounts in requests have the id CardAmount, and two schemas cannot share an id.
  id: 'WrittenCardAmount',
  description: 'An amount of a card transaction: a whole number.',
});

/** Responses omit the other fields of a card transaction. */
const cardTransactionFields = z.strictObject({
  cardTransactionId: z.string(),
  bookingDate: isoDate,
  transactionDate: isoDate,
  transactionAmount: cardAmount,
  originalAmount: cardAmount,
  merchantCategoryCode: z.string(),
});

const cardTransactionView = viewOf<Pick<CardTransaction, keyof typeof cardTransactionFields.shape>>()(
  cardTransactionFields,
  noDerivedFields,
);

const cardTransactionsSchema = z
  .strictObject({
    cardAccount: z.strictObject({ maskedPan: z.string() }),
    cardTransactions: z.strictObject({
      booked: z.array(cardTransactionView.schema),
      pending: pendingSchema,
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
          booked: [cardTransactionView.write(sample.cardTransaction)],
          pending: [],
        },
      },
    ],
  });

function cardTransactionsBody(
  { maskedPan }: CardTransactions['cardAccount'],
  booked: readonly ReturnType<typeof cardTransactionView.write>[],
  tppMessages: readonly TppMessage[],
) {
  return withMessages({ cardAccount: { maskedPan }, cardTransactions: { booked, pending: [] } }, tppMessages);
}

export const cardTransactions = defineAnswer(
  cardTransactionsSchema,
  ({ cardAccount, transactions, page }: CardTransactionPage) => {
    const { items: records, tppMessages } = cutAtLimit(transactions, page);
    const booked = records.map(({ item }) => cardTransactionView.write(item));
    return cardTransactionsBody(cardAccount, booked, tppMessages);
  },
);

export const createdCardTransactions = defineAnswer(
  cardTransactionsSchema,
  ({ cardAccount, items, tppMessages }: CardTransactions) =>
    cardTransactionsBody(cardAccount, items.map(cardTransactionView.write), tppMessages),
);

/** If there are more transactions than the limit, a warning says how to read the rest. */
function cutAtLimit<Item>(transactions: readonly Item[], { offset = 0 }: { readonly offset?: number }) {
  if (transactions.length <= transactionsAtMost) return { items: transactions, tppMessages: [] };
  const nextOffset = offset + transactionsAtMost;
  const text = `a response holds at most ${transactionsAtMost} transactions, and there are more; set offset=${nextOffset} to read them`;
  return { items: transactions.slice(0, transactionsAtMost), tppMessages: [warning('limit', text)] };
}
