/**
 * Counts the comparisons that validation makes for fields with the same response name. GraphQL demands that any two of
 * them agree, and its rule compares every pair with everything below; this counts the pairs by a walk over the fields.
 */
import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode, type ValueNode } from 'graphql';
import type { Fragments } from './fragments.ts';

/** Fields that share a name at one place. */
interface Group {
  count: number;
  /** The fields and the nodes of their arguments, each of which is compared as text. */
  weight: number;
  readonly sets: SelectionSetNode[];
}

/** Each fragment is compared with every other and with the fields beside it, which costs more than two fields. */
const fragmentWeight = 10;

/** The comparisons of all definitions; more than `atMost` are not counted to their end. */
export function overlapsIn(document: DocumentNode, fragments: Fragments, atMost: number): number {
  let total = 0;
  const look = (sets: readonly SelectionSetNode[]): void => {
    const groups = new Map<string, Group>();
    const spread = new Set<string>();
    for (const set of sets) collect(set, fragments, groups, spread);
    total += fragmentWeight * ((spread.size * (spread.size - 1)) / 2 + spread.size * groups.size);
    for (const { count, weight, sets: inside } of groups.values()) {
      total += ((count - 1) * weight) / 2;
      if (total > atMost) return;
      if (inside.length > 0) look(inside);
    }
  };
  for (const node of document.definitions) {
    if (total > atMost) break;
    if ('selectionSet' in node) look([node.selectionSet]);
  }
  return total;
}

function collect(
  set: SelectionSetNode,
  fragments: Fragments,
  groups: Map<string, Group>,
  spread: Set<string>,
): void {
  for (const one of set.selections) {
    if (one.kind === Kind.FIELD) add(one, groups);
    else if (one.kind === Kind.INLINE_FRAGMENT) collect(one.selectionSet, fragments, groups, spread);
    else {
      const fragment = spread.has(one.name.value) ? undefined : fragments.get(one.name.value);
      spread.add(one.name.value);
      if (fragment) collect(fragment.selectionSet, fragments, groups, spread);
    }
  }
}

function add(field: FieldNode, groups: Map<string, Group>): void {
  const name = field.alias?.value ?? field.name.value;
  const group = groups.get(name) ?? { count: 0, weight: 0, sets: [] };
  groups.set(name, group);
  group.count += 1;
  group.weight += 1;
  for (const { value } of field.arguments ?? []) group.weight += nodesOf(value);
  if (field.selectionSet) group.sets.push(field.selectionSet);
}

function nodesOf(value: ValueNode): number {
  if (value.kind === Kind.LIST) return value.values.reduce((total, one) => total + nodesOf(one), 1);
  if (value.kind === Kind.OBJECT) return value.fields.reduce((total, one) => total + nodesOf(one.value), 1);
  return (
    1 + ('value' in value && typeof value.value === 'string' ? value.value.length / charactersOfNode : 0)
  );
}
/** A long text costs as much as some nodes when it is written to be compared. */
const charactersOfNode = 50;
