import { kronerPerUnit } from '../../src/domain/bank/conversion.ts';
import { scenarios } from '../../src/domain/bank/scenarios.ts';
import { defaultCreditor, defaultCustomers } from '../../src/domain/sandbox/default-set.ts';
import { code, head, table } from './markdown.ts';

const money = ({ amount, currency }: { readonly amount: string; readonly currency: string }) =>
  `${amount} ${currency}`;

const accountRows = (owner: string, accounts: (typeof defaultCustomers)[number]['accounts']) =>
  accounts.map(({ accountName, bban, iban, balances }) => [
    owner,
    accountName,
    code(bban),
    code(iban),
    ...balances.map(({ balanceAmount }) => money(balanceAmount)),
  ]);

const [company] = defaultCustomers.filter(({ customerType }) => customerType === 'CORPORATE');
const [person] = defaultCustomers.filter(({ customerType }) => customerType === 'PRIVATE');

/** `result` is the code of the refusal; null: the bank accepts the payment. */
export const testKids = [
  { reference: '1234566', result: null, reason: '7 digits with the right check digit' },
  { reference: '1234567897', result: null, reason: '10 digits with the right check digit' },
  { reference: '1234567', result: 'KID_INVALID', reason: 'wrong check digit' },
  { reference: '12345674', result: 'KID_INVALID', reason: '8 digits' },
  { reference: '12A4566', result: 'KID_INVALID', reason: 'not only digits' },
  { reference: null, result: 'KID_MISSING', reason: 'this creditor requires a KID' },
];

export function testDataMarkdown(): string {
  return [
    head(
      'Test data',
      'src/domain/sandbox/default-set.ts',
      'The sandbox of every TPP starts with these customers, accounts and cards. `POST /v1/sandbox/initialize` and the mutation',
      '`initialiseSandbox` restore them. `/docs` describes how to add more, under Sandbox.',
    ),
    '## Customers\n',
    'A customer logs in with the customer number. The page shows the one-time code; five wrong codes end the authorisation.\n',
    table(
      ['Name', 'Customer number', 'Type', 'Signs for'],
      defaultCustomers.map(({ customerName, customerNumber, customerType }) => [
        customerName,
        code(customerNumber),
        customerType.toLowerCase(),
        customerName,
      ]),
    ),
    '## Accounts\n',
    'A payment from an account needs the approval of a customer who signs for its owner. Another customer can log in, but the',
    'authorisation fails and the payment ends as `RJCT`. For an account of a company, send the corporate headers',
    '([below](#a-payment-for-a-company)). Account numbers outside of this table belong to other banks: every customer can pay to',
    'them, and can approve a payment from them.\n',
    table(
      ['Owner', 'Account', 'BBAN', 'IBAN', 'Balance'],
      [
        ...defaultCustomers.flatMap(({ customerName, accounts }) => accountRows(customerName, accounts)),
        ...accountRows(`${defaultCreditor.accountName}, a creditor of the bank`, [defaultCreditor]),
      ],
    ),
    '## Card accounts\n',
    table(
      ['Owner', 'Masked number', 'Credit limit'],
      defaultCustomers.flatMap(({ customerName, cardAccounts }) =>
        cardAccounts.map(({ maskedPan, creditLimit }) => [customerName, code(maskedPan), money(creditLimit)]),
      ),
    ),
    'A card account has no transactions until you store some: [cards.md](cards.md).\n',
    '## KID\n',
    `${defaultCreditor.accountName} (${code(defaultCreditor.bban)}) requires a KID of ${defaultCreditor.kidAgreement.lengths.join(' or ')} digits, whose last`,
    'digit is a Luhn check digit (MOD10). Send it as `remittanceInformationStructured.reference`.\n',
    table(
      ['KID', 'Result', 'Reason'],
      testKids.map(({ reference, result, reason }) => [
        reference === null ? '(no structured remittance)' : code(reference),
        result === null ? '201' : `400 ${code(result)}`,
        reason,
      ]),
    ),
    '## Scenarios\n',
    'The name of the creditor makes the bank refuse, reject or delay a payment. [scenarios.md](scenarios.md) describes each.\n',
    table(
      ['Creditor name', 'Scenario'],
      scenarios.map(({ creditorName, name }) => [code(creditorName), name]),
    ),
    ...exchangeRates(),
    ...corporateWalk(),
  ].join('\n');
}

const ratesPerLine = 8;

/** If the debtor account has another currency than the payment, the bank books the converted amount. */
function exchangeRates(): readonly string[] {
  const rates = Object.entries(kronerPerUnit).map(([currency, kroner]) => `${currency} ${kroner}`);
  const lines = Array.from({ length: Math.ceil(rates.length / ratesPerLine) }, (_, line) =>
    rates.slice(line * ratesPerLine, (line + 1) * ratesPerLine).join(', '),
  );
  return [
    '## Exchange rates\n',
    'The bank books in the currency of the debtor account. It converts through Norwegian kroner, and rounds only the result, half to even.',
    'It charges at least the smallest unit of this currency, such as 0.01 NOK. A payment of less than the smallest unit of the currency of the creditor account is RJCT.',
    'These are the kroner for one unit of a currency. The rates never change, and the bank takes no fee.\n',
    '```text',
    ...lines,
    '```\n',
  ];
}

/** A test plays these steps as they are written. */
function corporateWalk(): readonly string[] {
  const owner = company?.customerNumber ?? '';
  const bban = company?.accounts[0]?.bban ?? '';
  const engagement = { customer: person?.customerNumber, account: { bban }, roles: ['VIEW', 'REGISTER'] };
  const agreement = { owner, name: 'Payments by an employee', engagements: [engagement] };
  const corporate = `--debtor ${bban} --header 'PSU-Context: CORPORATE' --header 'PSU-Corporate-ID: ${owner}'`;
  return [
    '## A payment for a company\n',
    `Send \`PSU-Context: CORPORATE\`, and the company's customer number or the id of an agreement as \`PSU-Corporate-ID\`. If nobody`,
    'in the sandbox has this number, the response has a WARNING.\n',
    '```sh',
    `npm run --silent tpp -- pay ${corporate}`,
    '```\n',
    `Open the link and log in as ${code(owner)}. In this set, a company signs for itself. To let a person sign, create an agreement:\n`,
    '```sh',
    `npm run --silent tpp -- send POST /v1/sandbox/agreements --body '${JSON.stringify(agreement)}'`,
    '```\n',
    `Now ${person?.customerName} (${code(person?.customerNumber ?? '')}) can approve such a payment too. The page names this agreement.`,
    '',
  ];
}
