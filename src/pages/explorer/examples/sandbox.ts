import { type Example, mutation } from './example.ts';

const customers: readonly Example[] = [
  {
    name: 'SandboxCustomers',
    query: `# List the customers that can log in, and their accounts
query SandboxCustomers {
  sandboxCustomers { nodes { customerId customerNumber customerName customerType agreements { id name } } }
  sandboxAccounts { nodes { resourceId accountName bban currency balances { balanceAmount { amount } } customer { customerName } } }
  sandboxCardAccounts { nodes { resourceId maskedPan customer { customerName } } }
}`,
    variables: {},
  },
  mutation('createSandboxCustomer', {
    comment: 'Create a person or a company that can log in',
    selection: 'customer { customerId customerNumber agreements { id } }',
    input: { customerNumber: '20000001', customerName: 'Ola Nordmann', customerType: 'PRIVATE' },
  }),
  {
    name: 'SandboxCustomer',
    query: `# Read a customer with accounts, cards and agreements
query SandboxCustomer($customerId: String!) {
  sandboxCustomer(customerId: $customerId) {
    customerId customerNumber customerType customerName accounts { resourceId } cardAccounts { resourceId } agreements { id name engagements }
  }
}`,
    variables: { customerId: '<customerId>' },
  },
  mutation('createSandboxAccount', {
    comment: 'Create an account to pay from',
    selection: 'account { resourceId bban balances { balanceType balanceAmount { amount currency } } }',
    input: {
      customerNumber: '20000001',
      accountName: 'Everyday account',
      bban: '97000000023',
      currency: 'NOK',
      balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '1000.00', currency: 'NOK' } }],
    },
  }),
  mutation('setSandboxBalances', {
    comment: 'Set the balance of an account',
    selection: 'account { resourceId balances { balanceAmount { amount currency } } }',
    input: {
      resourceId: '<resourceId>',
      balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '250000.00', currency: 'NOK' } }],
    },
  }),
  mutation('setSandboxFaults', {
    comment: 'Let your next two REST requests under /v1/payments fail with 503',
    selection: 'faults { fault timesLeft path until }',
    input: { fault: 'status=503', times: 2, path: '/v1/payments' },
  }),
  mutation('deleteSandboxAccount', {
    comment: 'Close an account. Its money goes back to the bank',
    selection: 'resourceId',
    input: { resourceId: '<resourceId>' },
  }),
];

const engagement = { customer: '13039319955', account: { bban: '95362141002' }, roles: ['VIEW', 'REGISTER'] };

const agreements: readonly Example[] = [
  mutation('createSandboxAgreement', {
    comment: 'Create an agreement of a company. An agreement says who may use which account',
    selection: 'agreement { id owner engagements }',
    input: { owner: '18129215603', name: 'Payments', engagements: [] },
  }),
  mutation('createSandboxEngagement', {
    comment: 'Let a person see an account of the company and pay from it',
    selection: 'engagement { id customer account { bban } roles }',
    input: { agreementId: '<agreementId>', ...engagement },
  }),
  mutation('deleteSandboxEngagement', {
    comment: 'Stop a person from using the account',
    selection: 'engagementId',
    input: { agreementId: '<agreementId>', engagementId: '<engagementId>' },
  }),
];

const cards: readonly Example[] = [
  mutation('createSandboxCardAccount', {
    comment: 'Create a card account, to which you can add transactions',
    selection: 'cardAccount { resourceId maskedPan }',
    input: {
      customerNumber: '20000001',
      maskedPan: '1234xxxxxxxx4321',
      currency: 'NOK',
      name: 'Travel card',
    },
  }),
  mutation('createSandboxCardTransactions', {
    comment: 'Add card transactions. The bank stores all of them or none',
    selection: 'cardTransactions { cardTransactionId bookingDate transactionAmount { amount currency } }',
    input: {
      resourceId: '<cardAccountId>',
      transactions: [
        {
          cardTransactionId: 'example-1',
          terminalId: '74331',
          bookingDate: '2026-01-05',
          transactionDate: '2026-01-05',
          transactionAmount: { amount: 189, currency: 'NOK' },
          originalAmount: { amount: 16, currency: 'EUR' },
          merchantCategoryCode: '5812',
          cardAcceptorId: '0099887766',
          cardAcceptorAddress: { street: 'Havnegata 1', postalCode: '0150', city: 'Oslo', country: 'NO' },
          transactionDetails: 'Kafe Havn',
          maskedPan: '1234xxxxxxxx4321',
          proprietaryBankTransactionCode: 'PURCHASE',
          invoiced: false,
        },
      ],
    },
  }),
  {
    name: 'CardTransactions',
    query: `# List the transactions of a card account, newest booking first
query CardTransactions($resourceId: String!, $bookingStatus: BookingStatus!, $fromDate: LocalDate, $first: Int) {
  sandboxCardAccount(resourceId: $resourceId) {
    maskedPan
    transactions(bookingStatus: $bookingStatus, fromDate: $fromDate, first: $first) {
      edges { node { cardTransactionId bookingDate transactionDetails transactionAmount { amount currency } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
    variables: { resourceId: '<cardAccountId>', bookingStatus: 'both', fromDate: '2026-01-01', first: 25 },
  },
  mutation('deleteSandboxCardAccount', {
    comment: 'Delete a card account and its transactions',
    selection: 'resourceId',
    input: { resourceId: '<cardAccountId>' },
  }),
];

const others: readonly Example[] = [
  mutation('deleteSandboxCustomer', {
    comment: 'Delete a customer with accounts, cards and agreements',
    selection: 'customerId',
    input: { customerId: '<customerId>' },
  }),
  {
    name: 'RunPaymentBatch',
    query: `# Run the next of the five daily batches now
mutation RunPaymentBatch($input: RunPaymentBatchInput) {
  runPaymentBatch(input: $input) {
    sandboxClock events { time kind text paymentId transactionStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { runs: 1 } },
  },
  mutation('advanceSandboxClock', {
    comment: 'Move the clock by seven days, and list the events',
    selection: 'sandboxClock reached events { time kind text paymentId transactionStatus }',
    input: { by: 'P7D' },
  }),
  {
    name: 'Scenarios',
    query: `# List the bank holidays, and the creditors that make the bank refuse, wait or fail on purpose
query Scenarios($year: Int!) {
  scenarios { name creditorName description }
  bankHolidays(year: $year) { date name }
}`,
    variables: { year: 2026 },
  },
  {
    name: 'InitialiseSandbox',
    query: `# Replace all customers, accounts and cards by those of the seed
mutation InitialiseSandbox {
  initialiseSandbox { customers { customerNumber customerName } tppMessages { category code path text } }
}`,
    variables: {},
  },
];

export const sandboxExamples: readonly Example[] = [...customers, ...agreements, ...cards, ...others];
