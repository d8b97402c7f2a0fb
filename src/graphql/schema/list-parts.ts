/** Lists that are returned whole, or in part by `first` and `offset`. Nothing is inserted into these lists. */
import { z } from 'zod';
import type { FieldBuilder } from './builder.ts';

/** Items of a list that is returned whole. */
export const wholeAtMost = 1_000;

export interface Part {
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/** Checks an argument from 1 to a maximum. */
export function upTo(atMost: number) {
  const text = `must be 1 to ${atMost}`;
  return z.int().min(1, text).max(atMost, text).nullish();
}

export const partArguments = (t: Pick<FieldBuilder, 'arg'>) => ({
  first: t.arg.int({
    validate: upTo(wholeAtMost),
    description: 'Maximum number of items: 1 to 1,000, default 1,000.',
  }),
  offset: t.arg.int({
    validate: z.int().min(0, 'must be 0 or more').nullish(),
    description: 'Number of items to skip from the start.',
  }),
});

export const limitOf = ({ first, offset }: Part) => ({ limit: first ?? wholeAtMost, offset: offset ?? 0 });
