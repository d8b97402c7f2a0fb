import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type ASTVisitor,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type RawInput, variablesOf } from '../input-faults.ts';
import { greatestLengthsContext } from '../schema/lists.ts';
import type { ParsedDocument } from './documents.ts';
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
export function costOf(parsedDocument: ParsedDocument, variables: RawInput): number | null {
  const { schema, operation } = parsedDocument;
  const reduced = reducedDocuments.get(operation) ?? withLengthArgumentsOnly(parsedDocument);
  reducedDocuments.set(operation, reduced);
  if (variablesOf(schema, reduced.operation, variables).wrongValues.size > 0) return null;
  // For a query we assume lists of usual length. A mutation cannot be refused after it has acted, and a subscription sends its
  // fields for every event. So for a mutation or subscription we assume the longest lists.
  const ctx = operation.operation === 'query' ? {} : greatestLengthsContext;
  const { complexity } = complexityFromQuery(reduced.document, { schema, ctx, variables });
  return complexity + costOfIntrospection(parsedDocument);
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
function costOfIntrospection({ rootFields, fragments }: ParsedDocument): number {
  const sets = rootFields.flatMap(({ node: { name, selectionSet } }) =>
    selectionSet && /^__(schema|type)$/.test(name.value) ? selectionSet : [],
  );
  return sets.reduce((sum, set) => sum + costOfSelections(set, fragments), 0);
}

const costOfSelections = ({ selections }: SelectionSetNode, fragments: Fragments): number =>
  selections.reduce((sum, node) => sum + costOfSelection(node, fragments), 0);

function costOfSelection(node: SelectionNode, fragments: Fragments): number {
  const isSpread = node.kind === Kind.FRAGMENT_SPREAD;
  const set = isSpread ? fragments.get(node.name.value)?.selectionSet : node.selectionSet;
  const costBelow = set ? costOfSelections(set, fragments) : 0;
  if (node.kind !== Kind.FIELD) return costBelow;
  return 1 + (introspectionLengths.get(node.name.value) ?? 1) * costBelow;
}
