/** Reads a signing basket with its payments. A remote bank is asked how these stand. */
import type { TppMessage } from '../../domain/refusal.ts';
import { paymentRead } from '../operation.ts';
import { staleWarnings } from '../remote/stale.ts';
import type { FoundBasket } from './create-signing-basket.ts';
import { type BasketName, findBasket, refreshBasket } from './find-basket.ts';

export interface ReadBasket extends FoundBasket {
  /** A WARNING where a remote bank has not told a status. */
  readonly tppMessages: readonly TppMessage[];
}

export const getSigningBasket = paymentRead({
  name: 'getSigningBasket',
  refusals: ['RESOURCE_UNKNOWN'],
  async run(context, name: BasketName): Promise<ReadBasket> {
    await refreshBasket(context, name);
    const found = await findBasket(context, name);
    return { ...found, tppMessages: await staleWarnings(context, found.payments) };
  },
});
