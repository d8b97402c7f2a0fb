/** Merges selections as execution does: expands fragments, and groups the fields with the same response name. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export interface DocumentSource {
  readonly document: DocumentNode;
  readonly fragments: Fragments;
  readonly schema: GraphQLSchema;
}

export interface OperationSource extends DocumentSource {
  readonly operation: OperationDefinitionNode;
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return fragments;
}

export interface SelectedField {
  readonly node: FieldNode;
  /** undefined if the schema lacks the type. */
  readonly parent: GraphQLNamedType | undefined;
  readonly definition: GraphQLField<unknown, unknown> | undefined;
}

interface MergedSelection {
  /** The fields by response name. */
  readonly groups: ReadonlyMap<string, readonly SelectedField[]>;
  readonly fragmentCount: number;
}

interface TypedSelection {
  readonly set: SelectionSetNode;
  readonly type?: GraphQLNamedType | undefined;
}

export const rootSelectionOf = ({ schema, operation }: OperationSource): TypedSelection => ({
  set: operation.selectionSet,
  type: schema.getRootType(operation.operation) ?? undefined,
});

/** The merged selection and those below it, depth first. */
export function* mergedSelectionsOf(
  source: DocumentSource,
  selections: readonly TypedSelection[],
): Generator<MergedSelection> {
  const groups = new Map<string, SelectedField[]>();
  const spreadFragments = new Set<string>();
  for (const selection of selections) collectFields(selection, source, groups, spreadFragments);
  yield { groups, fragmentCount: spreadFragments.size };
  for (const group of groups.values()) {
    const nextSelections = group.flatMap(({ node: { selectionSet: set }, definition }) =>
      set ? [{ set, type: definition && getNamedType(definition.type) }] : [],
    );
    if (nextSelections.length > 0) yield* mergedSelectionsOf(source, nextSelections);
  }
}

function collectFields(
  { set, type }: TypedSelection,
  source: DocumentSource,
  groups: Map<string, SelectedField[]>,
  spreadFragments: Set<string>,
): void {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      const name = node.alias?.value ?? node.name.value;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push({ node, parent: type, definition: fieldOf(type, node.name.value) });
      continue;
    }
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (spreadFragments.has(node.name.value)) continue;
      spreadFragments.add(node.name.value);
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? source.fragments.get(node.name.value) : node;
    if (!fragment) continue;
    const typeName = fragment.typeCondition?.name.value;
    const fragmentType = typeName === undefined ? type : source.schema.getType(typeName);
    collectFields({ set: fragment.selectionSet, type: fragmentType }, source, groups, spreadFragments);
  }
}

const fieldOf = (type: GraphQLNamedType | undefined, name: string) =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
