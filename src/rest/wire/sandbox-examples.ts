/** A sandbox with the default data accepts these request bodies in this order. */

export const ids = {
  customer: '01977f4e-7a10-7b21-8c32-4d5e6f708192',
  account: '01977f4e-7a11-7c32-9d43-5e6f70819203',
  card: '01977f4e-7a12-7d43-8e54-6f7081920314',
  agreement: '01977f4e-7a13-7e54-9f65-708192031425',
  engagement: '01977f4e-7a14-7f65-8a76-819203142536',
} as const;

export const customer = { customerNumber: '24019012386', name: 'Nora Hansen', type: 'PRIVATE' } as const;

const balances = [
  { balanceType: 'EXPECTED', balanceAmount: { amount: '10000.00', currency: 'NOK' } },
] as const;

export const account = {
  customerNumber: '13039319955',
  accountName: 'Ferie',
  bban: '95360571026',
  iban: 'NO1195360571026',
  currency: 'NOK',
  product: 'Sparekonto',
  cashAccountType: 'CACC',
  balances,
} as const;

export const newBalances = { balances } as const;

export const cardAccount = {
  customerNumber: '13039319955',
  maskedPan: '492500xxxxxx9012',
  currency: 'NOK',
  creditLimit: { amount: '50000.00', currency: 'NOK' },
  balances,
  name: 'Kredittkort',
  status: 'ENABLED',
} as const;

export const engagement = {
  customer: '12085592767',
  account: { bban: '95362141002' },
  roles: ['VIEW', 'REGISTER'],
} as const;

export const agreement = { owner: '18129215603', name: 'Treasury', engagements: [engagement] } as const;

export const cardTransaction = {
  cardTransactionId: 'T-2026-0001',
  terminalId: 'POS-1',
  bookingDate: '2026-01-15',
  transactionDate: '2026-01-14',
  valueDate: '2026-01-15',
  transactionAmount: { currency: 'NOK', amount: 349 },
  originalAmount: { currency: 'EUR', amount: 30 },
  merchantCategoryCode: '5812',
  cardAcceptorId: 'M-77',
  cardAcceptorAddress: { street: 'Storgata 1', postalCode: '0155', city: 'Oslo', country: 'NO' },
  maskedPan: '492500xxxxxx9012',
  transactionDetails: 'Restaurant',
  invoiced: 'false',
  proprietaryBankTransactionCode: 'PURCHASE',
} as const;
