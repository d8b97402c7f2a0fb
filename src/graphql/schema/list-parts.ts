/** Lists with the arguments `first` and `offset`. The items of such a list rarely change, so it needs no cursor. */
import { z } from 'zod';
import type { FieldBuilder } from './builder.ts';

/** The greatest `first`, and its default. */
export const itemsAtMost = 1_000;

export interface PartArguments {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/** The schema of an argument that must be 1 to `atMost`. */
export function numberUpTo(atMost: number) {
  const text = `must be 1 to ${atMost}`;
  return z.int().min(1, text).max(atMost, text).nullish();
}

export const partArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  first: t.arg.int({
    validate: numberUpTo(itemsAtMost),
    description: 'Maximum number of items: 1 to 1,000, default 1,000.',
  }),
  offset: t.arg.int({
    validate: z.int().min(0, 'must be 0 or more').nullish(),
    description: 'Number of items to skip from the start.',
  }),
});

export const offsetAndLimit = ({ first, offset }: PartArguments) => ({
  limit: first ?? itemsAtMost,
  offset: offset ?? 0,
});
