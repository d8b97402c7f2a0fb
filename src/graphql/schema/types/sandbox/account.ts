/** Accounts of the sandbox with their transactions. */
import { accountBody, accountView } from '../../../../domain/sandbox/account.ts';
import { accountLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxAccount } from '../../../../operations/sandbox/accounts/create-sandbox-account.ts';
import { getSandboxAccount } from '../../../../operations/sandbox/accounts/get-sandbox-account.ts';
import { listSandboxAccounts } from '../../../../operations/sandbox/accounts/list-sandbox-accounts.ts';
import type { SchemaParts } from '../../parts.ts';
import { inputAsBody } from '../../rest-body.ts';
import { sandboxResource } from './resource.ts';
import type { AccountRef } from './shared.ts';
import { accountTransactionsField } from './transactions.ts';

export function accountTypes(parts: SchemaParts): AccountRef {
  const account = sandboxResource(parts, {
    view: accountView,
    idField: 'resourceId',
    payloadField: 'account',
    words: {
      article: 'An',
      noun: 'account',
      creation: 'Opens an account for a customer of the sandbox.',
      input: 'The account to open.',
    },
    links: accountLinks,
    get: getSandboxAccount,
    list: listSandboxAccounts,
    store: 'accounts',
    create: createSandboxAccount,
    body: inputAsBody(accountBody),
    inputFields: parts.mapper.inputFields(accountBody.shape),
  });
  accountTransactionsField(parts, account);
  return account;
}
