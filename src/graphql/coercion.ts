/**
 * GraphQL refuses ill-typed input before any rule of ours runs. Here the input is held against its types first, and
 * where it does not fit the rules speak all the same: both doors name the same faults at the same places. Places come
 * from the input's structure and never from the wording of an error.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { writePath } from '../domain/fields/path.ts';
import { type Fault, faultsCountedAtMost, type Refusal, refuseAll } from '../domain/refusal.ts';
import type { GraphQLContext } from './context.ts';
import type { ParsedDocument } from './documents.ts';
import { toGraphQLError } from './errors.ts';
import { json, literal, type Steps, walk } from './input-walk.ts';
import { ValueError } from './validation.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Finds the faults of the raw `input` of a mutation, by the mutation's name. */
export type InputFaults = ReadonlyMap<string, (raw: Variables, context: GraphQLContext) => readonly Fault[]>;

export interface Input {
  readonly schema: GraphQLSchema;
  readonly rules: InputFaults;
  readonly parsed: ParsedDocument;
  readonly variables: Variables;
  /** What the door knows of the request; `conflict` says that its X-Request-ID was used for another one. */
  readonly context: GraphQLContext & { readonly conflict: Refusal | null };
}

/** What is wrong with an operation before it runs: faults of the document, else of its literals, else of its variables. */
export function inputErrors(invalid: readonly GraphQLError[], input: Input): readonly GraphQLError[] {
  if (invalid.length === 0) {
    const refusal = variablesRefused(input);
    return refusal ? [refusal] : [];
  }
  const refusal = invalid.every((error) => error instanceof ValueError) ? literalsRefused(input) : null;
  return refusal ? [refusal] : invalid;
}

/** The refusal that the variables deserve, or null when all of them fit. */
function variablesRefused(input: Input): GraphQLError | null {
  const { schema, parsed, variables } = input;
  const { operation } = parsed;
  if (operation === null) return null;
  const placeOf = placesOfVariables(schema, parsed.document, operation);
  const found = Faults.by((faults) => {
    for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
      const name = variable.name.value;
      const type = typeFromAST(schema, node);
      if (!isInputType(type)) continue;
      const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (given === undefined && defaultValue) continue;
      walk(json, type, given, [], (place, text) => faults.add([...placeOf(name), ...place], text));
    }
  });
  return found.listed.length === 0 ? null : refused(input, found);
}

/** The refusal for literals that validation has found wanting; null where the operation that would run has none. */
function literalsRefused(input: Input): GraphQLError | null {
  const { schema, parsed } = input;
  const { operation } = parsed;
  if (operation === null) return null;
  const found = Faults.by((faults) => {
    eachArgument(schema, parsed.document, operation, (place, type, value) =>
      walk(literal, type, value, place, (at, text) => faults.add(at, text)),
    );
    for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
      const type = typeFromAST(schema, node);
      if (!defaultValue || !isInputType(type)) continue;
      walk(literal, type, defaultValue, [variable.name.value], (at, text) => faults.add(at, text));
    }
  });
  return found.listed.length === 0 ? null : refused(input, found);
}

/** Faults with their places; with many of them the search ends. */
class Faults {
  readonly listed: Fault[] = [];

  add(place: Steps, text: string): void {
    this.listed.push({ path: writePath(place) || 'input', text });
    if (this.listed.length >= faultsCountedAtMost) throw new Enough();
  }

  /** Searches, as far as it is worth it. */
  static by(search: (found: Faults) => void): Faults {
    const found = new Faults();
    try {
      search(found);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
    return found;
  }
}
class Enough extends Error {}

function refused(input: Input, found: Faults): GraphQLError {
  // A used id answers before any field is looked at (contract 3).
  if (input.context.conflict) return answered(input.context.conflict);
  const ruled = faultsByRules(input);
  // The rules find nothing: the fault lies where only GraphQL looks, such as a property that the input does not have.
  return answered(refuseAll(ruled.length > 0 ? ruled : found.listed));
}

/** Nothing has run, so the refusal is the answer, with its status. */
const answered = (refusal: Refusal): GraphQLError =>
  toGraphQLError(refusal, { status: refusal.status, spec: true });

/** What the schemas of the REST door say of the inputs. */
function faultsByRules({ parsed: { operation }, rules, variables, context }: Input): readonly Fault[] {
  const selections = operation?.operation === 'mutation' ? operation.selectionSet.selections : [];
  return selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const check = rules.get(selection.name.value);
    const argument = selection.arguments?.find((one) => one.name.value === 'input');
    if (!check || !argument) return [];
    const raw = rawValue(argument.value, variables);
    return check(typeof raw === 'object' && raw !== null ? (raw as Variables) : {}, context);
  });
}

function rawValue(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  return valueFromASTUntyped(node, { ...variables });
}

/** Where a variable's value ends up: the place of its first use. Looked for when it is asked for. */
function placesOfVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
) {
  let found: Map<string, Steps> | undefined;
  const places = (): Map<string, Steps> => {
    const made = new Map<string, Steps>();
    const look = (value: ValueNode, place: Steps): void => {
      if (value.kind === Kind.VARIABLE && !made.has(value.name.value)) made.set(value.name.value, place);
      if (value.kind === Kind.LIST)
        for (const [index, one] of value.values.entries()) look(one, [...place, index]);
      if (value.kind === Kind.OBJECT)
        for (const field of value.fields) look(field.value, [...place, field.name.value]);
    };
    eachArgument(schema, document, operation, (place, _, value) => look(value, place));
    return made;
  };
  return (name: string): Steps => {
    found ??= places();
    return found.get(name) ?? [name];
  };
}

/**
 * Every argument in the operation and its fragments, with its place. The `input` of a mutation is the body of the
 * request: its fields stand at their own names.
 */
function eachArgument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  tell: (place: Steps, type: GraphQLInputType, value: ValueNode) => void,
): void {
  const typeInfo = new TypeInfo(schema);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  for (const root of [operation, ...usedBy(operation, fragments)]) {
    visit(
      root,
      visitWithTypeInfo(typeInfo, {
        Argument({ name, value }) {
          const argument = typeInfo.getArgument();
          const isBody = name.value === 'input' && typeInfo.getParentType() === schema.getMutationType();
          if (argument) tell(isBody ? [] : [name.value], argument.type, value);
          return false;
        },
      }),
    );
  }
}

/** The fragments that the operation spreads, each once. */
function usedBy(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Iterable<FragmentDefinitionNode> {
  const used = new Set<FragmentDefinitionNode>();
  const look = (root: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(root, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        look(fragment);
      },
    });
  };
  look(operation);
  return used;
}
