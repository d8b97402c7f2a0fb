/**
 * Bounds the comparisons of fields with the same response name: GraphQL's rule compares every pair, with all arguments and
 * everything below.
 */
import { type FieldNode, type GraphQLError, print } from 'graphql';
import { levelsOf } from './levels.ts';
import { type DocumentSource, limits, tooMuch } from './limits.ts';

/** Weight of a fragment: it is compared with every other fragment and field. */
const fragmentWeight = 10;
/** Characters of an argument that weigh as much as a field. */
const charactersOfField = 4;

export function overlapsFault(source: DocumentSource): GraphQLError | null {
  let total = 0;
  for (const node of source.document.definitions) {
    if (!('selectionSet' in node)) continue;
    for (const { groups, fragments } of levelsOf(source, node.selectionSet)) {
      total += fragmentWeight * ((fragments * (fragments - 1)) / 2 + fragments * groups.size);
      for (const group of groups.values())
        if (group.length > 1)
          total += ((group.length - 1) * group.reduce((sum, field) => sum + weightOf(field.node), 0)) / 2;
      if (total > limits.overlaps)
        return tooMuch('too many fields have the same name in one selection; ask for each field once');
    }
  }
  return null;
}

const weightOf = ({ arguments: args = [] }: FieldNode): number =>
  args.reduce((sum, { value }) => sum + print(value).length / charactersOfField, 1);
