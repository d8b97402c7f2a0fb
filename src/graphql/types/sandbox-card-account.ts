/** Card accounts of the sandbox (contract 8). */
import { currencyCode } from '../../domain/fields/shared.ts';
import { cardAccountBody } from '../../domain/sandbox/card-account.ts';
import { cardAccountLinks } from '../../domain/sandbox/links.ts';
import { createSandboxCardAccount } from '../../operations/sandbox/cards/create-sandbox-card-account.ts';
import { getSandboxCardAccount } from '../../operations/sandbox/cards/get-sandbox-card-account.ts';
import { listSandboxCardAccounts } from '../../operations/sandbox/cards/list-sandbox-card-accounts.ts';
import type { CardAccountRecord } from '../../operations/sandbox/ports.ts';
import type { Builder } from '../builder.ts';
import { callOf, write } from '../context.ts';
import { limitOf, partArguments } from '../list-parts.ts';
import { payload, refusedAs } from '../payload.ts';
import { payloadType } from '../payload-type.ts';
import { cardAccountInput, type RawInput, readInput } from '../sandbox-inputs.ts';
import { cardTransactionTypes } from './sandbox-card-transactions.ts';
import type { CardAccountRef, SandboxParts } from './sandbox-parts.ts';

export function cardAccountTypes(builder: Builder, parts: SandboxParts): CardAccountRef {
  const cardAccount = cardAccountType(builder, parts);
  cardTransactionTypes(builder, parts, cardAccount);
  cardAccountQueries(builder, cardAccount);
  const input = builder.inputType('CreateSandboxCardAccountInput', {
    description: 'A card account to open.',
    fields: parts.mapper.inputFields(cardAccountBody.shape),
  });
  builder.mutationField('createSandboxCardAccount', (t) =>
    t.field({
      type: payloadType<CardAccountRecord>(builder, parts.common, {
        mutation: 'createSandboxCardAccount',
        field: 'cardAccount',
        type: cardAccount,
        description: 'The card account; null when it was refused.',
      }),
      nullable: false,
      description: 'Opens a card account for a customer of the sandbox.',
      args: { input: t.arg({ type: input, required: true, description: 'The card account.' }) },
      resolve: (_, args, context, info) =>
        payload(async () => {
          const key = String(info.path.key);
          const made = await write(context, key, createSandboxCardAccount, callOf(context), () =>
            readInput(cardAccountInput, args.input as RawInput),
          );
          const { cardAccount: resource, tppMessages } = made;
          return { resource, tppMessages, links: { self: cardAccountLinks(resource.resourceId).self } };
        }),
    }),
  );
  return cardAccount;
}

function cardAccountType(builder: Builder, { mapper, common, balance }: SandboxParts): CardAccountRef {
  return builder.node(builder.objectRef<CardAccountRecord>('SandboxCardAccount'), {
    description: 'A card account of the sandbox.',
    id: { resolve: (record) => record.resourceId, description: 'Global id (Relay).' },
    loadOne: (resourceId, context) =>
      refusedAs(null, () => context.performer.read(getSandboxCardAccount, callOf(context), { resourceId })),
    fields: (t) => ({
      resourceId: t.exposeString('resourceId', {
        nullable: false,
        description: 'Its identifier, as in REST.',
      }),
      customerNumber: t.exposeString('customerNumber', { nullable: false, description: 'Whose it is.' }),
      maskedPan: t.exposeString('maskedPan', {
        nullable: false,
        description: 'Number of the card with its middle digits hidden.',
      }),
      currency: t.field({
        type: mapper.enumOf(currencyCode),
        nullable: false,
        description: 'Currency of the card account.',
        resolve: (record) => record.currency,
      }),
      creditLimit: t.field({
        type: common.amount,
        nullable: true,
        description: 'Limit of the credit.',
        resolve: ({ creditLimit: amount, currency }) => (amount === null ? null : { amount, currency }),
      }),
      balances: t.field({
        type: [balance],
        nullable: { list: false, items: false },
        description: 'Balances as they were set.',
        resolve: (record) => [...record.balances],
      }),
      name: t.exposeString('name', { nullable: true, description: 'Name of the card account.' }),
      product: t.exposeString('product', { nullable: true, description: 'Name of the card product.' }),
      status: t.exposeString('status', { nullable: true, description: 'Status of the card account.' }),
      expiry: t.field({
        type: 'LocalDate',
        nullable: true,
        description: 'Last day of the card.',
        resolve: (record) => record.expiry,
      }),
      links: t.field({
        type: common.links,
        nullable: false,
        description: 'Links of the card account.',
        resolve: (record) => ({ self: cardAccountLinks(record.resourceId).self }),
      }),
    }),
  });
}

function cardAccountQueries(builder: Builder, cardAccount: CardAccountRef): void {
  builder.queryField('sandboxCardAccount', (t) =>
    t.field({
      type: cardAccount,
      nullable: true,
      description: 'A card account of the sandbox; RESOURCE_UNKNOWN when there is none with this id.',
      args: { resourceId: t.arg.string({ required: true, description: 'Its identifier.' }) },
      resolve: (_, { resourceId }, context) =>
        context.performer.read(getSandboxCardAccount, callOf(context), { resourceId }),
    }),
  );
  builder.queryField('sandboxCardAccounts', (t) =>
    t.field({
      type: [cardAccount],
      nullable: { list: false, items: false },
      description: 'All card accounts of the sandbox, oldest first.',
      args: partArguments(t),
      resolve: (_, part, context) =>
        context.performer.read(listSandboxCardAccounts, callOf(context), limitOf(part)),
    }),
  );
}
