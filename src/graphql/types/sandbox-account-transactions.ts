/** What executed payments did on an account of the sandbox: a Relay connection, newest first (contract 8). */
import type { ObjectRef } from '@pothos/core';
import type { EntryDetails } from '../../domain/bank/posting.ts';
import { remittance } from '../../domain/fields/shared.ts';
import { countedOfEachAtMost } from '../../operations/page.ts';
import { transactionIdOf } from '../../operations/sandbox/accounts/transaction-id.ts';
import type { AccountEntry, AccountRecord, EntryKey } from '../../operations/sandbox/ports.ts';
import { findAccountEntry } from '../../operations/sandbox/transaction-by-id.ts';
import type { Builder, Types } from '../builder.ts';
import { counted } from '../connections.ts';
import { callOf } from '../context.ts';
import { connectionOf, places, word } from '../pages.ts';
import { type AccountRef, dayRange, fromDateNote, type SandboxParts, toDateNote } from './sandbox-parts.ts';

const cursors = places<AccountEntry, EntryKey>(
  [word.day, word.id, word.position],
  ({ bookingDate, postingId, position }) => [bookingDate, postingId, position],
  (bookingDate = '', postingId = '', position = '') => ({
    bookingDate,
    postingId,
    position: Number(position),
  }),
);

export function accountTransactionsField(builder: Builder, parts: SandboxParts, account: AccountRef): void {
  const entry = entryType(builder, parts);
  builder.objectField(account, 'transactions', (t) =>
    t.connection(
      {
        type: entry,
        nullable: false,
        description: 'What executed payments did on the account, newest first.',
        args: {
          fromDate: t.arg({ type: 'LocalDate', description: fromDateNote }),
          toDate: t.arg({ type: 'LocalDate', description: toDateNote }),
        },
        resolve: (record, { fromDate, toDate, ...args }, context) => {
          const { resourceId } = record as AccountRecord;
          const range = dayRange({ fromDate, toDate });
          return connectionOf(
            args,
            cursors,
            (page) => context.loaders.entriesOfAccount.load({ resourceId, range, page }),
            () => context.loaders.countOfAccount.load({ resourceId, range }),
          );
        },
      },
      counted('AccountTransactionConnection', 'A page of transactions of an account.', countedOfEachAtMost),
      { name: 'AccountTransactionEdge', description: 'A transaction and its place in the list.' },
    ),
  );
}

function entryType(builder: Builder, parts: SandboxParts) {
  const entryRef = builder.node(builder.objectRef<AccountEntry>('AccountTransaction'), {
    description: 'What an executed payment did on an account.',
    id: { resolve: transactionIdOf, description: 'Global id (Relay).' },
    loadOne: async (id, context) => {
      const [, postingId = '', position = ''] = /^([0-9a-f-]{36})-(\d{1,9})$/.exec(id) ?? [];
      if (postingId === '') return null;
      const wanted = { postingId, position: Number(position) };
      return context.performer.read(findAccountEntry, callOf(context), wanted);
    },
    fields: (t) => ({
      transactionId: t.string({
        nullable: false,
        description: 'Identifier that stays the same.',
        resolve: transactionIdOf,
      }),
      bookingDate: t.field({
        type: 'LocalDate',
        nullable: false,
        description: 'Day of the booking.',
        resolve: (entry) => entry.bookingDate,
      }),
      valueDate: t.field({
        type: 'LocalDate',
        nullable: false,
        description: 'Day from which it counts: that of the booking.',
        resolve: (entry) => entry.bookingDate,
      }),
      transactionAmount: t.field({
        type: parts.common.amount,
        nullable: false,
        description: 'How much; negative for money out.',
        resolve: ({ amount, currency }) => ({ amount, currency }),
      }),
      paymentId: t.exposeString('paymentId', { nullable: true, description: 'The payment.' }),
    }),
  });
  parties(builder, parts, entryRef);
  return entryRef;
}

/** Who paid whom, and what for. */
function parties(
  builder: Builder,
  { common, mapper }: SandboxParts,
  entry: ObjectRef<Types, AccountEntry>,
): void {
  const detailsOf = (source: unknown): EntryDetails => (source as AccountEntry).details;
  builder.objectFields(entry, (t) => ({
    debtorName: t.string({
      nullable: true,
      description: 'Who paid.',
      resolve: (e) => detailsOf(e).debtorName ?? null,
    }),
    debtorAccount: t.field({
      type: common.accountReference,
      nullable: true,
      description: 'The account that was charged.',
      resolve: (e) => detailsOf(e).debtorAccount ?? null,
    }),
    creditorName: t.string({
      nullable: true,
      description: 'Who was paid.',
      resolve: (e) => detailsOf(e).creditorName ?? null,
    }),
    creditorAccount: t.field({
      type: common.accountReference,
      nullable: true,
      description: 'The account that was paid to.',
      resolve: (e) => detailsOf(e).creditorAccount ?? null,
    }),
    endToEndIdentification: t.string({
      nullable: true,
      description: 'Reference that followed the payment.',
      resolve: (e) => detailsOf(e).endToEndIdentification ?? null,
    }),
    remittanceInformationUnstructured: t.string({
      nullable: true,
      description: 'Message to the creditor.',
      resolve: (e) => detailsOf(e).remittanceInformationUnstructured ?? null,
    }),
    remittanceInformationStructured: t.field({
      type: mapper.objectOf(remittance),
      nullable: true,
      description: 'Structured reference, such as a KID.',
      resolve: (e) => detailsOf(e).remittanceInformationStructured ?? null,
    }),
    remittanceInformationStructuredArray: t.field({
      type: [mapper.objectOf(remittance)],
      nullable: true,
      description: 'Structured references in their list form.',
      resolve: (e) => detailsOf(e).remittanceInformationStructuredArray ?? null,
    }),
  }));
}
