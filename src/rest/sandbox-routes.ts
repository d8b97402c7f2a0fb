/**
 * Rows of the REST table for the sandbox (specification 4.3; contract 2 and 8): customers, accounts, agreements, and
 * the way back to the default set. Card accounts have a file of their own.
 */
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
import { type AnyRoute, type RouteRequest, route } from './route.ts';
import { sandboxCardRoutes } from './sandbox-card-routes.ts';
import {
  base,
  listed,
  noBody,
  nothing,
  part,
  plain,
  rangeParameters,
  read,
  remove,
  withWarnings,
  write,
} from './sandbox-rows.ts';
import * as wire from './wire/sandbox.ts';
import * as sample from './wire/sandbox-examples.ts';
import * as schemas from './wire/sandbox-schemas.ts';

const account = (request: RouteRequest) => ({ resourceId: request.parameter('mockAccountId') });
const customer = (request: RouteRequest) => ({ customerId: request.parameter('customerId') });
const engagement = (request: RouteRequest) => ({
  agreementId: request.parameter('mockAgreementId'),
  engagementId: request.parameter('engagementId'),
});

const customerRoutes: readonly AnyRoute[] = [
  write('POST', {
    path: `${base}/customers`,
    summary: 'Make a customer',
    operation: createSandboxCustomer,
    schema: customerBody,
    example: sample.customer,
    input: withWarnings,
    render: (made) => wire.withMessages(wire.customer(made.customer), made.tppMessages),
    answer: schemas.customerSchema,
  }),
  listed({
    path: `${base}/customers`,
    summary: 'Customers of the sandbox',
    operation: listSandboxCustomers,
    render: wire.customer,
    answer: schemas.listOf(schemas.customerSchema),
  }),
  read({
    path: `${base}/customers/:customerId`,
    summary: 'One customer',
    operation: getSandboxCustomer,
    input: customer,
    render: wire.customer,
    answer: schemas.customerSchema,
  }),
  remove({
    path: `${base}/customers/:customerId`,
    summary: 'Delete a customer with accounts and cards',
    operation: deleteSandboxCustomer,
    input: customer,
  }),
];

const accountRoutes: readonly AnyRoute[] = [
  write('POST', {
    path: `${base}/accounts`,
    summary: 'Open an account',
    operation: createSandboxAccount,
    schema: accountBody,
    example: sample.account,
    input: withWarnings,
    render: (made) => wire.withMessages(wire.account(made.account), made.tppMessages),
    answer: schemas.accountSchema,
  }),
  listed({
    path: `${base}/accounts`,
    summary: 'Accounts of the sandbox',
    operation: listSandboxAccounts,
    render: wire.account,
    answer: schemas.listOf(schemas.accountSchema),
  }),
  read({
    path: `${base}/accounts/:mockAccountId`,
    summary: 'One account with its balance',
    operation: getSandboxAccount,
    input: account,
    render: wire.account,
    answer: schemas.accountSchema,
  }),
  remove({
    path: `${base}/accounts/:mockAccountId`,
    summary: 'Delete an account',
    operation: deleteSandboxAccount,
    input: account,
  }),
  write('PUT', {
    path: `${base}/accounts/:mockAccountId/balances`,
    summary: 'Set the balance of an account',
    operation: setSandboxBalances,
    schema: accountBalancesBody,
    example: sample.newBalances,
    input: ({ balances }, request) => ({
      ...account(request),
      of: 'ACCOUNT' as const,
      balances,
      warnings: request.warnings,
    }),
    render: (set) => set.account && wire.withMessages(wire.account(set.account), set.tppMessages),
    answer: schemas.accountSchema,
  }),
  route({
    ...noBody,
    method: 'GET',
    path: `${base}/accounts/:mockAccountId/transactions`,
    summary: 'What executed payments did on an account',
    operation: getSandboxAccountTransactions,
    query: rangeParameters,
    input: (request) => ({ ...account(request), ...part(request.query(rangeParameters)) }),
    success: 200,
    render: wire.accountTransactions,
    answers: { 200: schemas.accountTransactionsSchema },
  }),
];

const agreementRoutes: readonly AnyRoute[] = [
  write('POST', {
    path: `${base}/agreements`,
    summary: 'Make an agreement of a corporate customer',
    operation: createSandboxAgreement,
    schema: agreementBody,
    example: sample.agreement,
    input: withWarnings,
    render: (made) => wire.withMessages(wire.agreement(made.agreement), made.tppMessages),
    answer: schemas.agreementSchema,
  }),
  listed({
    path: `${base}/agreements`,
    summary: 'Agreements of the sandbox',
    operation: listSandboxAgreements,
    render: wire.agreement,
    answer: schemas.listOf(schemas.agreementSchema),
  }),
  write('POST', {
    path: `${base}/agreements/:mockAgreementId/engagements`,
    summary: 'Let a PSU act on an account',
    operation: createSandboxEngagement,
    schema: engagementBody,
    example: sample.engagement,
    input: (body, request) => ({
      agreementId: request.parameter('mockAgreementId'),
      body,
      warnings: request.warnings,
    }),
    render: (made) => wire.withMessages(wire.engagement(made.engagement), made.tppMessages),
    answer: schemas.engagementSchema,
  }),
  read({
    path: `${base}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'One engagement',
    operation: getSandboxEngagement,
    input: engagement,
    render: wire.engagement,
    answer: schemas.engagementSchema,
  }),
  remove({
    path: `${base}/agreements/:mockAgreementId/engagements/:engagementId`,
    summary: 'End an engagement',
    operation: deleteSandboxEngagement,
    input: engagement,
  }),
];

export const sandboxRoutes: readonly AnyRoute[] = [
  ...customerRoutes,
  ...accountRoutes,
  ...sandboxCardRoutes,
  ...agreementRoutes,
  plain('POST', 200, {
    path: `${base}/initialize`,
    summary: 'Set the sandbox back to the default set',
    operation: initialiseSandbox,
    input: nothing,
    render: (all) => all.map(wire.customer),
    answer: schemas.listOf(schemas.customerSchema),
  }),
];
