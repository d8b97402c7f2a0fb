/** Cost of a field: 1 plus the selected fields, times the length of its list. */
import { pageSizeAtMost, pageSizeDefault } from './pages.ts';

/** The context of a count in which every list has its greatest length. */
export const longest = {};

interface ListArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

const within = (size: number, atMost: number): number => Math.max(1, Math.min(size, atMost));

/** A list of a usual and a greatest length, or of as many items as its arguments ask for. */
export const list =
  (usual: number, most = usual) =>
  ({ first, last }: ListArguments, counting: object) => ({
    multiplier: within(first ?? last ?? (counting === longest ? most : usual), most),
  });

export const page = ({ first, last }: ListArguments) => ({
  multiplier: within(first ?? last ?? pageSizeDefault, pageSizeAtMost),
});
