/** Card accounts of the sandbox with their transactions. */
import { cardAccountBody, cardAccountView } from '../../../../domain/sandbox/card-account.ts';
import { cardAccountLinks } from '../../../../domain/sandbox/links.ts';
import { createSandboxCardAccount } from '../../../../operations/sandbox/cards/create-sandbox-card-account.ts';
import { getSandboxCardAccount } from '../../../../operations/sandbox/cards/get-sandbox-card-account.ts';
import { listSandboxCardAccounts } from '../../../../operations/sandbox/cards/list-sandbox-card-accounts.ts';
import { cardAccountInput } from '../../../input/sandbox-inputs.ts';
import type { Builder } from '../../builder.ts';
import { cardTransactionTypes } from './card-transactions.ts';
import { sandboxResource } from './resource.ts';
import type { CardAccountRef, SandboxParts } from './shared.ts';

export function cardAccountTypes(builder: Builder, parts: SandboxParts): CardAccountRef {
  const cardAccount = sandboxResource(builder, parts, {
    view: cardAccountView,
    key: 'resourceId',
    field: 'cardAccount',
    words: {
      article: 'A',
      noun: 'card account',
      making: 'Opens a card account for a customer of the sandbox.',
      toMake: 'A card account to open.',
    },
    links: cardAccountLinks,
    get: getSandboxCardAccount,
    list: listSandboxCardAccounts,
    create: createSandboxCardAccount,
    input: cardAccountInput,
    inputFields: parts.mapper.inputFields(cardAccountBody.shape),
  });
  cardTransactionTypes(builder, parts, cardAccount);
  return cardAccount;
}
