/** Amounts are strings or, for older clients of REST, JSON numbers. A string has no decimals, or as many as its currency has. */
import { z } from 'zod';
import { list } from '../fields/list.ts';
import { currencyCode, isObject, text } from '../fields/shared.ts';
import { shownAmount } from '../fields/shown.ts';
import type { RecordValue } from '../fields/view.ts';
import { type CurrencyCode, currencyDecimals, currencyOf, currencyOrNull } from '../values/currencies.ts';
import { amountDigitsAtMost, formatMinorUnits } from '../values/money.ts';
import { type FaultAtPath, faultIf, withRule } from './rules.ts';

const plainNumber = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** JSON.parse may change numbers with more digits. */
const exactDigitsAtMost = 15;

/** The minor units, or the text of the fault. If `currency` is null, only the sign of the result has a meaning. */
export function parseSandboxAmount(
  amount: string | number,
  currency: CurrencyCode | null,
  digitsAtMost = amountDigitsAtMost,
): bigint | string {
  const match = plainNumber.exec(String(amount));
  if (match === null) return 'must be a plain decimal number such as 100.00 or -25';
  const [, sign = '', whole = '', fraction = ''] = match;
  const isNumber = typeof amount === 'number';
  if (isNumber && whole.length + fraction.length > exactDigitsAtMost)
    return `must be a string if it has more than ${exactDigitsAtMost} digits: a longer JSON number is not exact`;
  const decimals = currency === null ? fraction.length : currencyDecimals[currency];
  // A JSON number has no zeros at its end, so it may have fewer decimals.
  const hasExpectedDecimals =
    fraction === '' || fraction.length === decimals || (isNumber && fraction.length < decimals);
  if (!hasExpectedDecimals)
    return decimals === 0
      ? `must have no decimals in ${currency}`
      : `must have ${decimals} decimals or none in ${currency}`;
  if (whole.length + decimals > digitsAtMost) return `must have at most ${digitsAtMost} digits`;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}

/** Accepts any number of digits, because a balance may have more digits than the amounts that a TPP may send. */
export function sandboxMinorUnits(amount: string | number, currency: string): bigint {
  const minorOrFault = parseSandboxAmount(amount, currencyOf(currency), Number.POSITIVE_INFINITY);
  if (typeof minorOrFault === 'string') throw new Error(`a checked amount is not valid: ${minorOrFault}`);
  return minorOrFault;
}

export const writtenAmount = (minor: bigint, currency: string): string =>
  formatMinorUnits(minor, currencyOf(currency));

/** `parseSandboxAmount` checks the amount later, because the decimals depend on the currency. */
export const uncheckedAmount = z
  .union([z.string(), z.number()], {
    error: (issue) =>
      issue.input === undefined ? 'is required' : 'must be a string, or a number that is not too large',
  })
  .meta({ description: 'Decimal number as a string. Zero and negative amounts are allowed.' });

/** null: the schema of the amount refuses the value. */
export function readAmount(amount: unknown, currency: unknown): bigint | string | null {
  const { data } = uncheckedAmount.safeParse(amount);
  return data === undefined ? null : parseSandboxAmount(data, currencyOrNull(currency));
}

export const sandboxAmount = withRule(
  z.object({ amount: uncheckedAmount, currency: currencyCode }),
  ({ amount, currency }) => {
    const minorOrFault = readAmount(amount, currency);
    return typeof minorOrFault === 'string' ? [{ path: ['amount'], text: minorOrFault }] : [];
  },
).meta({
  id: 'SandboxAmount',
  graphqlType: 'Amount',
  description: 'A sum of money in the sandbox; it may be zero or negative.',
});

const balance = z
  .object({
    balanceType: text(1, 35)
      .optional()
      .meta({ description: 'Type of the balance. The default is EXPECTED.' }),
    balanceAmount: sandboxAmount,
  })
  .meta({ id: 'SandboxBalance', description: 'A balance of an account or a card account.' });

export const accountBalances = list(balance, 1, 1).meta({
  description: 'The balance of the account: a list of one item.',
});

export const cardBalances = list(balance, 1, 10).meta({
  description: 'Balances of the card account, at most 10.',
});

export type Balance = z.infer<typeof balance>;

export const defaultBalanceType = 'EXPECTED';

export const shownBalance = z
  .strictObject({
    balanceType: z.string().meta({ description: 'Type of the balance.' }),
    balanceAmount: shownAmount.meta({ description: 'Amount of the balance. It may be negative.' }),
  })
  .meta({
    id: 'SandboxWrittenBalance',
    graphqlType: 'SandboxBalance',
    description: 'A balance of an account or a card account.',
  });

export type ShownBalance = RecordValue<z.output<typeof shownBalance>>;

/** Finds no fault in a value that is no currency, because the schema refuses it. */
export function currencyFault(
  currency: unknown,
  accountCurrency: unknown,
  path: FaultAtPath['path'],
): readonly FaultAtPath[] {
  const [actual, expected] = [currencyOrNull(currency), currencyOrNull(accountCurrency)];
  return faultIf(
    actual !== null && expected !== null && actual !== expected,
    path,
    `must be ${expected}, the currency of the account`,
  );
}

export const currencyFaults = (balances: unknown, accountCurrency: unknown): readonly FaultAtPath[] =>
  (Array.isArray(balances) ? balances : []).flatMap((item, index) => {
    const currency = isObject(item) && isObject(item.balanceAmount) ? item.balanceAmount.currency : undefined;
    return currencyFault(currency, accountCurrency, ['balances', index, 'balanceAmount', 'currency']);
  });
