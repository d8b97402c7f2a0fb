/** Seeds with payments, and their faults. */
import { readSeed } from '../../../src/domain/sandbox/read-seed.ts';
import type { Seed } from '../../../src/domain/sandbox/seed.ts';
import { productOf } from '../../support/payments.ts';
import { nok } from './bodies.ts';

export const debtor = '95360573002';
export const creditor = '86011117947';
const customers = [
  {
    customerNumber: '21090199144',
    customerName: 'Ingrid Solberg',
    customerType: 'PRIVATE',
    accounts: [
      {
        accountName: 'Brukskonto',
        bban: debtor,
        iban: 'NO0995360573002',
        currency: 'NOK',
        balances: [{ balanceAmount: { amount: '1000.00', currency: 'NOK' } }],
      },
      { accountName: 'Sparekonto', bban: creditor, currency: 'NOK' },
    ],
  },
];
export const domesticBody = (amount: string, more: object = {}) => ({
  instructedAmount: nok(amount),
  creditorName: 'Kari Nordmann',
  creditorAccount: { bban: creditor, currency: 'NOK' },
  debtorAccount: { bban: debtor, currency: 'NOK' },
  ...more,
});
export const exampleOf = (code: string, more: object = {}) => ({ ...productOf(code).example, ...more });

/** A sandbox of the year 2030, so that no date of it depends on the day of the test. */
const clock = '2030-03-20';
export const createdAt = '2030-01-10T09:00:00.000Z';

export function seedOf(payments: readonly object[], more: object = {}): Seed {
  const result = readSeed({ clock, customers, payments, ...more }, Date.parse('2026-11-27T09:00:00Z'));
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.seed;
}
export const faultsOf = (payment: object, more: object = {}) => manyFaults([payment], more);

export function manyFaults(payments: readonly object[], more: object = {}): readonly string[] {
  const result = readSeed({ clock, customers, payments, ...more }, Date.parse('2026-11-27T09:00:00Z'));
  return result.ok ? [] : result.faults.map(({ path, text }) => `${path}: ${text}`);
}
