/**
 * Bounds of a GraphQL document, checked before anything is executed and once per document (contract 10, 12). The cost
 * counts every field as often as the lists above it may repeat it; `__typename` and introspection count like any other.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { pageSizeAtMost } from './pages.ts';

export const limits = {
  /** Levels of fields; the introspection query of common tools has 15. */
  depth: 20,
  /** Fields under another name, in the whole operation. */
  aliases: 50,
  /** Fields beside each other at the top. */
  rootFields: 20,
  /** Fields times the lists that repeat them. */
  cost: 100_000,
  /** Tokens of a document: enough for a bulk payment of some hundred entries written into it. */
  tokens: 20_000,
} as const;

/** Lists without `first`, by the most they usually hold. */
const listSizes: Readonly<Record<string, number>> = {
  statusHistory: 8,
  payments: 10,
  entries: 100,
  creditorNames: 1,
  tppMessages: 10,
  // Of the schema, on the low side: the query of common tools is within the bounds, a heap of them is not.
  types: 100,
  fields: 6,
  inputFields: 4,
  enumValues: 10,
};
const connections = new Set(['edges', 'nodes']);

interface Tally {
  aliases: number;
  cost: number;
  deepest: number;
}

/** What is too much about the operation, or null. */
export function limitFault(document: DocumentNode, operation: OperationDefinitionNode): string | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  if (operation.selectionSet.selections.length > limits.rootFields) {
    return `a document may have ${limits.rootFields} fields at the top`;
  }
  const tally: Tally = { aliases: 0, cost: 0, deepest: 0 };
  count(operation.selectionSet, { fragments, tally, depth: 1, times: 1, open: new Set() });
  if (tally.deepest > limits.depth) return `a document may be ${limits.depth} levels deep`;
  if (tally.aliases > limits.aliases) return `a document may have ${limits.aliases} aliases`;
  if (tally.cost > limits.cost)
    return `the document costs ${tally.cost} fields, ${limits.cost} are allowed; ask for fewer items or fields`;
  return null;
}

interface Place {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly tally: Tally;
  readonly depth: number;
  /** How often the selection is made. */
  readonly times: number;
  /** Fragments that are being looked into, so that a circle ends. */
  readonly open: ReadonlySet<string>;
}

function count(set: SelectionSetNode, place: Place): void {
  const { tally } = place;
  tally.deepest = Math.max(tally.deepest, place.depth);
  for (const selection of set.selections) {
    // Once a bound is passed the answer is known; going on would be the work that the bounds spare us.
    if (tally.deepest > limits.depth || tally.cost > limits.cost || tally.aliases > limits.aliases) return;
    if (selection.kind === Kind.FIELD) countField(selection, place);
    else if (selection.kind === Kind.INLINE_FRAGMENT) count(selection.selectionSet, place);
    else {
      const name = selection.name.value;
      const fragment = place.fragments.get(name);
      if (fragment && !place.open.has(name))
        count(fragment.selectionSet, { ...place, open: new Set([...place.open, name]) });
    }
  }
}

function countField(field: FieldNode, place: Place): void {
  const { tally } = place;
  if (field.alias) tally.aliases += 1;
  tally.cost += place.times;
  if (field.selectionSet) {
    count(field.selectionSet, { ...place, depth: place.depth + 1, times: place.times * sizeOf(field) });
  }
}

/** How many items a field may answer: `first` or `last` where given, a page for a connection, else a usual size. */
function sizeOf(field: FieldNode): number {
  const size = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value;
  if (size?.kind === Kind.INT) return Math.max(1, Math.min(Number(size.value), 1_000));
  if (size !== undefined) return pageSizeAtMost;
  if (connections.has(field.name.value)) return 1;
  const paged = field.selectionSet?.selections.some(
    (one) => one.kind === Kind.FIELD && connections.has(one.name.value),
  );
  return paged ? 25 : (listSizes[field.name.value] ?? 1);
}
