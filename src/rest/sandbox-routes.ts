import { accountBalancesBody, accountBody } from '../domain/sandbox/account.ts';
import { agreementBody, engagementBody } from '../domain/sandbox/agreement.ts';
import { customerBody } from '../domain/sandbox/customer.ts';
import { createSandboxAccount } from '../operations/sandbox/accounts/create-sandbox-account.ts';
import { deleteSandboxAccount } from '../operations/sandbox/accounts/delete-sandbox-account.ts';
import { getSandboxAccount } from '../operations/sandbox/accounts/get-sandbox-account.ts';
import { getSandboxAccountTransactions } from '../operations/sandbox/accounts/get-sandbox-account-transactions.ts';
import { listSandboxAccounts } from '../operations/sandbox/accounts/list-sandbox-accounts.ts';
import { createSandboxAgreement } from '../operations/sandbox/agreements/create-sandbox-agreement.ts';
import { createSandboxEngagement } from '../operations/sandbox/agreements/create-sandbox-engagement.ts';
import { deleteSandboxEngagement } from '../operations/sandbox/agreements/delete-sandbox-engagement.ts';
import { getSandboxEngagement } from '../operations/sandbox/agreements/get-sandbox-engagement.ts';
import { listSandboxAgreements } from '../operations/sandbox/agreements/list-sandbox-agreements.ts';
import { createSandboxCustomer } from '../operations/sandbox/customers/create-sandbox-customer.ts';
import { deleteSandboxCustomer } from '../operations/sandbox/customers/delete-sandbox-customer.ts';
import { getSandboxCustomer } from '../operations/sandbox/customers/get-sandbox-customer.ts';
import { listSandboxCustomers } from '../operations/sandbox/customers/list-sandbox-customers.ts';
import { initialiseSandbox } from '../operations/sandbox/initialise-sandbox.ts';
import { setSandboxBalances } from '../operations/sandbox/set-sandbox-balances.ts';
import {
  defineDeletionRoute,
  defineReadRoute,
  defineRouteWithoutBody,
  defineWriteRoute,
} from './define-routes.ts';
import {
  bodyAndWarnings,
  defineListRoute,
  rangeAndPage,
  rangeParameters,
  sandboxPath,
} from './define-sandbox-routes.ts';
import type { AnyRoute, RouteRequest } from './route.ts';
import { sandboxCardRoutes } from './sandbox-card-routes.ts';
import * as wire from './wire/sandbox.ts';
import * as sample from './wire/sandbox-examples.ts';

const readAccountId = (request: RouteRequest) => ({
  resourceId: request.readPathParameter('mockAccountId', 'resourceId'),
});
const readCustomerId = (request: RouteRequest) => ({ customerId: request.readPathParameter('customerId') });
const readEngagementIds = (request: RouteRequest) => ({
  agreementId: request.readPathParameter('mockAgreementId', 'agreementId'),
  engagementId: request.readPathParameter('engagementId'),
});

const customerRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${sandboxPath}/customers`,
    summary: 'Create a customer',
    description:
      'A PSU for your tests, who logs in with the customer number. A private customer gets an agreement automatically. For a company, you create the agreements.',
    operation: createSandboxCustomer,
    schema: customerBody,
    example: sample.customer,
    input: bodyAndWarnings,
    answer: wire.customer.ofOutcome('customer'),
  }),
  defineListRoute({
    path: `${sandboxPath}/customers`,
    summary: 'Customers of the sandbox',
    description: 'All customers of your TPP. The sandbox starts with those of docs/test-data.md.',
    operation: listSandboxCustomers,
    answer: wire.customer.list,
  }),
  defineReadRoute({
    path: `${sandboxPath}/customers/:customerId`,
    summary: 'One customer',
    description: 'The customer with the ids of its agreements, accounts and card accounts.',
    operation: getSandboxCustomer,
    input: readCustomerId,
    answer: wire.customer.one,
  }),
  defineDeletionRoute({
    path: `${sandboxPath}/customers/:customerId`,
    summary: 'Delete a customer with all accounts and cards',
    description: 'Payments from the accounts stay.',
    operation: deleteSandboxCustomer,
    input: readCustomerId,
  }),
];

const accountRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${sandboxPath}/accounts`,
    summary: 'Open an account',
    description:
      'The customer must exist. With a kidAgreement, the bank checks the KID of each payment to the account.',
    operation: createSandboxAccount,
    schema: accountBody,
    example: sample.account,
    input: bodyAndWarnings,
    answer: wire.account.ofOutcome('account'),
  }),
  defineListRoute({
    path: `${sandboxPath}/accounts`,
    summary: 'Accounts of the sandbox',
    description:
      'All accounts of your TPP: those of its customers, and those of creditors, which belong to no customer.',
    operation: listSandboxAccounts,
    answer: wire.account.list,
  }),
  defineReadRoute({
    path: `${sandboxPath}/accounts/:mockAccountId`,
    summary: 'One account with its balance',
    description: 'The balance follows from the initial balance and all transactions.',
    operation: getSandboxAccount,
    input: readAccountId,
    answer: wire.account.one,
  }),
  defineDeletionRoute({
    path: `${sandboxPath}/accounts/:mockAccountId`,
    summary: 'Delete an account',
    description: 'Payments from the account stay.',
    operation: deleteSandboxAccount,
    input: readAccountId,
  }),
  defineWriteRoute('PUT', {
    path: `${sandboxPath}/accounts/:mockAccountId/balances`,
    summary: 'Set the balance of an account',
    description: 'Replaces the balance, for example to test a payment without funds.',
    operation: setSandboxBalances,
    schema: accountBalancesBody,
    example: sample.newBalances,
    input: ({ balances }, request) => ({
      ...readAccountId(request),
      accountKind: 'ACCOUNT' as const,
      balances,
      warnings: request.warnings,
    }),
    answer: wire.account.ofOutcome('account'),
  }),
  defineReadRoute({
    path: `${sandboxPath}/accounts/:mockAccountId/transactions`,
    summary: 'Transactions of an account',
    description: 'The transactions of executed payments, newest booking first.',
    operation: getSandboxAccountTransactions,
    query: rangeParameters,
    input: (request) => ({ ...readAccountId(request), ...rangeAndPage(request.query) }),
    answer: wire.accountTransactions,
  }),
];

const agreementRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${sandboxPath}/agreements`,
    summary: 'Create an agreement of a corporate customer',
    description: 'It says who may sign for which accounts of the company. Its id can be a PSU-Corporate-ID.',
    operation: createSandboxAgreement,
    schema: agreementBody,
    example: sample.agreement,
    input: bodyAndWarnings,
    answer: wire.agreement.ofOutcome('agreement'),
  }),
  defineListRoute({
    path: `${sandboxPath}/agreements`,
    summary: 'Agreements of the sandbox',
    description:
      'All agreements of your TPP, of private and corporate customers. Each has the ids of its engagements.',
    operation: listSandboxAgreements,
    answer: wire.agreement.list,
  }),
  defineWriteRoute('POST', {
    path: `${sandboxPath}/agreements/:mockAgreementId/engagements`,
    summary: 'Allow a PSU to act on an account',
    description:
      'Adds an engagement to an agreement. The role REGISTER lets the PSU approve payments from the account.',
    operation: createSandboxEngagement,
    schema: engagementBody,
    example: sample.engagement,
    input: (body, request) => ({
      agreementId: request.readPathParameter('mockAgreementId', 'agreementId'),
      body,
      warnings: request.warnings,
    }),
    answer: wire.engagement.ofOutcome('engagement'),
  }),
  defineReadRoute({
    path: `${sandboxPath}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'One engagement',
    description: 'A PSU, an account and the roles of the PSU.',
    operation: getSandboxEngagement,
    input: readEngagementIds,
    answer: wire.engagement.one,
  }),
  defineDeletionRoute({
    path: `${sandboxPath}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'End an engagement',
    description: 'The PSU can no longer act on the account.',
    operation: deleteSandboxEngagement,
    input: readEngagementIds,
  }),
];

const allRoutes: readonly AnyRoute[] = [
  ...customerRoutes,
  ...accountRoutes,
  ...sandboxCardRoutes,
  ...agreementRoutes,
  defineRouteWithoutBody('POST', 200, {
    path: `${sandboxPath}/initialize`,
    summary: 'Reset the sandbox to the data that it started with',
    description:
      'Deletes the customers, accounts, cards and agreements of your TPP and restores those of docs/test-data.md, or of the seed. Payments stay.',
    operation: initialiseSandbox,
    input: () => undefined,
    answer: wire.customer.list,
  }),
];

export const sandboxRoutes = allRoutes.map((route): AnyRoute => ({ ...route, sandbox: true }));
