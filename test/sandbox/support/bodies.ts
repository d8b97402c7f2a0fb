/** Valid bodies for the sandbox, with a new BBAN and customer number for every call. */
import { mod11CheckCharacter } from '../../../src/domain/values/account-numbers.ts';

let count = 0;

export function freshNumber(): string {
  count += 1;
  return String(70_000_000 + count);
}

export function freshBban(): string {
  count += 1;
  const digits = `9700${String(count).padStart(6, '0')}`;
  const check = mod11CheckCharacter(digits);
  return check === '-' ? freshBban() : digits + check;
}

export const customerBody = (type: 'private' | 'corporate' = 'private') => ({
  customerNumber: freshNumber(),
  name: 'A',
  type,
});

export const nok = (amount: string | number) => ({ amount, currency: 'NOK' });

export function accountBody(customerNumber: string, amount: string | number = '100.00') {
  return {
    customerNumber,
    accountName: 'Brukskonto',
    bban: freshBban(),
    currency: 'NOK',
    product: 'Everyday',
    cashAccountType: 'CACC',
    creditLine: '500.00',
    balances: [{ balanceType: 'EXPECTED', balanceAmount: nok(amount) }],
  };
}

export function cardAccountBody(customerNumber: string) {
  return {
    customerNumber,
    maskedPan: '1234xxxxxxxx4321',
    currency: 'NOK',
    creditLimit: nok('20000.00'),
    balances: [{ balanceType: 'EXPECTED', balanceAmount: nok('-150.50') }],
    name: 'Reisekort',
    product: 'Gull',
    status: 'ENABLED',
    expiry: '2031-05-31',
  };
}

/** A card transaction as the specification lists it. */
export function cardItem(cardTransactionId: string, day = '2024-03-04', change: object = {}) {
  return {
    cardTransactionId,
    terminalId: '',
    bookingDate: day,
    transactionDate: day,
    transactionAmount: { currency: 'NOK', amount: 100 },
    originalAmount: { currency: 'EUR', amount: 9 },
    merchantCategoryCode: '5411',
    cardAcceptorId: '',
    cardAcceptorAddress: {
      street: 'Storgata',
      buildingNumber: '1',
      postalCode: '0155',
      city: 'Oslo',
      country: 'NO',
    },
    maskedPan: '',
    transactionDetails: '',
    invoiced: 'true',
    proprietaryBankTransactionCode: '',
    ...change,
  };
}

export function shown(item: ReturnType<typeof cardItem>) {
  const {
    cardTransactionId,
    bookingDate,
    transactionDate,
    transactionAmount,
    originalAmount,
    merchantCategoryCode,
  } = item;
  return {
    cardTransactionId,
    bookingDate,
    transactionDate,
    transactionAmount,
    originalAmount,
    merchantCategoryCode,
  };
}
