/**
 * Refuses @skip and @include at the root of a subscription, as GraphQL of September 2025 demands. graphql-js evaluates them
 * without variables: it throws, or finds no field.
 */
import { type DirectiveNode, type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { fragmentsOf } from './fragments.ts';

/** Every @skip and @include at the root of a subscription. */
export function conditionsAtRoot(document: DocumentNode): readonly DirectiveNode[] {
  const sets = new Set<SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription')
      sets.add(node.selectionSet);
  if (sets.size === 0) return [];
  const fragments = fragmentsOf(document);
  const conditions: DirectiveNode[] = [];
  // The loop also visits what it adds, each set once.
  for (const { selections } of sets)
    for (const selection of selections) {
      conditions.push(...(selection.directives ?? []).filter(isCondition));
      const inside =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments.get(selection.name.value)?.selectionSet
          : selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet
            : undefined;
      if (inside) sets.add(inside);
    }
  return conditions;
}

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include';
