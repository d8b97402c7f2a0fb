import { describe, expect, it } from 'vitest';
import { testKids } from '../../../scripts/documents/test-data.ts';
import { defaultCreditor, defaultCustomers } from '../../../src/domain/sandbox/default-set.ts';
import { bbanWarning, checkBban, checkIban } from '../../../src/domain/values/account-numbers.ts';
import { checkKid } from '../../../src/domain/values/kid.ts';

const accounts = [...defaultCustomers.flatMap((customer) => customer.accounts), defaultCreditor];

describe('the default set', () => {
  it('has the customers that the documentation promises', () => {
    const numbers = (type: string) =>
      defaultCustomers.filter((one) => one.customerType === type).map((one) => one.customerNumber);
    expect(numbers('PRIVATE')).toEqual(['13039319955', '12085592767']);
    expect(numbers('CORPORATE')).toEqual(['18129215603', '20079518612']);
  });

  it('gives everybody two accounts, and private customers a card account', () => {
    for (const customer of defaultCustomers) {
      expect(customer.accounts).toHaveLength(2);
      expect(customer.cardAccounts).toHaveLength(customer.customerType === 'PRIVATE' ? 1 : 0);
    }
  });

  it.each(accounts.map((one) => [one.bban, one.iban]))('numbers the account %s correctly', (bban, iban) => {
    expect(checkBban(bban)).toBeNull();
    expect(bbanWarning(bban)).toBeNull();
    expect(checkIban(iban)).toBeNull();
    expect(iban.slice(4)).toBe(bban);
  });

  it('has a creditor whose KID agreement accepts one KID and not the other', () => {
    const agreement = defaultCreditor.kidAgreement;
    expect(agreement.required).toBe(true);
    for (const { reference, result } of testKids.filter((one) => one.reference !== null)) {
      const fault = checkKid(reference ?? '', agreement);
      expect(fault === null, reference ?? '').toBe(result === null);
    }
  });
});
