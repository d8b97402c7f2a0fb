/**
 * Finds @skip and @include at the root of a subscription, which the GraphQL specification of September 2025 forbids. graphql-js
 * allows them but evaluates them without variables, so it throws or finds no field.
 */
import { type DirectiveNode, type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { fragmentsOf } from './fragments.ts';

/** Every @skip and @include at the root of a subscription. */
export function conditionsAtRoot(document: DocumentNode): readonly DirectiveNode[] {
  const rootSelections = new Set<SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription')
      rootSelections.add(node.selectionSet);
  if (rootSelections.size === 0) return [];
  const fragments = fragmentsOf(document);
  const conditions: DirectiveNode[] = [];
  // The loop also visits the selections of fragments, which it adds.
  for (const { selections } of rootSelections)
    for (const selection of selections) {
      conditions.push(...(selection.directives ?? []).filter(isCondition));
      if (selection.kind === Kind.INLINE_FRAGMENT) rootSelections.add(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
      const fragment = fragments.get(selection.name.value);
      if (fragment) rootSelections.add(fragment.selectionSet);
    }
  return conditions;
}

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include';
