/**
 * GraphQL refuses ill-typed input before any rule of ours runs. This plugin lets the rules speak all the same: the raw
 * input goes through the schema that REST uses, so that both doors name the same faults at the same places.
 */
import {
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Fault, refuseAll } from '../domain/refusal.ts';
import { toGraphQLError } from './errors.ts';

/** Finds the faults of the raw `input` of a mutation, by the mutation's name. */
export type InputFaults = ReadonlyMap<string, (raw: Readonly<Record<string, unknown>>) => readonly Fault[]>;

type Variables = Readonly<Record<string, unknown>>;

const coercionMessage =
  /of required type|cannot represent|invalid value|Expected (value of )?type|is not defined by type|does not exist in|must not be null|found null/;

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
        setResult(translate(result, params.documentAST, operationName, variables ?? {}, inputs));
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
        const errors = translate(
          result.errors,
          args.document,
          args.operationName ?? undefined,
          args.variableValues ?? {},
          inputs,
        );
        setResult({ errors });
      },
    }),
  };
}

function areCoercion(errors: readonly Error[]): errors is readonly GraphQLError[] {
  return errors.length > 0 && errors.every((error) => coercionMessage.test(error.message));
}

function translate(
  errors: readonly GraphQLError[],
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
  inputs: InputFaults,
): GraphQLError[] {
  const faults = faultsOf(document, operationName, variables, inputs);
  if (faults.length > 0) return [toGraphQLError(refuseAll(faults))];
  // The rules find nothing: the fault lies where only GraphQL looks, such as a property that the input does not have.
  return errors.map((error) => {
    const place = /at "[^".]+\.([^"]+)"/.exec(error.message)?.[1] ?? placeInLiteral(error);
    const path = place?.replace(/^input\./, '');
    return toGraphQLError(refuseAll([{ path: path ?? 'input', text: error.message }]));
  });
}

function placeInLiteral(error: GraphQLError): string | undefined {
  const field = error.nodes?.find((node): node is ObjectFieldNode => node.kind === Kind.OBJECT_FIELD);
  return field?.name.value;
}

function faultsOf(
  document: DocumentNode,
  operationName: string | undefined,
  variables: Variables,
  inputs: InputFaults,
): readonly Fault[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return [];
  return operation.selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const check = inputs.get(selection.name.value);
    const argument = selection.arguments?.find((one) => one.name.value === 'input');
    if (!check || !argument) return [];
    const raw = rawValue(argument.value, variables);
    return check(typeof raw === 'object' && raw !== null ? (raw as Variables) : {});
  });
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
