/** Cost of __schema and __type, which @pothos/plugin-complexity does not count. Both are root fields. */
import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from './fragments.ts';

/**
 * Estimates of list lengths. They are low, so that one introspection query of the usual tools passes, but not several.
 */
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

/** Sum over the fields of a selection and its fragments. */
function sumOf(set: SelectionSetNode, fragments: Fragments, of: (field: FieldNode) => number): number {
  return set.selections.reduce((sum, one) => {
    if (one.kind === Kind.FIELD) return sum + of(one);
    const part = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
    return sum + (part ? sumOf(part.selectionSet, fragments, of) : 0);
  }, 0);
}
