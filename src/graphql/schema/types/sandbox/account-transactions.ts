/** `SandboxAccount.transactions`: the transactions that executed payments made on an account. */

import {
  type AccountEntry,
  accountEntryView,
  transactionIdOf,
} from '../../../../domain/sandbox/account-entry.ts';
import { countedPerListAtMost } from '../../../../operations/ports/page.ts';
import type { AccountRecord, EntryKey } from '../../../../operations/sandbox/ports.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { noRolePolicy } from '../../../read-policy.ts';
import { connectionOptions } from '../../connections.ts';
import { pageCost } from '../../costs.ts';
import { connectionOf, cursorPart, cursorsBy } from '../../pages.ts';
import type { SchemaParts } from '../../parts.ts';
import { type AccountRef, dayArguments } from './shared.ts';

const cursors = cursorsBy<AccountEntry, EntryKey>(
  [cursorPart.day, cursorPart.id, cursorPart.position],
  ({ bookingDate, postingId, position }) => [bookingDate, postingId, position],
  (bookingDate = '', postingId = '', position = '') => ({
    bookingDate,
    postingId,
    position: Number(position),
  }),
);

export function accountTransactionsField(parts: SchemaParts, account: AccountRef): void {
  const transaction = transactionType(parts);
  parts.builder.objectField(account, 'transactions', (t) =>
    t.connection(
      {
        type: transaction,
        complexity: pageCost,
        description: 'Transactions of the account, newest first.',
        args: dayArguments(t),
        extensions: databaseRead('SandboxAccount.transactions'),
        resolve: (record, { fromDate = null, toDate = null, ...args }, { call }) => {
          const { resourceId } = record as AccountRecord;
          const range = { fromDate, toDate };
          return connectionOf(
            args,
            cursors,
            (page) => call.loaders.transactionsOfAccount.load(resourceId, { range, page }),
            () => call.loaders.transactionCountOfAccount.load(resourceId, { range }),
          );
        },
      },
      ...connectionOptions(
        'AccountTransaction',
        'A transaction',
        'transactions of an account',
        countedPerListAtMost,
      ),
    ),
  );
}

function transactionType({ builder, mapper }: SchemaParts) {
  return builder.node(builder.objectRef<AccountEntry>('AccountTransaction'), {
    description: 'A transaction on an account, made by an executed payment.',
    id: { resolve: transactionIdOf, description: 'Global id, which `node` takes.' },
    loadOne: async (id, { call }) => {
      const [, postingId = '', position = ''] = /^([0-9a-f-]{36})-(\d{1,9})$/.exec(id) ?? [];
      if (postingId === '') return null;
      return call.readStores(noRolePolicy, ({ stores }) =>
        stores.sandbox.accounts.entry(postingId, Number(position)),
      );
    },
    fields: mapper.viewFields(accountEntryView),
  });
}
