/** Fields that only responses have. */
import { z } from 'zod';
import { currencyCode } from './shared.ts';

export const opaqueId = z.string().min(1).meta({ description: 'Opaque, URL-safe identifier.' });

export const shownAmount = z
  .strictObject({
    amount: z.string().meta({
      description: 'Decimal number with exactly as many decimals as the currency has.',
      pattern: '^-?(0|[1-9]\\d*)(\\.\\d{2,3})?$',
    }),
    currency: currencyCode,
  })
  .meta({
    id: 'WrittenAmount',
    graphqlType: 'Amount',
    description: 'An amount in a response. It may be zero or negative.',
  });
