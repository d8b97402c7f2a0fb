/** Sandbox card accounts (contract 8): the bodies that make one and set its balances. */
import { z } from 'zod';
import { currencyCode } from '../fields/shared.ts';
import { isObject, isoDate, text } from '../fields/text.ts';
import { cardBalances, currencyFaults, sandboxAmount } from './amounts.ts';
import { customerNumber } from './customer.ts';
import { withRule } from './rules.ts';

export const maskedPan = text(1, 35).meta({
  description: 'Number of the card with its middle digits hidden.',
});

/** Body of POST /v1/sandbox/card-accounts. */
export const cardAccountBody = withRule(
  z.object({
    customerNumber,
    maskedPan,
    currency: currencyCode,
    creditLimit: sandboxAmount.optional(),
    balances: cardBalances.optional(),
    name: text(0, 70).optional().meta({ description: 'Name of the card account.' }),
    product: text(0, 70).optional().meta({ description: 'Name of the card product.' }),
    status: text(1, 35).optional().meta({ description: 'Status of the card account, such as ENABLED.' }),
    expiry: isoDate.optional().meta({ description: 'Last day of the card.' }),
  }),
  (value) =>
    isObject(value) ? [...limitFaults(value), ...currencyFaults(value.balances, value.currency)] : [],
).meta({ id: 'SandboxCardAccountBody', description: 'A card account to open in the sandbox.' });

export type CardAccountBody = z.infer<typeof cardAccountBody>;

/** Body of PUT …/card-accounts/{id}/balances. */
export const cardBalancesBody = z.object({ balances: cardBalances }).meta({ id: 'SandboxCardBalancesBody' });

function limitFaults({ creditLimit, currency }: Readonly<Record<string, unknown>>) {
  const sent = isObject(creditLimit) ? creditLimit.currency : undefined;
  if (sent === undefined || typeof currency !== 'string' || sent === currency) return [];
  return [
    {
      path: ['creditLimit', 'currency'],
      text: `must be ${currency}, the currency of the card account`,
    },
  ];
}
