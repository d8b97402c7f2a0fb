/** The operations and tests of each section of the specification, for docs/compliance.md. */

export interface SpecificationSection {
  readonly section: string;
  readonly title: string;
  /** As in docs/routes.md; empty if the section has no path. */
  readonly operations: readonly string[];
  /** Paths in the repository. */
  readonly tests: readonly string[];
}

const creations = ['createPayment'];
const payments = (name: string) => `test/payments/${name}.test.ts`;
const domain = (name: string) => `test/domain/${name}.test.ts`;
const security = (name: string) => `test/security/${name}.test.ts`;

const row = (
  section: string,
  title: string,
  operations: readonly string[],
  ...tests: readonly string[]
): SpecificationSection => ({ section, title, operations, tests });

export const specification: readonly SpecificationSection[] = [
  row(
    '1',
    'What the service does',
    [],
    'test/documents/first-payment.test.ts',
    'test/sandbox/production.test.ts',
    'test/parity/payments.test.ts',
  ),
  row(
    '2.1',
    'Shared types',
    creations,
    domain('values/money'),
    domain('values/accounts'),
    domain('fields/texts'),
    payments('fields'),
  ),
  row('2.2', 'Address', creations, payments('fields'), domain('fields/bodies')),
  row(
    '2.3',
    'Signing basket',
    ['createSigningBasket', 'getSigningBasket', 'deleteSigningBasket'],
    'test/baskets/baskets.test.ts',
  ),
  row('2.4', 'Payment creation response', creations, payments('fields'), 'test/rest/openapi.test.ts'),
  row('2.5', 'Currency codes', creations, domain('values/currencies'), payments('property')),
  row('2.6', 'Country codes', creations, domain('fields/bodies'), payments('property')),
  row(
    '2.7',
    'Sandbox customer',
    ['createSandboxCustomer', 'getSandboxCustomer', 'listSandboxCustomers', 'deleteSandboxCustomer'],
    'test/sandbox/customers.test.ts',
    'test/sandbox/agreements.test.ts',
  ),
  row(
    '2.8',
    'Sandbox card transaction',
    ['createSandboxCardTransactions'],
    'test/sandbox/card-transactions.test.ts',
    domain('sandbox/card-transaction'),
  ),
  row(
    '2.9',
    'Sandbox card account transaction list',
    ['getSandboxCardTransactions'],
    'test/sandbox/card-transactions.test.ts',
  ),
  row(
    '3',
    'States and transitions',
    ['getPaymentStatus', 'getSigningBasket'],
    payments('lifecycle'),
    domain('payments/move'),
    domain('payments/payments'),
    'test/baskets/baskets.test.ts',
  ),
  row('4.1', 'Create signing basket', ['createSigningBasket'], 'test/baskets/baskets.test.ts'),
  row(
    '4.2',
    'Create sandbox card account transactions',
    ['createSandboxCardTransactions'],
    'test/sandbox/card-transactions.test.ts',
  ),
  row('4.3', 'Get sandbox customer', ['getSandboxCustomer'], 'test/sandbox/customers.test.ts'),
  row(
    '4.4',
    'Create periodic payment (NDCT)',
    creations,
    domain('schedule/periodic'),
    domain('schedule/periodic.oracle'),
    payments('refusals'),
  ),
  row(
    '4.5',
    'Create instant domestic payment (INDCTS)',
    creations,
    payments('first-payment'),
    payments('refusals'),
    'test/bank/approval.test.ts',
  ),
  row(
    '4.6',
    'Create bulk payment',
    creations,
    payments('refusals'),
    payments('property'),
    'test/bank/kid.test.ts',
    'test/rest/bounds.test.ts',
  ),
  row(
    '4.7',
    'Get sandbox card account transactions',
    ['getSandboxCardTransactions'],
    'test/sandbox/card-transactions.test.ts',
  ),
  row(
    '4.8',
    'Operations referred to',
    ['createPayment', 'getPaymentStatus', 'createSandboxCardAccount', 'createSandboxCustomer'],
    'test/sandbox/accounts.test.ts',
    'test/sandbox/customers.test.ts',
    payments('lifecycle'),
  ),
  row(
    '5.1',
    'Request signing',
    [],
    security('guard'),
    security('key-id'),
    security('signature-header'),
    security('signing-string'),
    security('digest'),
    security('certificate'),
    'test/sca/sca.test.ts',
  ),
  row('5.2', 'Request headers', [], payments('headers'), domain('headers'), 'test/rest/order.test.ts'),
  row('6', 'Events', [], 'test/graphql/subscription.test.ts', 'test/db/announcements.test.ts'),
  row('7.1', 'Error body', [], 'test/rest/bad-input.test.ts', domain('refusal')),
  row('7.2', 'Codes and statuses', [], 'test/operations/refusals.test.ts', 'test/documents/errors.test.ts'),
  row('7.3', 'Challenge body (401)', [], 'test/operations/psu.test.ts', 'test/sca/sca.test.ts'),
  row(
    '8',
    'Limits',
    [],
    'test/rest/bounds.test.ts',
    domain('payments/bounds'),
    'test/bank/batch.test.ts',
    'test/operations/psu.test.ts',
  ),
  row('9', 'Versioning', [], payments('headers'), 'test/rest/match.test.ts'),
];
