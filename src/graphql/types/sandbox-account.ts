/** Accounts of the sandbox with what executed payments did on them (contract 8). */
import { currencyCode } from '../../domain/fields/shared.ts';
import { accountBody, kidAgreement } from '../../domain/sandbox/account.ts';
import { accountLinks } from '../../domain/sandbox/links.ts';
import { createSandboxAccount } from '../../operations/sandbox/accounts/create-sandbox-account.ts';
import { getSandboxAccount } from '../../operations/sandbox/accounts/get-sandbox-account.ts';
import { listSandboxAccounts } from '../../operations/sandbox/accounts/list-sandbox-accounts.ts';
import type { AccountRecord } from '../../operations/sandbox/ports.ts';
import type { Builder } from '../builder.ts';
import { callOf, write } from '../context.ts';
import { limitOf, partArguments } from '../list-parts.ts';
import { payload, refusedAs } from '../payload.ts';
import { payloadType } from '../payload-type.ts';
import { accountInput, type RawInput, readInput } from '../sandbox-inputs.ts';
import { accountTransactionsField } from './sandbox-account-transactions.ts';
import type { AccountRef, SandboxParts } from './sandbox-parts.ts';

export function accountTypes(builder: Builder, parts: SandboxParts): AccountRef {
  const account = accountType(builder, parts);
  accountTransactionsField(builder, parts, account);
  accountQueries(builder, account);
  const input = builder.inputType('CreateSandboxAccountInput', {
    description: 'An account to open.',
    fields: parts.mapper.inputFields(accountBody.shape),
  });
  builder.mutationField('createSandboxAccount', (t) =>
    t.field({
      type: payloadType<AccountRecord>(builder, parts.common, {
        mutation: 'createSandboxAccount',
        field: 'account',
        type: account,
        description: 'The account; null when it was refused.',
      }),
      nullable: false,
      description: 'Opens an account for a customer of the sandbox.',
      args: { input: t.arg({ type: input, required: true, description: 'The account.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const key = String(info.path.key);
          const made = await write(context, key, createSandboxAccount, callOf(context), () =>
            readInput(accountInput, args.input as RawInput),
          );
          const { account: resource, tppMessages } = made;
          return { resource, tppMessages, links: { self: accountLinks(resource.resourceId).self } };
        }),
    }),
  );
  return account;
}

function accountType(builder: Builder, { mapper, common, balance }: SandboxParts): AccountRef {
  return builder.node(builder.objectRef<AccountRecord>('SandboxAccount'), {
    description: 'An account of the sandbox.',
    id: { resolve: (record) => record.resourceId, description: 'Global id (Relay).' },
    loadOne: (resourceId, context) =>
      refusedAs(null, () => context.performer.read(getSandboxAccount, callOf(context), { resourceId })),
    fields: (t) => ({
      resourceId: t.exposeString('resourceId', {
        nullable: false,
        description: 'Its identifier, as in REST.',
      }),
      customerNumber: t.exposeString('customerNumber', {
        nullable: true,
        description: 'Whose it is; null where the bank holds it for no customer.',
      }),
      accountName: t.exposeString('accountName', { nullable: false, description: 'Its name.' }),
      bban: t.exposeString('bban', { nullable: true, description: 'Account number in national form.' }),
      iban: t.exposeString('iban', { nullable: true, description: 'ISO 13616 account number.' }),
      currency: t.field({
        type: mapper.enumOf(currencyCode),
        nullable: false,
        description: 'Currency of the account.',
        resolve: (record) => record.currency,
      }),
      product: t.exposeString('product', { nullable: true, description: 'Name of the account product.' }),
      cashAccountType: t.exposeString('cashAccountType', {
        nullable: true,
        description: 'Type of the account.',
      }),
      creditLine: t.exposeString('creditLine', {
        nullable: false,
        description: 'Credit on top of the balance, in the currency of the account.',
      }),
      balances: t.field({
        type: [balance],
        nullable: { list: false, items: false },
        description: 'The balance: an account holds one sum.',
        resolve: ({ balanceType, balance: amount, currency }) => [
          { balanceType, balanceAmount: { amount, currency } },
        ],
      }),
      kidAgreement: t.field({
        type: mapper.objectOf(kidAgreement),
        nullable: true,
        description: 'What the creditor has agreed on KIDs; null where there is no agreement.',
        resolve: (record) => record.kidAgreement,
      }),
      links: t.field({
        type: common.links,
        nullable: false,
        description: 'Links of the account.',
        resolve: (record) => ({ self: accountLinks(record.resourceId).self }),
      }),
    }),
  });
}

function accountQueries(builder: Builder, account: AccountRef): void {
  builder.queryField('sandboxAccount', (t) =>
    t.field({
      type: account,
      nullable: true,
      description: 'An account of the sandbox; RESOURCE_UNKNOWN when there is none with this id.',
      args: { resourceId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, { resourceId }, context) =>
        context.performer.read(getSandboxAccount, callOf(context), { resourceId }),
    }),
  );
  builder.queryField('sandboxAccounts', (t) =>
    t.field({
      type: [account],
      nullable: { list: false, items: false },
      description: 'All accounts of the sandbox, oldest first.',
      args: partArguments(t),
      resolve: (_, part, context) =>
        context.performer.read(listSandboxAccounts, callOf(context), limitOf(part)),
    }),
  );
}
