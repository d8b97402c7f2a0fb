/** The cost of the root fields __schema and __type, which @pothos/plugin-complexity does not count. */
import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from './fragments.ts';

/**
 * Estimated lengths of the lists. They are low, so that a document may contain the introspection query of common tools once, but
 * not several times.
 */
const listLengths = new Map<string, number>([
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
    const costPerItem = selectionSet ? costUnder(selectionSet, fragments) : 0;
    return 1 + (listLengths.get(name.value) ?? 1) * costPerItem;
  });

/** Adds up the costs of the fields of a selection and its fragments. */
function sumOf(set: SelectionSetNode, fragments: Fragments, costOf: (field: FieldNode) => number): number {
  let sum = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      sum += costOf(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment) sum += sumOf(fragment.selectionSet, fragments, costOf);
  }
  return sum;
}
