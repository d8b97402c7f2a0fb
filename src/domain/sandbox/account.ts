import { z } from 'zod';
import { list } from '../fields/list.ts';
import {
  bbanText,
  code,
  currencyCode,
  hasAccountNumber,
  ibanText,
  missingNumberFault,
  numbersAgree,
  text,
  warningRegistry,
} from '../fields/shared.ts';
import { opaqueId } from '../fields/shown.ts';
import { type StoredFields, viewOf } from '../fields/view.ts';
import { type KidAgreement, kidLength } from '../values/kid.ts';
import { accountBalances, currencyFaults, readAmount, shownBalance, uncheckedAmount } from './amounts.ts';
import { customerNumber, shownCustomerNumber } from './customer.ts';
import { type FaultAtPath, faultIf, withRule } from './rules.ts';

export const kidAgreement = z
  .object({
    required: z.boolean().meta({ description: 'Whether a payment without a KID is refused (KID_MISSING).' }),
    lengths: list(z.int().min(kidLength.least).max(kidLength.most), 1, kidLength.most).meta({
      description: `Allowed lengths of a KID with its check digit, each from ${kidLength.least} to ${kidLength.most}.`,
    }),
    modulus: code('KidModulus', ['MOD10', 'MOD11'], 'How the check digit of a KID is calculated.'),
  })
  .meta({
    id: 'KidAgreement',
    description: 'The agreement of a creditor with the bank about KIDs.',
  });

/** Fields that never change after the creation. */
export const accountDetails = {
  accountName: text(1, 70).meta({ description: 'Name of the account.' }),
  bban: bbanText.optional(),
  iban: ibanText.optional(),
  currency: currencyCode,
  product: text(0, 70).optional().meta({ description: 'Name of the account product.' }),
  cashAccountType: text(1, 35).optional().meta({ description: 'Type of the account, such as CACC or TAXE.' }),
};

export interface Account extends StoredFields<typeof accountDetails> {
  readonly resourceId: string;
  /** null: the account belongs to no customer. */
  readonly customerNumber: string | null;
  /** `creditLine` and `balance` are decimal texts in the currency of the account. */
  readonly creditLine: string;
  readonly balance: string;
  readonly balanceType: string;
  readonly kidAgreement: KidAgreement | null;
}

export const accountView = viewOf<Account>()(
  z
    .strictObject({
      resourceId: opaqueId,
      customerNumber: shownCustomerNumber
        .optional()
        .meta({ description: 'Customer number of the owner. Absent if the account belongs to no customer.' }),
      ...accountDetails,
      creditLine: z
        .string()
        .meta({ description: 'Credit in addition to the balance, in the currency of the account.' }),
      balances: z
        .array(shownBalance)
        .length(1)
        .meta({ description: 'The balance of the account: a list of one item.' }),
      kidAgreement: kidAgreement.optional(),
    })
    .meta({ id: 'SandboxAccount', description: 'An account of the sandbox.' }),
  {
    balances: ({ balanceType, balance: amount, currency }) => [
      { balanceType, balanceAmount: { amount, currency } },
    ],
  },
);

const openingFields = {
  ...accountDetails,
  creditLine: uncheckedAmount.optional().meta({
    description:
      'Credit in addition to the balance, in the currency of the account. It must not be negative. The default is zero.',
  }),
  balances: accountBalances.optional(),
  kidAgreement: kidAgreement.optional(),
};

export const accountBody = withRule(
  z.object({ customerNumber, ...openingFields }).refine(hasAccountNumber, missingNumberFault),
  openingFaults,
).meta({ id: 'SandboxAccountBody', description: 'An account to open in the sandbox.' });

/** Has no `customerNumber`, because a seed lists an account under its customer, or in a list of accounts without a customer. */
export const seedAccount = withRule(
  z.object(openingFields).refine(hasAccountNumber, missingNumberFault),
  openingFaults,
).meta({ id: 'SeedAccount', description: 'An account, with the fields of POST /v1/sandbox/accounts.' });

export type AccountBody = z.infer<typeof accountBody>;
export type SeedAccount = z.infer<typeof seedAccount>;

export const accountBalancesBody = z
  .object({ balances: accountBalances })
  .meta({ id: 'SandboxBalancesBody' });

function openingFaults(value: Readonly<Record<string, unknown>>): readonly FaultAtPath[] {
  return [...creditLineFaults(value), ...currencyFaults(value.balances, value.currency)];
}

function creditLineFaults({
  creditLine,
  currency,
}: Readonly<Record<string, unknown>>): readonly FaultAtPath[] {
  const minorOrFault = readAmount(creditLine, currency);
  if (typeof minorOrFault === 'string') return [{ path: ['creditLine'], text: minorOrFault }];
  return faultIf(minorOrFault !== null && minorOrFault < 0n, ['creditLine'], 'must not be negative');
}

// A payment to a Norwegian IBAN looks only for the BBAN at the end of the IBAN, so it does not find an account with another BBAN.
for (const schema of [accountBody, seedAccount])
  warningRegistry.add(schema, {
    path: ['iban'],
    warn: (account: SeedAccount) =>
      numbersAgree(account)
        ? null
        : 'does not belong to this bban; payments find the account only by its bban',
  });
