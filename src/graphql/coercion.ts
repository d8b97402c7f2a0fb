/**
 * GraphQL refuses ill-typed input before any rule of ours runs. This plugin lets the rules speak all the same: the raw
 * input goes through the schema that REST uses, so that both doors name the same faults at the same places.
 */
import {
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { writePath } from '../domain/fields/parse.ts';
import { type Fault, type Refusal, refuseAll } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import { toGraphQLError } from './errors.ts';

/** Finds the faults of the raw `input` of a mutation, by the mutation's name. */
export type InputFaults = ReadonlyMap<
  string,
  (raw: Readonly<Record<string, unknown>>, context: GraphQLContext) => readonly Fault[]
>;

/** GraphQL stops looking after this many, and says so in one more. */
const faultsAtMost = 50;

type Variables = Readonly<Record<string, unknown>>;

const coercionMessage =
  /of required type|cannot represent|invalid value|Expected (value of )?type|is not defined by type|does not exist in|must not be null|found null|Too many errors processing variables/;

export function coercionPlugin(inputs: InputFaults): Plugin {
  return {
    onValidate:
      ({ params }) =>
      ({ valid, result, setResult, context }) => {
        if (valid || !areCoercion(result)) return;
        const { variables, operationName } = (context.params ?? {}) as {
          variables?: Variables;
          operationName?: string;
        };
        const find = faultFinder(params.documentAST, operationName, variables ?? {}, inputs);
        setResult(translate(result, find, context as unknown as CoercionContext));
      },
    onExecute: ({ args }) => ({
      onExecuteDone: ({ result, setResult }) => {
        if (
          !('errors' in result) ||
          result.data !== undefined ||
          !result.errors ||
          !areCoercion(result.errors)
        )
          return;
        const find = faultFinder(
          args.document,
          args.operationName ?? undefined,
          args.variableValues ?? {},
          inputs,
        );
        setResult({
          errors: translate(result.errors, find, args.contextValue as unknown as CoercionContext),
        });
      },
    }),
  };
}

/** What the door knows of the request; `conflict` says that its X-Request-ID was used for another one. */
type CoercionContext = GraphQLContext & { readonly conflict: Refusal | null };

function areCoercion(errors: readonly Error[]): errors is readonly GraphQLError[] {
  return errors.length > 0 && errors.every((error) => coercionMessage.test(error.message));
}

function translate(
  errors: readonly GraphQLError[],
  { operation, faults: find }: FaultFinder,
  context: CoercionContext,
): GraphQLError[] {
  // A used id answers before any field is looked at (contract 3).
  if (context.conflict) return [answered(context.conflict)];
  const faults = find(context);
  if (faults.length > 0) return [answered(refuseAll(faults))];
  // The rules find nothing: the fault lies where only GraphQL looks, such as a property that the input does not have.
  return errors.slice(0, faultsAtMost).map((error) => {
    const path = placeInVariable(error.message) ?? placeInLiteral(error, operation) ?? 'input';
    return answered(refuseAll([{ path, text: error.message }]));
  });
}

/** Nothing has run, so the refusal is the answer, with its status. */
const answered = (refusal: Refusal): GraphQLError =>
  toGraphQLError(refusal, { status: refusal.status, spec: true });

/** The place that a message names: `at "input.debtorAccount"; Field "branch" …`, else the variable. */
function placeInVariable(message: string): string | undefined {
  const variable = /^Variable "\$(\w+)"/.exec(message)?.[1];
  if (variable === undefined) return undefined;
  const named = [...message.matchAll(/ at "([^"]+)"; /g)].at(-1)?.[1];
  const inside = named?.replace(/^\w+\.?/, '') || undefined;
  const unknown = /Field "(\w+)" is not defined by type/.exec(message)?.[1];
  const place = [inside, unknown].filter((step) => step !== undefined).join('.');
  return place === '' ? variable : place;
}

/** The place of the faulty value among the arguments of the document. */
function placeInLiteral(
  { nodes }: GraphQLError,
  operation: OperationDefinitionNode | null,
): string | undefined {
  const wanted: readonly object[] = nodes ?? [];
  for (const selection of operation?.selectionSet.selections ?? []) {
    if (selection.kind !== Kind.FIELD) continue;
    for (const { name, value } of selection.arguments ?? []) {
      const found = pathWithin(value, wanted, []);
      if (found) return writePath(found) || name.value;
    }
  }
  return undefined;
}

type Steps = readonly (string | number)[];

function pathWithin(value: ValueNode, wanted: readonly object[], path: Steps): Steps | null {
  if (wanted.includes(value)) return path;
  for (const [step, item, node] of partsOf(value)) {
    const found = wanted.includes(node) ? [...path, step] : pathWithin(item, wanted, [...path, step]);
    if (found) return found;
  }
  return null;
}

/** The parts of a list or an object, each with its step and the node that stands for it. */
function partsOf(value: ValueNode): readonly (readonly [string | number, ValueNode, object])[] {
  if (value.kind === Kind.OBJECT) return value.fields.map((field) => [field.name.value, field.value, field]);
  return value.kind === Kind.LIST ? value.values.map((item, index) => [index, item, item]) : [];
}

interface FaultFinder {
  readonly operation: OperationDefinitionNode | null;
  faults(context: GraphQLContext): readonly Fault[];
}

/** Finds the faults of every raw input in the operation that would have run. */
function faultFinder(
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
  inputs: InputFaults,
): FaultFinder {
  const operation = getOperationAST(document, operationName) ?? null;
  const selections = operation?.operation === 'mutation' ? operation.selectionSet.selections : [];
  const faults = (context: GraphQLContext) =>
    selections.flatMap((selection) => {
      if (selection.kind !== Kind.FIELD) return [];
      const check = inputs.get(selection.name.value);
      const argument = selection.arguments?.find((one) => one.name.value === 'input');
      if (!check || !argument) return [];
      const raw = rawValue(argument.value, variables);
      return check(typeof raw === 'object' && raw !== null ? (raw as Variables) : {}, context);
    });
  return { operation, faults };
}

function rawValue(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  return valueFromASTUntyped(node, { ...variables });
}

/** The error for syntax and validation faults of a document, with a code of their own. */
export function withCode(error: GraphQLError): GraphQLError {
  if (error.extensions.code !== undefined) return error;
  error.extensions.code = 'GRAPHQL_VALIDATION_FAILED';
  return error;
}
