/** Card accounts of the sandbox with their transactions. */
import { cardAccountBody, cardAccountView } from '../../../../domain/sandbox/card-account.ts';
import { cardAccountLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxCardAccount } from '../../../../operations/sandbox/cards/create-sandbox-card-account.ts';
import { getSandboxCardAccount } from '../../../../operations/sandbox/cards/get-sandbox-card-account.ts';
import { listSandboxCardAccounts } from '../../../../operations/sandbox/cards/list-sandbox-card-accounts.ts';
import type { SchemaParts } from '../../parts.ts';
import { inputAsBody } from '../../rest-body.ts';
import { sandboxResource } from './resource.ts';
import type { CardAccountRef } from './shared.ts';
import { cardTransactionTypes } from './transactions.ts';

export function cardAccountTypes(parts: SchemaParts): CardAccountRef {
  const cardAccount = sandboxResource(parts, {
    view: cardAccountView,
    idField: 'resourceId',
    payloadField: 'cardAccount',
    words: {
      article: 'A',
      noun: 'card account',
      creation: 'Opens a card account for a customer of the sandbox.',
      input: 'The card account to open.',
    },
    links: cardAccountLinks,
    get: getSandboxCardAccount,
    list: listSandboxCardAccounts,
    store: 'cards',
    create: createSandboxCardAccount,
    body: inputAsBody(cardAccountBody),
    inputFields: parts.mapper.inputFields(cardAccountBody.shape),
  });
  cardTransactionTypes(parts, cardAccount);
  return cardAccount;
}
