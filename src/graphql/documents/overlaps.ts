/**
 * Limits the total cost, in a document, of comparing fields with the same response name. The validation compares every pair of such
 * fields of a selection, with their arguments and all fields below them.
 */
import { type FieldNode, type GraphQLError, print } from 'graphql';
import { levelsOf } from './levels.ts';
import { type DocumentSource, limitError, limits } from './limits.ts';

/** What the comparison of a fragment with another fragment or a field costs, as a number of compared fields. */
const fragmentWeight = 10;
/** Characters of an argument that cost as much as a field. */
const charactersPerField = 4;

export function overlapsFault(source: DocumentSource): GraphQLError | null {
  let total = 0;
  for (const node of source.document.definitions) {
    if (!('selectionSet' in node)) continue;
    // A level is one merged selection; a group, its fields with one response name.
    for (const { groups, fragmentCount } of levelsOf(source, node.selectionSet)) {
      const pairsOfFragments = (fragmentCount * (fragmentCount - 1)) / 2;
      total += fragmentWeight * (pairsOfFragments + fragmentCount * groups.size);
      for (const group of groups.values()) {
        if (group.length === 1) continue;
        const totalWeight = group.reduce((sum, { node }) => sum + weightOf(node), 0);
        // A pair costs the mean weight of its two fields, and each field is in length - 1 pairs.
        total += ((group.length - 1) * totalWeight) / 2;
      }
      if (total > limits.overlaps)
        return limitError('too many fields have the same name in one selection; ask for each field once');
    }
  }
  return null;
}

const weightOf = ({ arguments: args = [] }: FieldNode): number =>
  args.reduce((sum, { value }) => sum + print(value).length / charactersPerField, 1);
