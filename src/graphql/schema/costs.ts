/** Costs of lists for @pothos/plugin-complexity: a list costs its length times its selected fields. */
import { pageSizeAtMost, pageSizeDefault } from './pages.ts';

/** Passed as the context of a count, it makes every list count with its greatest length. */
export const countGreatestLengths = {};

interface ListArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

const clampLength = (length: number, greatest: number): number => Math.max(1, Math.min(length, greatest));

/** A list counts with `first` or `last`, or else with its usual length. */
export const listCost =
  (usualLength: number, greatestLength = usualLength) =>
  ({ first, last }: ListArguments, context: object) => {
    const assumedLength = context === countGreatestLengths ? greatestLength : usualLength;
    return { multiplier: clampLength(first ?? last ?? assumedLength, greatestLength) };
  };

export const pageCost = ({ first, last }: ListArguments) => ({
  multiplier: clampLength(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
