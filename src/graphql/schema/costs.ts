/** Costs of lists for @pothos/plugin-complexity: a list costs its length times its selected fields. */
import { pageSizeAtMost, pageSizeDefault } from './pages.ts';

/** A marker. A calculation of costs with this context assumes the greatest length of each list. */
export const assumeGreatestLengths = {};

interface ListArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

const clampLength = (length: number, greatest: number): number => Math.max(1, Math.min(length, greatest));

/** The length of a list is `first` or `last`, or else its usual or greatest length. */
export const listCost =
  (usualLength: number, greatestLength = usualLength) =>
  ({ first, last }: ListArguments, context: object) => {
    const assumedLength = context === assumeGreatestLengths ? greatestLength : usualLength;
    return { multiplier: clampLength(first ?? last ?? assumedLength, greatestLength) };
  };

export const pageCost = ({ first, last }: ListArguments) => ({
  multiplier: clampLength(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
