/**
 * The most fields that a response to an operation can have, added up by @pothos/plugin-complexity: each list counts with its
 * greatest length (schema/costs.ts).
 */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  print,
  visit,
} from 'graphql';
import { longest } from '../schema/costs.ts';
import { fragmentsOf } from './fragments.ts';
import { costOfIntrospection } from './introspection-cost.ts';
import { limits, tooMuch } from './limits.ts';

type CountedOperation = Pick<ExecutionArgs, 'schema' | 'variableValues'> & {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
};

/** The refusal of an operation of this cost, or null. */
export function costFault(cost: number, { operation }: OperationDefinitionNode): GraphQLError | null {
  const atMost = operation === 'subscription' ? limits.subscriptionFields : limits.cost;
  if (cost <= atMost) return null;
  return tooMuch(`the document costs ${cost} fields, ${atMost} are allowed; ask for fewer items or fields`);
}

/** A prepared operation, and its cost for the last numbers. */
interface CountableOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  numbers: string;
  cost: number;
}
const operations = new WeakMap<OperationDefinitionNode, CountableOperation>();

/** Cost of a valid operation; null if its variables are invalid, which execution reports. */
export function costOf(args: CountedOperation): number | null {
  const countable = operations.get(args.operation) ?? countableOf(args);
  operations.set(args.operation, countable);
  const { schema } = args;
  const variables = args.variableValues ?? {};
  const { variableDefinitions = [], operation, selectionSet } = countable.operation;
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const numbers = JSON.stringify(Object.fromEntries(names.map((name) => [name, variables[name]])));
  if (numbers === countable.numbers) return countable.cost;
  if (getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors) return null;
  // A mutation cannot be refused after it acted, and a stream repeats its cost.
  const ctx = operation === 'query' ? {} : longest;
  const { complexity } = complexityFromQuery(countable.document, { schema, ctx, variables });
  countable.cost = complexity + costOfIntrospection(selectionSet, fragmentsOf(countable.document));
  countable.numbers = numbers;
  return countable.cost;
}

/**
 * The operation with numbers as its only arguments and variables, since only these decide the length of a list. The plugin
 * reads all values, and would make an error for each of a hundred thousand wrong ones, which takes minutes.
 */
function countableOf({ document, operation }: CountedOperation): CountableOperation {
  const alone: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...fragmentsOf(document).values()],
  };
  const countable = visit(alone, {
    Argument: ({ name }) => (name.value === 'first' || name.value === 'last' ? undefined : null),
    VariableDefinition: ({ type }) => (/^Int!?$/.test(print(type)) ? undefined : null),
  });
  const [first] = countable.definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the operation comes first');
  return { operation: first, document: countable, numbers: '', cost: 0 };
}
