import { cardAccountBody, cardBalancesBody } from '../domain/sandbox/card-account.ts';
import { cardTransactionList } from '../domain/sandbox/card-transaction.ts';
import { createSandboxCardAccount } from '../operations/sandbox/cards/create-sandbox-card-account.ts';
import { createSandboxCardTransactions } from '../operations/sandbox/cards/create-sandbox-card-transactions.ts';
import { deleteSandboxCardAccount } from '../operations/sandbox/cards/delete-sandbox-card-account.ts';
import { getSandboxCardAccount } from '../operations/sandbox/cards/get-sandbox-card-account.ts';
import { getSandboxCardTransactions } from '../operations/sandbox/cards/get-sandbox-card-transactions.ts';
import { listSandboxCardAccounts } from '../operations/sandbox/cards/list-sandbox-card-accounts.ts';
import { setSandboxBalances } from '../operations/sandbox/set-sandbox-balances.ts';
import { defineDeletionRoute, defineReadRoute, defineWriteRoute } from './define-routes.ts';
import {
  bodyAndWarnings,
  cardTransactionParameters,
  defineListRoute,
  type ListQuery,
  rangeAndPage,
  sandboxPath,
} from './define-sandbox-routes.ts';
import type { AnyRoute, RouteRequest } from './route.ts';
import * as wire from './wire/sandbox.ts';
import * as sample from './wire/sandbox-examples.ts';

const readCardAccountId = (request: RouteRequest) => ({
  resourceId: request.readPathParameter('mockCardAccountId', 'resourceId'),
});

export const sandboxCardRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${sandboxPath}/card-accounts`,
    summary: 'Open a card account',
    description:
      'The customer must exist. The masked number of the card can be the debtor account of instant payments.',
    operation: createSandboxCardAccount,
    schema: cardAccountBody,
    example: sample.cardAccount,
    input: bodyAndWarnings,
    answer: wire.cardAccount.ofOutcome('cardAccount'),
  }),
  defineListRoute({
    path: `${sandboxPath}/card-accounts`,
    summary: 'Card accounts of the sandbox',
    description: 'All card accounts of your TPP, without their transactions.',
    operation: listSandboxCardAccounts,
    answer: wire.cardAccount.list,
  }),
  defineReadRoute({
    path: `${sandboxPath}/card-accounts/:mockCardAccountId`,
    summary: 'One card account',
    description: 'The card account with its balances and credit limit.',
    operation: getSandboxCardAccount,
    input: readCardAccountId,
    answer: wire.cardAccount.one,
  }),
  defineDeletionRoute({
    path: `${sandboxPath}/card-accounts/:mockCardAccountId`,
    summary: 'Delete a card account with its transactions',
    description: 'Payments from the card account stay.',
    operation: deleteSandboxCardAccount,
    input: readCardAccountId,
  }),
  defineWriteRoute('PUT', {
    path: `${sandboxPath}/card-accounts/:mockCardAccountId/balances`,
    summary: 'Set the balances of a card account',
    description: 'Replaces all balances.',
    operation: setSandboxBalances,
    schema: cardBalancesBody,
    example: sample.newBalances,
    input: ({ balances }, request) => ({
      ...readCardAccountId(request),
      accountKind: 'CARD_ACCOUNT' as const,
      balances,
      warnings: request.warnings,
    }),
    answer: wire.cardAccount.ofOutcome('cardAccount'),
  }),
  defineWriteRoute('POST', {
    path: `${sandboxPath}/card-accounts/:mockCardAccountId/transactions`,
    summary: 'Store card transactions',
    description:
      'Stores all transactions of the list or none. No date may be after today by the clock of the sandbox (docs/cards.md). The response has only the transactions of this request.',
    operation: createSandboxCardTransactions,
    schema: cardTransactionList,
    example: [sample.cardTransaction],
    input: (items, request) => ({ ...readCardAccountId(request), items, warnings: request.warnings }),
    answer: wire.createdCardTransactions,
  }),
  defineReadRoute({
    path: `${sandboxPath}/card-accounts/:mockCardAccountId/transactions`,
    summary: 'Read card transactions',
    description: 'Transactions that the operation above stored, newest booking first.',
    obeysAcceptFix: true,
    operation: getSandboxCardTransactions,
    query: cardTransactionParameters,
    input: (request) => {
      const query: ListQuery = request.query;
      return {
        ...readCardAccountId(request),
        ...rangeAndPage(query),
        // The query must have `bookingStatus`, so the default is only for the type.
        bookingStatus: query.bookingStatus ?? 'both',
        fixNames: request.fixNames,
      };
    },
    answer: wire.cardTransactions,
  }),
];
