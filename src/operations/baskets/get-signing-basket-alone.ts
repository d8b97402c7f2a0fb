/** Reads a signing basket by itself, for callers who ask for its payments when they want them. */
import type { Operation } from '../operation.ts';
import type { BasketRecord } from '../ports/stores.ts';
import { type BasketName, findAlone } from './find-basket.ts';

export const getSigningBasketAlone: Operation<BasketName, BasketRecord> = {
  name: 'getSigningBasketAlone',
  role: 'PSP_PI',
  kind: 'read',
  refusals: ['RESOURCE_UNKNOWN'],
  run: findAlone,
};
