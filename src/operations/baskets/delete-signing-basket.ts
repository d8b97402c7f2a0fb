/** Deletes a signing basket before its approval and frees its payments; afterwards it is a conflict. */
import { refuse } from '../../domain/refusal.ts';
import { paymentWrite } from '../operation.ts';
import { basketLeftThere } from '../remote/baskets.ts';
import { type FoundBasket, withoutInstructions } from './create-signing-basket.ts';
import { type BasketName, findBasket, lockBasket } from './find-basket.ts';

export const deleteSigningBasket = paymentWrite({
  name: 'deleteSigningBasket',
  toKeep: withoutInstructions<FoundBasket>,
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  /** Deleted at a remote bank too, where its payments would wait for its approval for ever. */
  async ask(context, name: BasketName): Promise<void> {
    const found = await findBasket(context, name);
    const reference = found.basket.state === 'OPEN' ? await basketLeftThere(context, found) : null;
    if (reference !== null) await context.desk.deleteBasket(context.asking, reference);
  },
  async run(context, name: BasketName): Promise<FoundBasket> {
    const { baskets, authorisations } = context.stores;
    const { open, payments } = await lockBasket(context, name);
    if (!open) {
      throw refuse('CONFLICT', {
        path: 'basketId',
        text: 'the signing basket has been approved or rejected and can no longer be deleted',
      });
    }
    const { basketId } = open;
    await baskets.close(basketId, 'DELETED');
    await authorisations.withdraw({ basketId }, 'BASKET', context.now);
    return { basket: { ...open, state: 'DELETED' }, payments };
  },
});
