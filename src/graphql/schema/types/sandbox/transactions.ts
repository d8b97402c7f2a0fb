import { z } from 'zod';
import { requestedFixes } from '../../../../domain/accept-fix.ts';
import { isObject } from '../../../../domain/fields/shared.ts';
import type { Fault } from '../../../../domain/refusal.ts';
import {
  type AccountEntry,
  accountEntryView,
  transactionIdOf,
} from '../../../../domain/sandbox/account-entry.ts';
import {
  type CardTransaction,
  cardTransaction,
  cardTransactionList,
} from '../../../../domain/sandbox/card-transaction.ts';
import { cardAccountLinks } from '../../../../domain/sandbox/links.ts';
import { type BookingStatus, bookingStatus } from '../../../../domain/sandbox/transaction-lists.ts';
import { isStorable } from '../../../../domain/values/text.ts';
import { countedPerListAtMost } from '../../../../operations/ports/page.ts';
import { createSandboxCardTransactions } from '../../../../operations/sandbox/cards/create-sandbox-card-transactions.ts';
import { switchAmountsIfAsked } from '../../../../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import type { StoredCardTransaction } from '../../../../operations/sandbox/ports.ts';
import type { GraphQLCall } from '../../../call.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { faultIfMissing } from '../../../input-faults.ts';
import { noRolePolicy } from '../../../read-policy.ts';
import { builder, type FieldBuilder } from '../../builder.ts';
import { enumOf, inputFields, outputFields, viewFields } from '../../from-schema.ts';
import { connectionOf, connectionOptions, cursorPart, cursorsBy, listCost, pageCost } from '../../lists.ts';
import { readBody, sandboxMutation } from '../../mutation.ts';
import { account, cardAccount } from './sandbox.ts';

const dayArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  fromDate: t.arg({ type: 'LocalDate', description: 'First booking date to include.' }),
  toDate: t.arg({ type: 'LocalDate', description: 'Last booking date to include.' }),
});

const entryCursors = cursorsBy(
  z
    .tuple([cursorPart.day, cursorPart.id, cursorPart.position])
    .transform(([bookingDate, postingId, position]) => ({ bookingDate, postingId, position })),
  ({ bookingDate, postingId, position }: AccountEntry) => [bookingDate, postingId, position],
);

builder.objectFields(account, (t) => ({
  transactions: t.connection(
    {
      type: accountTransaction,
      complexity: pageCost,
      description: 'Transactions of the account, newest first.',
      args: dayArguments(t),
      extensions: databaseRead('SandboxAccount.transactions'),
      resolve: ({ resourceId }, { fromDate = null, toDate = null, ...args }, { call }) => {
        const range = { fromDate, toDate };
        return connectionOf(
          args,
          entryCursors,
          (page) => call.loaders.transactionsOfAccount.load(resourceId, { range, page }),
          () => call.loaders.transactionCountOfAccount.load(resourceId, range),
        );
      },
    },
    ...connectionOptions('AccountTransaction', countedPerListAtMost),
  ),
}));

const accountTransaction = builder.node(builder.objectRef<AccountEntry>('AccountTransaction'), {
  description: 'A transaction on an account, made by an executed payment.',
  id: { resolve: transactionIdOf },
  loadOne: async (id, { call }) => {
    const [, postingId = '', position = ''] = /^([0-9a-f-]{36})-(\d{1,9})$/.exec(id) ?? [];
    if (postingId === '') return null;
    return call.readStores(noRolePolicy, ({ stores }) =>
      stores.sandbox.accounts.entry(postingId, Number(position)),
    );
  },
  fields: viewFields(accountEntryView),
});

const cardCursors = cursorsBy(
  z
    .tuple([cursorPart.day, cursorPart.integer])
    .transform(([bookingDate, sequence]) => ({ bookingDate, sequence })),
  ({ item, sequence }: StoredCardTransaction) => [item.bookingDate, sequence],
);

interface TransactionOfAccount {
  readonly resourceId: string;
  readonly item: CardTransaction;
}

const fixNamesOf = (call: GraphQLCall) => requestedFixes(call.header('x-accept-fix'));

const { id: name = '', description = '' } = cardTransaction.meta() ?? {};
const cardTransactionType = builder.node(builder.objectRef<TransactionOfAccount>(name), {
  description,
  id: { resolve: ({ resourceId, item }) => `${resourceId}:${item.cardTransactionId}` },
  loadOne: async (id, { call }) => {
    if (!isStorable(id)) return null;
    // A cardTransactionId may contain colons.
    const [resourceId = '', ...idParts] = id.split(':');
    const transaction = await call.readStores(noRolePolicy, ({ stores, caller }) =>
      stores.sandbox.cards.transaction(caller.tppId, resourceId, idParts.join(':')),
    );
    if (transaction === null) return null;
    const [shownTransaction = transaction] = switchAmountsIfAsked(fixNamesOf(call), [transaction]);
    return { resourceId, item: shownTransaction.item };
  },
  fields: outputFields<TransactionOfAccount>(cardTransaction.shape, ({ item }) => item),
});

interface TransactionsInput {
  readonly resourceId: string;
  readonly transactions?: unknown;
}

/** `invoiced` is a string in REST. */
const toRestTransaction = (item: unknown): unknown =>
  isObject(item) && typeof item.invoiced === 'boolean' ? { ...item, invoiced: String(item.invoiced) } : item;

sandboxMutation({
  name: 'createSandboxCardTransactions',
  description: 'Stores a list of card transactions. If one is refused, none is stored.',
  input: (t) => ({
    resourceId: t.string({ required: true, description: 'The card account.' }),
    ...inputFields({ transactions: cardTransactionList })(t),
  }),
  isRestBody: true,
  listField: 'transactions',
  payload: { cardTransactions: [cardTransactionType] },
  payloadCost: listCost(100, 1_000),
  act: async ({ resourceId, transactions }: TransactionsInput, write, call) => {
    const { items, tppMessages } = await write(createSandboxCardTransactions, async () => {
      const list = Array.isArray(transactions) ? transactions.map(toRestTransaction) : transactions;
      const options = { ids: { resourceId }, rootPath: 'transactions' };
      const { body, warnings } = await readBody(call, cardTransactionList, list, options);
      return { resourceId, items: body, warnings };
    });
    return {
      resource: items.map((item) => ({ resourceId, item })),
      tppMessages,
      links: { self: cardAccountLinks(resourceId).self },
    };
  },
});

const statusMissing: Fault = {
  path: 'bookingStatus',
  text: `bookingStatus is required: ${bookingStatus.options.join(', ')}`,
  reason: 'QUERY_PARAMETER_REQUIRED',
};

builder.objectFields(cardAccount, (t) => ({
  transactions: t.connection(
    {
      type: cardTransactionType,
      complexity: pageCost,
      description: 'Transactions of the card account, newest booking first.',
      extensions: databaseRead('SandboxCardAccount.transactions'),
      args: {
        bookingStatus: t.arg({
          type: enumOf(bookingStatus),
          description: 'Required, as in REST: QUERY_PARAMETER_REQUIRED without it.',
          // Usually `connectionOf` below refuses the missing argument. If other input does not fit its type, no resolver runs, so the
          // refusal of that input adds this fault.
          extensions: faultIfMissing(statusMissing),
        }),
        ...dayArguments(t),
      },
      resolve: (
        { resourceId },
        { bookingStatus: status, fromDate = null, toDate = null, ...args },
        { call },
      ) => {
        const filter = { bookingStatus: status as BookingStatus, range: { fromDate, toDate } };
        const fixNames = fixNamesOf(call);
        return connectionOf(
          args,
          cardCursors,
          async (page) => {
            const settings = { ...filter, page, fixNames };
            const transactions = await call.loaders.transactionsOfCard.load(resourceId, settings);
            return transactions.map((transaction) => ({ ...transaction, resourceId }));
          },
          () => call.loaders.transactionCountOfCard.load(resourceId, filter),
          status == null ? [statusMissing] : [],
        );
      },
    },
    ...connectionOptions('CardTransaction', countedPerListAtMost),
  ),
}));
