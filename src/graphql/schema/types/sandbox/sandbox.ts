/** Types, queries and mutations of the sandbox. Outside a sandbox the schema does not contain them. */

import type { z } from 'zod';
import { cardBalancesBody } from '../../../../domain/sandbox/card-account.ts';
import { initialiseSandbox } from '../../../../operations/sandbox/initialise-sandbox.ts';
import {
  type SetBalancesOutcome,
  setSandboxBalances,
} from '../../../../operations/sandbox/set-sandbox-balances.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { itemsAtMost, listCost, offsetAndLimit, type PartArguments, partArguments } from '../../lists.ts';
import { emptyInput, linksField, mutation, type PayloadFields } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import { type RestBody, readBody } from '../../rest-body.ts';
import { accountTypes } from './account.ts';
import { agreementTypes } from './agreement.ts';
import { cardAccountTypes } from './card-account.ts';
import { type CustomerRef, customerTypes } from './customer.ts';
import { deleteMutations } from './deletes.ts';
import type { AccountRef, CardAccountRef } from './shared.ts';

export function sandboxTypes(parts: SchemaParts): void {
  const customer = customerTypes(parts);
  const refs = { account: accountTypes(parts), cardAccount: cardAccountTypes(parts) };
  customerField(parts, refs.account, customer, 'SandboxAccount.customer');
  customerField(parts, refs.cardAccount, customer, 'SandboxCardAccount.customer');
  accountFields(parts, customer, refs);
  agreementTypes(parts, customer);
  deleteMutations(parts);
  balancesMutation(parts, refs);
  initialiseMutation(parts, customer);
}

/** Adds the owner of an account. One read gets the owners of a list of accounts. */
function customerField(
  { builder }: SchemaParts,
  account: AccountRef | CardAccountRef,
  customer: CustomerRef,
  coordinate: string,
): void {
  builder.objectField(account, 'customer', (t) =>
    t.field({
      type: customer,
      nullable: true,
      extensions: databaseRead(coordinate),
      description: 'Owner of the account; null for accounts of the bank itself.',
      resolve: (record, _args, { call }) => {
        const { customerId } = record as { readonly customerId: string | null };
        return customerId === null ? null : call.loaders.customer.load(customerId);
      },
    }),
  );
}

/** Adds the accounts of a customer. One read gets the accounts of a list of customers. */
function accountFields({ builder }: SchemaParts, customer: CustomerRef, refs: AccountRefs): void {
  builder.objectFields(customer, (t) => {
    const args = partArguments(t);
    return {
      accounts: t.field({
        type: [refs.account],
        complexity: listCost(2, itemsAtMost),
        description: 'The accounts of the customer, oldest first.',
        args,
        extensions: databaseRead('SandboxCustomer.accounts'),
        resolve: ({ accounts }, part, { call }) => loadExisting(accounts, part, call.loaders.account),
      }),
      cardAccounts: t.field({
        type: [refs.cardAccount],
        complexity: listCost(2, itemsAtMost),
        description: 'The card accounts of the customer, oldest first.',
        args,
        extensions: databaseRead('SandboxCustomer.cardAccounts'),
        resolve: ({ cardAccounts }, part, { call }) =>
          loadExisting(cardAccounts, part, call.loaders.cardAccount),
      }),
    };
  });
}

/** Loads the accounts of these ids, without those that no longer exist. */
async function loadExisting<Account>(
  ids: readonly string[],
  part: PartArguments,
  loader: { load(id: string): Promise<Account | null> },
): Promise<Account[]> {
  const { offset, limit } = offsetAndLimit(part);
  const accounts = await Promise.all(ids.slice(offset, offset + limit).map((id) => loader.load(id)));
  return accounts.filter((account) => account !== null);
}

interface AccountRefs {
  readonly account: AccountRef;
  readonly cardAccount: CardAccountRef;
}

const balancesBody: RestBody<z.infer<typeof cardBalancesBody>> = {
  schema: cardBalancesBody,
  bodyOf: ({ balances }) => ({ balances }),
  rootPath: 'input',
  urlIds: ['resourceId'],
};

function balancesMutation(parts: SchemaParts, refs: AccountRefs): void {
  mutation(parts, {
    name: 'setSandboxBalances',
    description: 'Sets the balance of an account or a card account.',
    input: {
      description: 'New balances of an account or a card account.',
      fields: (t) => ({
        resourceId: t.string({ required: true, description: 'The account or card account.' }),
        ...parts.mapper.inputFields({
          balances: cardBalancesBody.shape.balances.meta({
            description: 'The balances. An account has one, and a card account at most 10.',
          }),
        })(t),
      }),
      argumentDescription: 'The balances.',
      isRestBody: true,
    },
    payload: (t: PayloadFields<SetBalancesOutcome>) => ({
      account: t.field({
        type: refs.account,
        nullable: true,
        description: 'The account, if the id names an account.',
        resolve: (source) => source.resource?.account ?? null,
      }),
      cardAccount: t.field({
        type: refs.cardAccount,
        nullable: true,
        description: 'The card account, if the id names a card account.',
        resolve: (source) => source.resource?.cardAccount ?? null,
      }),
      links: linksField(parts.common, t),
    }),
    act: async (input, write, { workOwner }) => {
      const outcome = await write(setSandboxBalances, async () => {
        const { body, warnings } = await readBody(workOwner, balancesBody, input);
        return {
          resourceId: input.resourceId,
          accountKind: 'ANY' as const,
          balances: body.balances,
          warnings,
        };
      });
      return { resource: outcome, tppMessages: outcome.tppMessages, links: {} };
    },
  });
}

function initialiseMutation(parts: SchemaParts, customer: CustomerRef): void {
  mutation(parts, {
    name: 'initialiseSandbox',
    description: 'Resets the sandbox of the TPP to its seed: the default set, or the file of SANDBOX_SEED.',
    input: emptyInput,
    payload: {
      field: 'customers',
      type: [customer],
      complexity: listCost(4),
      description: 'The customers of the seed; null when the request was refused.',
    },
    act: async (_, write) => {
      const customers = await write(initialiseSandbox, () => undefined);
      return { resource: customers, tppMessages: [], links: {} };
    },
  });
}
