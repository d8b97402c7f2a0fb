/**
 * GraphQL refuses ill-typed input before the rules of the bank run. Here the input is compared with its types first,
 * and where it does not fit the rules run as well, so that both doors name the same faults at the same places. Places
 * are derived from the structure of the input, never from the text of an error.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { writePath } from '../../domain/fields/path.ts';
import { type Fault, faultsCountedAtMost, type Refusal, refuseAll } from '../../domain/refusal.ts';
import type { ParsedDocument } from '../documents/documents.ts';
import { type Fragments, fragmentsOf } from '../documents/fragments.ts';
import type { ValueError } from '../documents/validation.ts';
import { answered } from '../errors.ts';
import type { RequestState } from '../request.ts';
import { json, literal, type Steps, walk } from './input-walk.ts';
import type { RefusedMutation } from './refused-payload.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Finds the faults of the raw `input` of a mutation, by the mutation's name. */
export type InputFaults = ReadonlyMap<string, (raw: Variables, state: RequestState) => readonly Fault[]>;

export interface Input {
  readonly schema: GraphQLSchema;
  readonly rules: InputFaults;
  readonly parsed: ParsedDocument;
  readonly variables: Variables;
  readonly state: RequestState;
}

export type Verdict =
  | { readonly errors: readonly GraphQLError[] }
  /** The faults lie in the input of the only mutation, whose payload names them. */
  | RefusedMutation;

/** What is wrong with the input of an operation: of its literals, which validation has found, else of its variables. */
export function judge(invalid: readonly ValueError[], input: Input): Verdict | null {
  if (invalid.length === 0) return refused(input, faultsOfVariables(input));
  return refused(input, faultsOfLiterals(input)) ?? { errors: invalid };
}

function faultsOfVariables(input: Input): Faults {
  const { schema, parsed, variables } = input;
  const { operation } = parsed;
  if (operation === null) return new Faults();
  const placeOf = placesOfVariables(schema, parsed.document, operation);
  return Faults.by((faults) => {
    for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
      const name = variable.name.value;
      const type = typeFromAST(schema, node);
      if (!isInputType(type)) continue;
      const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (given === undefined && defaultValue) continue;
      walk(json, type, given, (place, text) => {
        const { steps, inBody } = placeOf(name);
        faults.add([...steps, ...place], text, inBody);
      });
    }
  });
}

/** Faults of literals that validation has found; none when they are not in the operation that would run. */
function faultsOfLiterals(input: Input): Faults {
  const { schema, parsed } = input;
  const { operation } = parsed;
  if (operation === null) return new Faults();
  return Faults.by((faults) => {
    eachArgument(schema, parsed.document, operation, ({ steps, inBody }, type, value) =>
      walk(literal, type, value, (at, text) => faults.add([...steps, ...at], text, inBody)),
    );
    for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
      const type = typeFromAST(schema, node);
      if (!defaultValue || !isInputType(type)) continue;
      walk(literal, type, defaultValue, (at, text) => faults.add([variable.name.value, ...at], text, false));
    }
  });
}

/** A place in the input. */
interface Place {
  readonly steps: Steps;
  /** Whether it lies in the `input` of a mutation. */
  readonly inBody: boolean;
}

/** Faults with their places; beyond a bound the search ends. */
class Faults {
  readonly listed: Fault[] = [];
  inBodies = true;

  add(place: Steps, text: string, inBody: boolean): void {
    this.inBodies &&= inBody;
    this.listed.push({ path: writePath(place) || 'input', text });
    if (this.listed.length >= faultsCountedAtMost) throw new Enough();
  }

  /** The faults that `search` finds, up to the bound. */
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

function refused(input: Input, found: Faults): Verdict | null {
  if (found.listed.length === 0) return null;
  const refusal = refusalOf(input, found);
  const [mutation, ...others] = mutationsOf(input);
  const alone = mutation?.kind === Kind.FIELD && others.length === 0 && found.inBodies;
  // A client that does not ask for the messages would not see the refusal.
  return alone && asksFor('tppMessages', mutation, input.parsed.document)
    ? { mutation, refusal }
    : { errors: [answered(refusal)] };
}

/** Whether the field is asked for a field of that name, by itself or through fragments. */
function asksFor(name: string, { selectionSet }: FieldNode, document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  const looked = new Set<SelectionSetNode | undefined>();
  const look = (set: SelectionSetNode | undefined): boolean => {
    if (set === undefined || looked.has(set)) return false;
    looked.add(set);
    return set.selections.some((one) => {
      if (one.kind === Kind.FIELD) return one.name.value === name;
      return look(
        one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments.get(one.name.value)?.selectionSet,
      );
    });
  };
  return look(selectionSet);
}

function refusalOf(input: Input, found: Faults): Refusal {
  // An id that was used answers before any field is checked.
  if (input.state.conflict) return input.state.conflict;
  const ruled = faultsByRules(input);
  // The rules find nothing: the fault lies where only GraphQL looks, such as a property that the input does not have.
  return refuseAll(ruled.length > 0 ? ruled : found.listed);
}

const mutationsOf = ({ parsed: { operation } }: Input): readonly SelectionNode[] =>
  operation?.operation === 'mutation' ? operation.selectionSet.selections : [];

/** What the schemas of the REST door say of the inputs. */
function faultsByRules(input: Input): readonly Fault[] {
  const { rules, variables, state } = input;
  return mutationsOf(input).flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const check = rules.get(selection.name.value);
    const argument = selection.arguments?.find((one) => one.name.value === 'input');
    if (!check || !argument) return [];
    const raw = rawValue(argument.value, variables);
    return check(typeof raw === 'object' && raw !== null ? (raw as Variables) : {}, state);
  });
}

function rawValue(node: ValueNode, variables: Variables): unknown {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  return valueFromASTUntyped(node, { ...variables });
}

/** The place of the first use of a variable, searched when it is needed. */
function placesOfVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
) {
  let found: Map<string, Place> | undefined;
  const places = (): Map<string, Place> => {
    const made = new Map<string, Place>();
    const look = (value: ValueNode, place: Place): void => {
      const under = (step: string | number): Place => ({ ...place, steps: [...place.steps, step] });
      if (value.kind === Kind.VARIABLE && !made.has(value.name.value)) made.set(value.name.value, place);
      if (value.kind === Kind.LIST)
        for (const [index, one] of value.values.entries()) look(one, under(index));
      if (value.kind === Kind.OBJECT)
        for (const field of value.fields) look(field.value, under(field.name.value));
    };
    eachArgument(schema, document, operation, (place, _, value) => look(value, place));
    return made;
  };
  return (name: string): Place => {
    found ??= places();
    return found.get(name) ?? { steps: [name], inBody: false };
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
  tell: (place: Place, type: GraphQLInputType, value: ValueNode) => void,
): void {
  const typeInfo = new TypeInfo(schema);
  const fragments = fragmentsOf(document);
  for (const root of [operation, ...usedBy(operation, fragments)]) {
    visit(
      root,
      visitWithTypeInfo(typeInfo, {
        Argument({ name, value }) {
          const argument = typeInfo.getArgument();
          const isBody = name.value === 'input' && typeInfo.getParentType() === schema.getMutationType();
          if (argument) tell({ steps: isBody ? [] : [name.value], inBody: isBody }, argument.type, value);
          return false;
        },
      }),
    );
  }
}

/** The fragments that the operation spreads, each once. */
function usedBy(operation: OperationDefinitionNode, fragments: Fragments): Iterable<FragmentDefinitionNode> {
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
