/** The fields under __schema and __type, which @pothos/plugin-complexity leaves out. Both stand at the root alone. */
import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from './fragments.ts';

/** Lengths of lists, on the low side: the query of common tools is within the bound, a heap of them is not. */
const lengths = new Map<string, number>([
  ['types', 100],
  ['fields', 6],
  ['inputFields', 4],
  ['enumValues', 10],
  ['args', 2],
  ['directives', 5],
  ['locations', 3],
  ['possibleTypes', 2],
]);

export const costOfIntrospection = (root: SelectionSetNode, fragments: Fragments): number =>
  sumOf(root, fragments, ({ name, selectionSet }) =>
    selectionSet && /^__(schema|type)$/.test(name.value) ? costUnder(selectionSet, fragments) : 0,
  );

const costUnder = (set: SelectionSetNode, fragments: Fragments): number =>
  sumOf(set, fragments, ({ name, selectionSet }) => {
    const inside = selectionSet ? costUnder(selectionSet, fragments) : 0;
    return 1 + (lengths.get(name.value) ?? 1) * inside;
  });

/** The sum over the fields of a selection, those of fragments too. */
function sumOf(set: SelectionSetNode, fragments: Fragments, of: (field: FieldNode) => number): number {
  return set.selections.reduce((sum, one) => {
    if (one.kind === Kind.FIELD) return sum + of(one);
    const part = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
    return sum + (part ? sumOf(part.selectionSet, fragments, of) : 0);
  }, 0);
}
