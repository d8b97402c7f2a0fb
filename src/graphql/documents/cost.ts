/**
 * Estimates the number of fields in the response to an operation, with @pothos/plugin-complexity. schema/lists.ts has the lengths
 * that the estimate assumes for lists.
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
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
import { type Fragments, fragmentsOf, type OperationSource } from './merged-selections.ts';

/** The error for an operation that costs too much, or null. */
export function findCostFault(cost: number, { operation }: OperationDefinitionNode): GraphQLError | null {
  const atMost = operation === 'subscription' ? limits.subscriptionFields : limits.cost;
  if (cost <= atMost) return null;
  return limitError(
    `the document costs ${cost} fields, ${atMost} are allowed; ask for fewer items or fields`,
  );
}

/** The result of `reduceDocument` for each operation. */
const reducedDocuments = new WeakMap<OperationDefinitionNode, DocumentNode>();

/** The cost of a valid operation. null if its variables are invalid, which input-faults.ts reports. */
export function costOf(source: OperationSource, variables: RawInput): number | null {
  const { schema, operation } = source;
  const reducedDocument = reducedDocuments.get(operation) ?? reduceDocument(source);
  reducedDocuments.set(operation, reducedDocument);
  const [reducedOperation] = reducedDocument.definitions;
  if (reducedOperation?.kind !== Kind.OPERATION_DEFINITION)
    throw new Error('the document begins with a fragment');
  if (variablesOf(schema, reducedOperation, variables).wrongValues.size > 0) return null;
  // Assumes the greatest lengths of lists for a mutation, which cannot be refused after it has acted, and for a subscription, which
  // sends its fields for every event.
  const ctx = operation.operation === 'query' ? {} : greatestLengthsContext;
  const { complexity } = complexityFromQuery(reducedDocument, { schema, ctx, variables });
  return complexity + costOfIntrospection(reducedOperation.selectionSet, fragmentsOf(reducedDocument));
}

/**
 * The operation and its fragments, with only the arguments `first` and `last`, and only the variables that are whole numbers. No
 * other argument changes the length of a list. For a long input with many wrong values, the plugin would make errors for minutes.
 */
const reduceDocument = ({ document, fragments, operation }: OperationSource): DocumentNode =>
  // `null` removes a node, `undefined` keeps it.
  visit(
    { ...document, definitions: [operation, ...fragments.values()] },
    {
      Argument: ({ name }) => (name.value === 'first' || name.value === 'last' ? undefined : null),
      VariableDefinition: ({ type }) => (/^Int!?$/.test(print(type)) ? undefined : null),
    },
  );

/**
 * Estimated lengths of the lists of an introspection. They are so low that a document may contain the introspection query of common
 * tools once, but not several times.
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

/** The cost of the root fields __schema and __type, which the plugin does not count. */
const costOfIntrospection = (root: SelectionSetNode, fragments: Fragments): number =>
  sumOf(root, fragments, ({ name, selectionSet }) =>
    selectionSet && /^__(schema|type)$/.test(name.value) ? costUnder(selectionSet, fragments) : 0,
  );

const costUnder = (set: SelectionSetNode, fragments: Fragments): number =>
  sumOf(set, fragments, ({ name, selectionSet }) => {
    const costPerItem = selectionSet ? costUnder(selectionSet, fragments) : 0;
    return 1 + (introspectionLengths.get(name.value) ?? 1) * costPerItem;
  });

/** Adds up the costs of the fields of a selection, also in its fragments. */
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
