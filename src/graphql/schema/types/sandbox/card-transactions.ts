/** Card transactions of the sandbox: the type, the list and the mutation that stores them. */
import type { z } from 'zod';
import { isObject } from '../../../../domain/fields/shared.ts';
import { requestedFixes } from '../../../../domain/headers.ts';
import { refuse } from '../../../../domain/refusal.ts';
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
import type {
  CardAccountRecord,
  CardTransactionKey,
  StoredCardTransaction,
} from '../../../../operations/sandbox/ports.ts';
import type { GraphQLCall } from '../../../call.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { noRolePolicy } from '../../../read-policy.ts';
import { connectionOptions } from '../../connections.ts';
import { listCost, pageCost } from '../../costs.ts';
import { mutation } from '../../mutation.ts';
import { connectionOf, cursorPart, cursorsBy } from '../../pages.ts';
import type { SchemaParts } from '../../parts.ts';
import { type RestBody, readBody } from '../../rest-body.ts';
import { type CardAccountRef, dayArguments } from './shared.ts';

const cursors = cursorsBy<StoredCardTransaction, CardTransactionKey>(
  [cursorPart.day, cursorPart.integer],
  ({ item, sequence }) => [item.bookingDate, sequence],
  (bookingDate = '', sequence = '') => ({ bookingDate, sequence: Number(sequence) }),
);

const transactionsBody: RestBody<z.infer<typeof cardTransactionList>> = {
  schema: cardTransactionList,
  bodyOf: ({ transactions }) =>
    Array.isArray(transactions) ? transactions.map(toRestTransaction) : transactions,
  rootPath: 'transactions',
  urlIds: ['resourceId'],
};

/** Writes `invoiced`, a Boolean here, as the string that REST has. */
function toRestTransaction(item: unknown): unknown {
  return isObject(item) && typeof item.invoiced === 'boolean'
    ? { ...item, invoiced: String(item.invoiced) }
    : item;
}

export function cardTransactionTypes(parts: SchemaParts, cardAccount: CardAccountRef): void {
  const type = cardTransactionType(parts);
  transactionsField(parts, cardAccount, type);
  mutation(parts, {
    name: 'createSandboxCardTransactions',
    description: 'Stores a list of card transactions. If one is refused, none is stored.',
    input: {
      description: 'Transactions of a card account.',
      fields: (t) => ({
        resourceId: t.string({ required: true, description: 'The card account.' }),
        ...parts.mapper.inputFields({ transactions: cardTransactionList })(t),
      }),
      argumentDescription: 'The transactions.',
      isRestBody: true,
    },
    payload: {
      field: 'cardTransactions',
      type: [type],
      complexity: listCost(100, 1_000),
      description: 'The stored transactions; null when the request was refused.',
    },
    act: async (input, write, call) => {
      const { resourceId } = input;
      const { items, tppMessages } = await write(createSandboxCardTransactions, async () => {
        const { body: items, warnings } = await readBody(call.workOwner, transactionsBody, input);
        return { resourceId, items, warnings };
      });
      return {
        resource: items.map((item) => ({ resourceId, item })),
        tppMessages,
        links: { self: cardAccountLinks(resourceId).self },
      };
    },
  });
}

interface TransactionOfAccount {
  /** The id of the card account. */
  readonly resourceId: string;
  readonly item: CardTransaction;
}

/** The values of x-accept-fix. One of them exchanges the two amounts of a card transaction. */
const fixNamesOf = (call: GraphQLCall) => requestedFixes(call.header('x-accept-fix'));

function cardTransactionType({ builder, mapper }: SchemaParts) {
  const { id: name, description } = cardTransaction.meta() ?? {};
  return builder.node(builder.objectRef<TransactionOfAccount>(String(name)), {
    ...(description ? { description } : {}),
    id: {
      resolve: ({ resourceId, item }) => `${resourceId}:${item.cardTransactionId}`,
      description: 'Global id, which `node` takes.',
    },
    loadOne: async (id, { call }) => {
      if (!isStorable(id)) return null;
      const [resourceId = '', ...idParts] = id.split(':');
      const transaction = await call.readStores(noRolePolicy, ({ stores, caller }) =>
        stores.sandbox.cards.transaction(caller.tppId, resourceId, idParts.join(':')),
      );
      if (transaction === null) return null;
      const [shownTransaction = transaction] = switchAmountsIfAsked(fixNamesOf(call), [transaction]);
      return { resourceId, item: shownTransaction.item };
    },
    fields: mapper.outputFields<TransactionOfAccount>(cardTransaction.shape, ({ item }) => item),
  });
}

function transactionsField(
  { builder, mapper }: SchemaParts,
  cardAccount: CardAccountRef,
  type: ReturnType<typeof cardTransactionType>,
): void {
  builder.objectField(cardAccount, 'transactions', (t) =>
    t.connection(
      {
        type,
        complexity: pageCost,
        description: 'Transactions of the card account, newest booking first.',
        extensions: databaseRead('SandboxCardAccount.transactions'),
        args: {
          bookingStatus: t.arg({
            type: mapper.enumOf(bookingStatus),
            description: 'Required, as in REST: QUERY_PARAMETER_REQUIRED without it.',
          }),
          ...dayArguments(t),
        },
        resolve: (record, { bookingStatus: status, fromDate = null, toDate = null, ...args }, { call }) => {
          const { resourceId } = record as CardAccountRecord;
          if (status == null) throw bookingStatusMissing();
          const range = { fromDate, toDate };
          const fixNames = fixNamesOf(call);
          const bookingStatus = status as BookingStatus;
          return connectionOf(
            args,
            cursors,
            async (page) => {
              const settings = { bookingStatus, range, page, fixNames };
              const transactions = await call.loaders.transactionsOfCard.load(resourceId, settings);
              return transactions.map((transaction) => ({ ...transaction, resourceId }));
            },
            () => call.loaders.transactionCountOfCard.load(resourceId, { bookingStatus, range }),
          );
        },
      },
      ...connectionOptions(
        'CardTransaction',
        'A card transaction',
        'card transactions',
        countedPerListAtMost,
      ),
    ),
  );
}

function bookingStatusMissing() {
  return refuse('QUERY_PARAMETER_REQUIRED', {
    path: 'bookingStatus',
    text: `bookingStatus is required: ${bookingStatus.options.join(', ')}`,
  });
}
