import { defineReadForPaymentRole } from '../operation.ts';
import type { Page } from '../ports/page.ts';

export const listSigningBaskets = defineReadForPaymentRole({
  name: 'listSigningBaskets',
  run: ({ stores, caller }, page: Page<string>) => stores.baskets.page(caller.tppId, page),
});
