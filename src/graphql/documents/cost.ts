import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type FieldNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type RawInput, variablesOf } from '../input-faults.ts';
import { greatestLengthsContext } from '../schema/lists.ts';
import { limitError, limits } from './limits.ts';
import type { Fragments, OperationSource } from './merged-selections.ts';

export function findCostFault(cost: number, { operation }: OperationDefinitionNode): GraphQLError | null {
  const atMost = operation === 'subscription' ? limits.subscriptionFields : limits.cost;
  if (cost <= atMost) return null;
  return limitError(
    `the document costs ${cost} fields, ${atMost} are allowed; ask for fewer items or fields`,
  );
}

type ReducedDocument = Pick<OperationSource, 'document' | 'operation'>;

const reducedDocuments = new WeakMap<OperationDefinitionNode, ReducedDocument>();

/** null if the variables are invalid, which input-faults.ts reports. */
export function costOf(source: OperationSource, variables: RawInput): number | null {
  const { schema, operation, fragments } = source;
  const reduced = reducedDocuments.get(operation) ?? withLengthArgumentsOnly(source);
  reducedDocuments.set(operation, reduced);
  if (variablesOf(schema, reduced.operation, variables).wrongValues.size > 0) return null;
  // A query costs as much as with lists of usual length. A mutation cannot be refused after it has acted, and a subscription sends
  // its fields for every event. So these two cost as much as with the longest lists.
  const ctx = operation.operation === 'query' ? {} : greatestLengthsContext;
  const { complexity } = complexityFromQuery(reduced.document, { schema, ctx, variables });
  return complexity + costOfIntrospection(operation.selectionSet, fragments);
}

/** Keeps only the arguments for the length of a list. The plugin would need minutes to read many wrong values of other arguments. */
function withLengthArgumentsOnly({ document, fragments, operation }: OperationSource): ReducedDocument {
  const visitor: ASTVisitor = {
    // `null` removes a node, `undefined` keeps it.
    Argument: ({ name }) => (name.value === 'first' || name.value === 'last' ? undefined : null),
    VariableDefinition: ({ type }) => (/^Int!?$/.test(print(type)) ? undefined : null),
  };
  const reducedOperation = visit(operation, visitor);
  const definitions = [reducedOperation, ...[...fragments.values()].map((node) => visit(node, visitor))];
  return { document: { ...document, definitions }, operation: reducedOperation };
}

/**
 * The lengths that we assume for the lists of introspection. One introspection query of the common tools is within the limit of the
 * cost, several are not.
 */
const introspectionLengths = new Map<string, number>([
  ['types', 100],
  ['fields', 6],
  ['inputFields', 4],
  ['enumValues', 10],
  ['args', 2],
  ['directives', 5],
  ['locations', 3],
  ['possibleTypes', 2],
]);

/** The plugin does not count the root fields __schema and __type. */
const costOfIntrospection = (root: SelectionSetNode, fragments: Fragments): number =>
  sumOf(root, fragments, ({ name, selectionSet }) =>
    selectionSet && /^__(schema|type)$/.test(name.value) ? costUnder(selectionSet, fragments) : 0,
  );

const costUnder = (set: SelectionSetNode, fragments: Fragments): number =>
  sumOf(set, fragments, ({ name, selectionSet }) => {
    const costPerItem = selectionSet ? costUnder(selectionSet, fragments) : 0;
    return 1 + (introspectionLengths.get(name.value) ?? 1) * costPerItem;
  });

function sumOf(
  set: SelectionSetNode,
  fragments: Fragments,
  costOfField: (field: FieldNode) => number,
): number {
  let sum = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      sum += costOfField(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment) sum += sumOf(fragment.selectionSet, fragments, costOfField);
  }
  return sum;
}
