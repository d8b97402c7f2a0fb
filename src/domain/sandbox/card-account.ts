import { z } from 'zod';
import { currencyCode, isObject, isoDate, text } from '../fields/shared.ts';
import { opaqueId, shownAmount } from '../fields/shown.ts';
import { type StoredFields, viewOf } from '../fields/view.ts';
import {
  cardBalances,
  currencyFault,
  currencyFaults,
  type ShownBalance,
  sandboxAmount,
  shownBalance,
} from './amounts.ts';
import { customerNumber, shownCustomerNumber } from './customer.ts';
import { type FaultAtPath, withRule } from './rules.ts';

/** Fields that never change after the creation. */
export const cardAccountDetails = {
  maskedPan: text(1, 35).meta({ description: 'Number of the card with its middle digits hidden.' }),
  currency: currencyCode,
  name: text(0, 70).optional().meta({ description: 'Name of the card account.' }),
  product: text(0, 70).optional().meta({ description: 'Name of the card product.' }),
  status: text(1, 35).optional().meta({ description: 'Status of the card account, such as ENABLED.' }),
  expiry: isoDate.optional().meta({ description: 'Last day of the card.' }),
};

export interface CardAccount extends StoredFields<typeof cardAccountDetails> {
  readonly resourceId: string;
  readonly customerNumber: string;
  /** Decimal text in the currency of the account. */
  readonly creditLimit: string | null;
  readonly balances: readonly ShownBalance[];
}

export const cardAccountView = viewOf<CardAccount>()(
  z
    .strictObject({
      resourceId: opaqueId,
      customerNumber: shownCustomerNumber,
      ...cardAccountDetails,
      creditLimit: shownAmount.optional().meta({ description: 'Limit of the credit.' }),
      balances: z.array(shownBalance).meta({ description: 'Balances. Payments from the card reduce them.' }),
    })
    .meta({ id: 'SandboxCardAccount', description: 'A card account of the sandbox.' }),
  {
    creditLimit: ({ creditLimit: amount, currency }) => (amount === null ? null : { amount, currency }),
  },
);

export const cardOpeningFields = {
  ...cardAccountDetails,
  creditLimit: sandboxAmount.optional(),
  balances: cardBalances.optional(),
};

export function cardOpeningFaults({
  creditLimit,
  currency,
  balances,
}: Readonly<Record<string, unknown>>): readonly FaultAtPath[] {
  const limitCurrency = isObject(creditLimit) ? creditLimit.currency : undefined;
  return [
    ...currencyFault(limitCurrency, currency, ['creditLimit', 'currency']),
    ...currencyFaults(balances, currency),
  ];
}

export const cardAccountBody = withRule(
  z.object({ customerNumber, ...cardOpeningFields }),
  cardOpeningFaults,
).meta({ id: 'SandboxCardAccountBody', description: 'A card account to open in the sandbox.' });

export type CardAccountBody = z.infer<typeof cardAccountBody>;

export const cardBalancesBody = z.object({ balances: cardBalances }).meta({ id: 'SandboxCardBalancesBody' });
