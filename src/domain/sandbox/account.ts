/** Sandbox accounts (contract 8): the bodies that make one and set its balance, and its KID agreement. */
import { z } from 'zod';
import { list } from '../fields/list.ts';
import { bbanText, currencyCode, ibanText, warningsOf } from '../fields/shared.ts';
import { code, isObject, text } from '../fields/text.ts';
import { isCurrencyCode } from '../values/currencies.ts';
import { normaliseIban } from '../values/iban.ts';
import { type KidAgreement, kidLength } from '../values/kid.ts';
import { accountBalances, amountText, currencyFaults, parseSandboxAmount } from './amounts.ts';
import { customerNumber } from './customer.ts';
import { type PlacedFault, withRule } from './rules.ts';

export const kidAgreement = z
  .object({
    required: z.boolean().meta({ description: 'Whether a payment without a KID is refused (KID_MISSING).' }),
    lengths: list(z.int().min(kidLength.least).max(kidLength.most), 1, kidLength.most).meta({
      description: `Lengths that a KID may have, ${kidLength.least} to ${kidLength.most}, check digit included.`,
    }),
    modulus: code('KidModulus', ['MOD10', 'MOD11'], 'How the last digit of a KID checks the others.'),
  })
  .meta({
    id: 'KidAgreement',
    description: 'What a creditor has agreed with the bank on KIDs.',
  });

/** Body of POST /v1/sandbox/accounts. */
export const accountBody = withRule(
  z.object({
    customerNumber,
    accountName: text(1, 70).meta({ description: 'Name of the account.' }),
    bban: bbanText.optional(),
    iban: ibanText.optional(),
    currency: currencyCode,
    product: text(0, 70).optional().meta({ description: 'Name of the account product.' }),
    cashAccountType: text(1, 35)
      .optional()
      .meta({ description: 'Type of the account, such as CACC or TAXE.' }),
    creditLine: amountText.optional().meta({
      description:
        'Credit on top of the balance, in the currency of the account; not negative. None when absent.',
    }),
    balances: accountBalances.optional(),
    kidAgreement: kidAgreement.optional(),
  }),
  (value) =>
    isObject(value)
      ? [
          ...numberFaults(value),
          ...creditLineFaults(value),
          ...currencyFaults(value.balances, value.currency),
        ]
      : [],
).meta({ id: 'SandboxAccountBody', description: 'An account to open in the sandbox.' });

export type AccountBody = z.infer<typeof accountBody>;

/** Body of PUT …/accounts/{id}/balances. */
export const accountBalancesBody = z
  .object({ balances: accountBalances })
  .meta({ id: 'SandboxBalancesBody' });

type Fields = Readonly<Record<string, unknown>>;

function numberFaults(value: Fields): readonly PlacedFault[] {
  return value.bban === undefined && value.iban === undefined
    ? [{ path: ['bban'], text: 'one of bban and iban must be given' }]
    : [];
}

function creditLineFaults({ creditLine, currency }: Fields): readonly PlacedFault[] {
  if (typeof creditLine !== 'string' && typeof creditLine !== 'number') return [];
  if (typeof currency !== 'string' || !isCurrencyCode(currency)) return [];
  const minor = parseSandboxAmount(creditLine, currency);
  if (typeof minor === 'string') return [{ path: ['creditLine'], text: minor }];
  return minor < 0n ? [{ path: ['creditLine'], text: 'must not be negative' }] : [];
}

// Payments find the account by its BBAN then.
warningsOf.add(accountBody, {
  at: ['iban'],
  warn: ({ bban, iban }: AccountBody) =>
    bban === undefined || iban === undefined || normaliseIban(iban).slice(4) === bban.toUpperCase()
      ? null
      : 'is not the IBAN of this bban; payments find the account by its bban alone',
});

export type { KidAgreement };
