import { accountBody, accountView } from '../../../../domain/sandbox/account.ts';
import {
  cardAccountBody,
  cardAccountView,
  cardBalancesBody,
} from '../../../../domain/sandbox/card-account.ts';
import { customerBody, customerView } from '../../../../domain/sandbox/customer.ts';
import { accountLinks, cardAccountLinks, customerLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxAccount } from '../../../../operations/sandbox/accounts/create-sandbox-account.ts';
import { deleteSandboxAccount } from '../../../../operations/sandbox/accounts/delete-sandbox-account.ts';
import { getSandboxAccount } from '../../../../operations/sandbox/accounts/get-sandbox-account.ts';
import { listSandboxAccounts } from '../../../../operations/sandbox/accounts/list-sandbox-accounts.ts';
import { createSandboxCardAccount } from '../../../../operations/sandbox/cards/create-sandbox-card-account.ts';
import { deleteSandboxCardAccount } from '../../../../operations/sandbox/cards/delete-sandbox-card-account.ts';
import { getSandboxCardAccount } from '../../../../operations/sandbox/cards/get-sandbox-card-account.ts';
import { listSandboxCardAccounts } from '../../../../operations/sandbox/cards/list-sandbox-card-accounts.ts';
import { createSandboxCustomer } from '../../../../operations/sandbox/customers/create-sandbox-customer.ts';
import { deleteSandboxCustomer } from '../../../../operations/sandbox/customers/delete-sandbox-customer.ts';
import { getSandboxCustomer } from '../../../../operations/sandbox/customers/get-sandbox-customer.ts';
import { listSandboxCustomers } from '../../../../operations/sandbox/customers/list-sandbox-customers.ts';
import { initialiseSandbox } from '../../../../operations/sandbox/initialise-sandbox.ts';
import {
  type SetBalancesOutcome,
  setSandboxBalances,
} from '../../../../operations/sandbox/set-sandbox-balances.ts';
import { databaseRead } from '../../../documents/reads.ts';
import { builder } from '../../builder.ts';
import { enumOf, inputFields } from '../../from-schema.ts';
import { itemsAtMost, listCost, offsetAndLimitOf, type PartArguments, partArguments } from '../../lists.ts';
import { emptyInput, linksField, type PayloadFields, readBody, sandboxMutation } from '../../mutation.ts';
import { addSandboxResource } from './resource.ts';

// REST accepts a customerType in upper and lower case; GraphQL has an enum. The input field `type` is an older name of `customerType`.
const customerType = enumOf(customerView.schema.shape.customerType);
export const customer = addSandboxResource({
  view: customerView,
  idField: 'customerId',
  payloadField: 'customer',
  deletionDescription: 'Deletes a customer with all agreements, accounts and card accounts.',
  excludedFields: ['accounts', 'cardAccounts', 'agreements'],
  links: customerLinks,
  get: getSandboxCustomer,
  list: listSandboxCustomers,
  store: 'customers',
  create: createSandboxCustomer,
  remove: deleteSandboxCustomer,
  body: customerBody,
  inputFields: (t) => ({
    type: t.field({ type: customerType, description: 'PRIVATE or CORPORATE.' }),
    customerType: t.field({ type: customerType, description: 'PRIVATE or CORPORATE.' }),
  }),
});

export const account = addSandboxResource({
  view: accountView,
  idField: 'resourceId',
  payloadField: 'account',
  deletionDescription: 'Deletes an account. Its balance goes back to the bank.',
  links: accountLinks,
  get: getSandboxAccount,
  list: listSandboxAccounts,
  store: 'accounts',
  create: createSandboxAccount,
  remove: deleteSandboxAccount,
  body: accountBody,
});

export const cardAccount = addSandboxResource({
  view: cardAccountView,
  idField: 'resourceId',
  payloadField: 'cardAccount',
  deletionDescription: 'Deletes a card account with its transactions.',
  links: cardAccountLinks,
  get: getSandboxCardAccount,
  list: listSandboxCardAccounts,
  store: 'cards',
  create: createSandboxCardAccount,
  remove: deleteSandboxCardAccount,
  body: cardAccountBody,
});

function addCustomerField(accountType: typeof account | typeof cardAccount, coordinate: string): void {
  builder.objectFields(accountType, (t) => ({
    customer: t.field({
      type: customer,
      nullable: true,
      extensions: databaseRead(coordinate),
      description: 'Owner of the account; null for accounts of the bank itself.',
      resolve: ({ customerId }, _args, { call }) =>
        customerId === null ? null : call.loaders.customer.load(customerId),
    }),
  }));
}

addCustomerField(account, 'SandboxAccount.customer');
addCustomerField(cardAccount, 'SandboxCardAccount.customer');

builder.objectFields(customer, (t) => {
  const args = partArguments(t);
  return {
    accounts: t.field({
      type: [account],
      complexity: listCost(2, itemsAtMost),
      description: 'The accounts of the customer, oldest first.',
      args,
      extensions: databaseRead('SandboxCustomer.accounts'),
      resolve: ({ accounts }, part, { call }) => loadExisting(accounts, part, call.loaders.account),
    }),
    cardAccounts: t.field({
      type: [cardAccount],
      complexity: listCost(2, itemsAtMost),
      description: 'The card accounts of the customer, oldest first.',
      args,
      extensions: databaseRead('SandboxCustomer.cardAccounts'),
      resolve: ({ cardAccounts }, part, { call }) =>
        loadExisting(cardAccounts, part, call.loaders.cardAccount),
    }),
  };
});

/** Omits accounts that no longer exist. */
async function loadExisting<Account>(
  ids: readonly string[],
  part: PartArguments,
  loader: { load(id: string): Promise<Account | null> },
): Promise<Account[]> {
  const { offset, limit } = offsetAndLimitOf(part);
  const accounts = await Promise.all(ids.slice(offset, offset + limit).map((id) => loader.load(id)));
  return accounts.filter((account) => account !== null);
}

sandboxMutation({
  name: 'setSandboxBalances',
  description: 'Sets the balance of an account or a card account.',
  input: (t) => ({
    resourceId: t.string({ required: true, description: 'The account or card account.' }),
    ...inputFields({
      balances: cardBalancesBody.shape.balances.meta({
        description: 'The balances. An account has one, and a card account at most 10.',
      }),
    })(t),
  }),
  isRestBody: true,
  payload: (t: PayloadFields<SetBalancesOutcome>) => ({
    account: t.field({
      type: account,
      nullable: true,
      description: 'The account, if the id names an account.',
      resolve: (source) => source.resource?.account ?? null,
    }),
    cardAccount: t.field({
      type: cardAccount,
      nullable: true,
      description: 'The card account, if the id names a card account.',
      resolve: (source) => source.resource?.cardAccount ?? null,
    }),
    links: linksField(t),
  }),
  act: async ({ resourceId, ...input }, write, call) => {
    const outcome = await write(setSandboxBalances, async () => {
      const { body, warnings } = await readBody(call, cardBalancesBody, input, { ids: { resourceId } });
      return { resourceId, accountKind: 'ANY' as const, balances: body.balances, warnings };
    });
    return { resource: outcome, tppMessages: outcome.tppMessages };
  },
});

sandboxMutation({
  name: 'initialiseSandbox',
  description: 'Resets the sandbox of the TPP to its seed: the default set, or the file of SANDBOX_SEED.',
  ...emptyInput,
  payload: { customers: [customer] },
  payloadCost: listCost(4),
  act: async (_, write) => ({ resource: await write(initialiseSandbox, () => undefined) }),
});
