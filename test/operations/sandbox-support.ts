import { type Answers, play } from './stores.ts';

export const kari = {
  customerId: 'kari',
  customerNumber: '1',
  customerType: 'PRIVATE',
  customerName: 'Kari',
};
export const firm = { ...kari, customerId: 'firm', customerNumber: '9', customerType: 'CORPORATE' };
export const locked = {
  resourceId: 'acc',
  currency: 'NOK',
  balanceMinor: 500n,
  customerId: 'firm',
  bban: '5',
  iban: null,
};
export const run = (operation: Parameters<typeof play>[0], input: object, answers: Answers = {}) =>
  play(operation, { warnings: [], ...input }, { answers: { 'ledger.lock': [], ...answers } });
export const unknown = (path: string, what: string) => [
  'RESOURCE_UNKNOWN',
  path,
  `the sandbox has no such ${what}`,
];
export const accountBody = { customerNumber: '1', accountName: 'A', bban: '5', currency: 'NOK' };
