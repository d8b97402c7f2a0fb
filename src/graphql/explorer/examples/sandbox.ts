/** Examples of the sandbox: its data, its clock and its scenarios. */
import type { Example } from './example.ts';

const customers: readonly Example[] = [
  {
    name: 'SandboxCustomers',
    query: `# Who can log in, and with which accounts they pay
query SandboxCustomers {
  sandboxCustomers { customerId customerNumber customerName customerType agreements { id name } }
  sandboxAccounts { resourceId accountName bban currency balances { balanceAmount { amount } } customer { customerName } }
  sandboxCardAccounts { resourceId maskedPan customer { customerName } }
}`,
    variables: {},
  },
  {
    name: 'CreateSandboxCustomer',
    query: `# A person or a company that can log in
mutation CreateSandboxCustomer($input: CreateSandboxCustomerInput!) {
  createSandboxCustomer(input: $input) {
    customer { customerId customerNumber agreements { id } }
    tppMessages { category code path text }
  }
}`,
    variables: {
      input: { customerNumber: '20000001', customerName: 'Ola Nordmann', customerType: 'PRIVATE' },
    },
  },
  {
    name: 'SandboxCustomer',
    query: `# A customer with everything of theirs
query SandboxCustomer($customerId: String!) {
  sandboxCustomer(customerId: $customerId) {
    customerId customerNumber customerType customerName accounts cardAccounts agreements { id name engagements }
  }
}`,
    variables: { customerId: '<customerId>' },
  },
  {
    name: 'CreateSandboxAccount',
    query: `# An account to pay from
mutation CreateSandboxAccount($input: CreateSandboxAccountInput!) {
  createSandboxAccount(input: $input) {
    account { resourceId bban balances { balanceType balanceAmount { amount currency } } }
    tppMessages { category code path text }
  }
}`,
    variables: {
      input: {
        customerNumber: '20000001',
        accountName: 'Everyday account',
        bban: '97000000023',
        currency: 'NOK',
        balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '1000.00', currency: 'NOK' } }],
      },
    },
  },
  {
    name: 'SetSandboxBalances',
    query: `# More money, or less
mutation SetSandboxBalances($input: SetSandboxBalancesInput!) {
  setSandboxBalances(input: $input) {
    account { resourceId balances { balanceAmount { amount currency } } }
    tppMessages { category code path text }
  }
}`,
    variables: {
      input: {
        resourceId: '<resourceId>',
        balances: [{ balanceType: 'EXPECTED', balanceAmount: { amount: '250000.00', currency: 'NOK' } }],
      },
    },
  },
];

const cards: readonly Example[] = [
  {
    name: 'CreateSandboxCardAccount',
    query: `# A card account, to which transactions may be added
mutation CreateSandboxCardAccount($input: CreateSandboxCardAccountInput!) {
  createSandboxCardAccount(input: $input) {
    cardAccount { resourceId maskedPan }
    tppMessages { category code path text }
  }
}`,
    variables: {
      input: {
        customerNumber: '20000001',
        maskedPan: '1234xxxxxxxx4321',
        currency: 'NOK',
        name: 'Travel card',
      },
    },
  },
  {
    name: 'CreateSandboxCardTransactions',
    query: `# Card transactions, stored all or none
mutation CreateSandboxCardTransactions($input: CreateSandboxCardTransactionsInput!) {
  createSandboxCardTransactions(input: $input) {
    cardTransactions { cardTransactionId bookingDate transactionAmount { amount currency } }
    tppMessages { category code path text }
  }
}`,
    variables: {
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
    },
  },
  {
    name: 'CardTransactions',
    query: `# The transactions of a card account, newest booking first
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
];

const time: readonly Example[] = [
  {
    name: 'RunPaymentBatch',
    query: `# The next of the five daily runs, now
mutation RunPaymentBatch($input: RunPaymentBatchInput) {
  runPaymentBatch(input: $input) {
    sandboxClock events { time kind text paymentId transactionStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { runs: 1 } },
  },
  {
    name: 'AdvanceSandboxClock',
    query: `# Let days pass, and see what happened on the way
mutation AdvanceSandboxClock($input: AdvanceSandboxClockInput!) {
  advanceSandboxClock(input: $input) {
    sandboxClock reached events { time kind text paymentId transactionStatus }
    tppMessages { category code path text }
  }
}`,
    variables: { input: { by: 'P7D' } },
  },
  {
    name: 'Scenarios',
    query: `# Creditors that make the bank refuse, wait or fail on purpose; and the days on which it rests
query Scenarios($year: Int!) {
  scenarios { name creditorName description }
  bankHolidays(year: $year) { date name }
}`,
    variables: { year: 2026 },
  },
  {
    name: 'InitialiseSandbox',
    query: `# Back to the default set of customers, accounts and cards
mutation InitialiseSandbox {
  initialiseSandbox { customers { customerNumber customerName } tppMessages { category code path text } }
}`,
    variables: {},
  },
];

export const sandboxExamples: readonly Example[] = [...customers, ...cards, ...time];
