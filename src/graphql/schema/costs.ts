/** Cost of a field: 1 plus the selected fields, times the length of its list. */
import { pageSizeAtMost, pageSizeDefault } from './pages.ts';

/** Pass this as context to count every list with its greatest length. */
export const longest = {};

interface ListArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

const within = (size: number, atMost: number): number => Math.max(1, Math.min(size, atMost));

/** The cost of a list: `first` or `last` items, or else its usual length; at most its greatest length. */
export const list =
  (usual: number, most = usual) =>
  ({ first, last }: ListArguments, counting: object) => ({
    multiplier: within(first ?? last ?? (counting === longest ? most : usual), most),
  });

export const page = ({ first, last }: ListArguments) => ({
  multiplier: within(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
