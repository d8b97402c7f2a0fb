/** The fields of a document level by level, with fragments expanded and equal response names merged. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { DocumentSource } from './limits.ts';

/** A field and its parent type, if the schema has them. */
interface LocatedField {
  readonly node: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
  readonly definition: GraphQLField<unknown, unknown> | undefined;
}

interface Level {
  readonly groups: ReadonlyMap<string, readonly LocatedField[]>;
  /** Number of fragments spread here. */
  readonly fragments: number;
}

interface FieldSelection {
  readonly set: SelectionSetNode;
  readonly type: GraphQLNamedType | undefined;
}

export const levelsOf = (
  source: DocumentSource,
  set: SelectionSetNode,
  type?: GraphQLNamedType,
): Generator<Level> => levelsUnder(source, [{ set, type }]);

function* levelsUnder(source: DocumentSource, selections: readonly FieldSelection[]): Generator<Level> {
  const groups = new Map<string, LocatedField[]>();
  const spread = new Set<string>();
  for (const one of selections) collect(one, source, groups, spread);
  yield { groups, fragments: spread.size };
  for (const group of groups.values()) {
    const inside = group.flatMap(({ node: { selectionSet: set }, definition }) =>
      set ? [{ set, type: definition && getNamedType(definition.type) }] : [],
    );
    if (inside.length > 0) yield* levelsUnder(source, inside);
  }
}

function collect(
  { set, type }: FieldSelection,
  source: DocumentSource,
  groups: Map<string, LocatedField[]>,
  spread: Set<string>,
): void {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      const name = node.alias?.value ?? node.name.value;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push({ node, parent: type, definition: fieldOf(type, node.name.value) });
      continue;
    }
    const isSpread = node.kind === Kind.FRAGMENT_SPREAD;
    const part = !isSpread
      ? node
      : spread.has(node.name.value)
        ? null
        : source.fragments.get(node.name.value);
    if (isSpread) spread.add(node.name.value);
    const on = part?.typeCondition?.name.value;
    const inside = on === undefined ? type : source.schema.getType(on);
    if (part) collect({ set: part.selectionSet, type: inside }, source, groups, spread);
  }
}

const fieldOf = (type: GraphQLNamedType | undefined, name: string) =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
