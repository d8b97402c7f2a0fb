export interface SpecificationSection {
  readonly section: string;
  readonly title: string;
  /** As in docs/routes.md. */
  readonly operations: readonly string[];
  readonly tests: readonly string[];
}

/** Section and title, operations, and paths in the folder test. */
const rows = `
1 What the service does                       || documents/first-payment sandbox/production parity/payments
2.1 Shared types              | createPayment | domain/values/money domain/values/accounts domain/fields/texts payments/fields
2.2 Address                   | createPayment | payments/fields domain/fields/bodies
2.3 Signing basket            | createSigningBasket getSigningBasket deleteSigningBasket | baskets/baskets
2.4 Payment creation response | createPayment | payments/fields rest/openapi
2.5 Currency codes            | createPayment | domain/values/currencies payments/property
2.6 Country codes             | createPayment | domain/fields/bodies payments/property
2.7 Sandbox customer          | createSandboxCustomer getSandboxCustomer listSandboxCustomers deleteSandboxCustomer | sandbox/customers sandbox/agreements
2.8 Sandbox card transaction  | createSandboxCardTransactions | sandbox/card-transactions domain/sandbox/card-transaction
2.9 Sandbox card account transaction list     | getSandboxCardTransactions | sandbox/card-transactions
3 States and transitions      | getPaymentStatus getSigningBasket | payments/lifecycle domain/payments/move domain/payments/payments domain/baskets baskets/baskets
4.1 Create signing basket     | createSigningBasket | baskets/baskets
4.2 Create sandbox card account transactions  | createSandboxCardTransactions | sandbox/card-transactions
4.3 Get sandbox customer      | getSandboxCustomer | sandbox/customers
4.4 Create periodic payment (NDCT)            | createPayment | domain/schedule/periodic domain/schedule/periodic.oracle payments/refusals
4.5 Create instant domestic payment (INDCTS)  | createPayment | payments/first-payment payments/refusals bank/approval
4.6 Create bulk payment       | createPayment | payments/refusals payments/property bank/kid rest/bounds
4.7 Get sandbox card account transactions     | getSandboxCardTransactions | sandbox/card-transactions
4.8 Operations referred to    | createPayment getPaymentStatus createSandboxCardAccount createSandboxCustomer | sandbox/accounts sandbox/customers payments/lifecycle
5.1 Request signing           || security/guard security/key-id security/signature-header security/signing-string security/digest security/certificate sca/sca
5.2 Request headers           || payments/headers domain/headers rest/order
6 Events                      || graphql/subscription db/announcements
7.1 Error body                || rest/bad-input domain/refusal
7.2 Codes and statuses        || operations/refusals documents/errors
7.3 Challenge body (401)      || operations/psu sca/sca
8 Limits                      || rest/bounds payments/fields domain/sandbox/bodies bank/batch operations/psu
9 Versioning                  || payments/headers rest/match`;

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

export const specification: readonly SpecificationSection[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [heading = '', operations = '', tests = ''] = row.split('|');
    const [section = '', ...title] = words(heading);
    const paths = words(tests).map((name) => `test/${name}.test.ts`);
    return { section, title: title.join(' '), operations: words(operations), tests: paths };
  });
