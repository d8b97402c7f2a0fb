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
  base,
  bodyAndWarnings,
  defineListRoute,
  rangeAndPage,
  rangeParameters,
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
    path: `${base}/customers`,
    summary: 'Create a customer',
    operation: createSandboxCustomer,
    schema: customerBody,
    example: sample.customer,
    input: bodyAndWarnings,
    answer: wire.customer.ofOutcome('customer'),
  }),
  defineListRoute({
    path: `${base}/customers`,
    summary: 'Customers of the sandbox',
    operation: listSandboxCustomers,
    answer: wire.customer.list,
  }),
  defineReadRoute({
    path: `${base}/customers/:customerId`,
    summary: 'One customer',
    operation: getSandboxCustomer,
    input: readCustomerId,
    answer: wire.customer.one,
  }),
  defineDeletionRoute({
    path: `${base}/customers/:customerId`,
    summary: 'Delete a customer with all accounts and cards',
    operation: deleteSandboxCustomer,
    input: readCustomerId,
  }),
];

const accountRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${base}/accounts`,
    summary: 'Open an account',
    operation: createSandboxAccount,
    schema: accountBody,
    example: sample.account,
    input: bodyAndWarnings,
    answer: wire.account.ofOutcome('account'),
  }),
  defineListRoute({
    path: `${base}/accounts`,
    summary: 'Accounts of the sandbox',
    operation: listSandboxAccounts,
    answer: wire.account.list,
  }),
  defineReadRoute({
    path: `${base}/accounts/:mockAccountId`,
    summary: 'One account with its balance',
    operation: getSandboxAccount,
    input: readAccountId,
    answer: wire.account.one,
  }),
  defineDeletionRoute({
    path: `${base}/accounts/:mockAccountId`,
    summary: 'Delete an account',
    operation: deleteSandboxAccount,
    input: readAccountId,
  }),
  defineWriteRoute('PUT', {
    path: `${base}/accounts/:mockAccountId/balances`,
    summary: 'Set the balance of an account',
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
    path: `${base}/accounts/:mockAccountId/transactions`,
    summary: 'Transactions of an account',
    operation: getSandboxAccountTransactions,
    query: rangeParameters,
    input: (request) => ({ ...readAccountId(request), ...rangeAndPage(request.query) }),
    answer: wire.accountTransactions,
  }),
];

const agreementRoutes: readonly AnyRoute[] = [
  defineWriteRoute('POST', {
    path: `${base}/agreements`,
    summary: 'Create an agreement of a corporate customer',
    operation: createSandboxAgreement,
    schema: agreementBody,
    example: sample.agreement,
    input: bodyAndWarnings,
    answer: wire.agreement.ofOutcome('agreement'),
  }),
  defineListRoute({
    path: `${base}/agreements`,
    summary: 'Agreements of the sandbox',
    operation: listSandboxAgreements,
    answer: wire.agreement.list,
  }),
  defineWriteRoute('POST', {
    path: `${base}/agreements/:mockAgreementId/engagements`,
    summary: 'Allow a PSU to act on an account',
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
    path: `${base}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'One engagement',
    operation: getSandboxEngagement,
    input: readEngagementIds,
    answer: wire.engagement.one,
  }),
  defineDeletionRoute({
    path: `${base}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'End an engagement',
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
    path: `${base}/initialize`,
    summary: 'Reset the sandbox to the data that it started with',
    operation: initialiseSandbox,
    input: () => undefined,
    answer: wire.customer.list,
  }),
];

export const sandboxRoutes = allRoutes.map((route): AnyRoute => ({ ...route, sandbox: true }));
