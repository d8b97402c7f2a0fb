/** Lists signing baskets of the calling TPP a page at a time, newest first. */
import type { Operation } from '../operation.ts';
import type { Page } from '../ports/page.ts';
import type { BasketRecord } from '../ports/stores.ts';

export const listSigningBaskets: Operation<Page<string>, readonly BasketRecord[]> = {
  name: 'listSigningBaskets',
  role: 'PSP_PI',
  kind: 'read',
  refusals: [],
  run: ({ stores, caller }, page) => stores.baskets.page(caller.tppId, page),
};
