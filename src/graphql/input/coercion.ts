/**
 * GraphQL refuses ill-typed input before the rules of the bank run. What it has refused is compared with its types here, and
 * the rules run as well, so that both doors name the same faults at the same paths. Paths are derived from the structure
 * of the input, never from the text of an error.
 */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { writePath } from '../../domain/fields/path.ts';
import { type Fault, faultsCountedAtMost, type Refusal, refuseAll } from '../../domain/refusal.ts';
import type { ParsedDocument } from '../documents/documents.ts';
import { fragmentsOf } from '../documents/fragments.ts';
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
  const { operation } = input.parsed;
  if (operation === null) return null;
  if (invalid.length === 0) return refused(input, faultsOfVariables(input, operation));
  return refused(input, faultsOfLiterals(input, operation)) ?? { errors: invalid };
}

/** What is wrong with null for variables that have a default, which GraphQL takes until it comes to their places. */
export function judgeNulls(input: Input): Verdict | null {
  const { operation } = input.parsed;
  const names = nullsForDefaults(input, operation);
  return operation === null || names.size === 0
    ? null
    : refused(input, faultsOfNulls(input, operation, names));
}

function nullsForDefaults(
  { variables }: Input,
  operation: OperationDefinitionNode | null,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { variable, defaultValue } of operation?.variableDefinitions ?? [])
    if (defaultValue && variables[variable.name.value] === null) names.add(variable.name.value);
  return names;
}

function* faultsOfNulls(
  { schema, parsed, variables }: Input,
  operation: OperationDefinitionNode,
  names: ReadonlySet<string>,
): Generator<LocatedFault> {
  const isNull = (node: ValueNode): boolean => node.kind === Kind.VARIABLE && names.has(node.name.value);
  const form = {
    ...literal,
    isElsewhere: (node: ValueNode) => literal.isElsewhere(node) && !isNull(node),
    isNull: (node: ValueNode) => literal.isNull(node) || isNull(node),
  };
  const isLeftOut = leftOutBy(variables, operation);
  for (const { steps, inBody, type, value } of argumentsOf(schema, parsed.document, operation, isLeftOut))
    for (const { at, text } of walk(form, type, value)) yield { steps: [...steps, ...at], inBody, text };
}

/** A location in the input. */
interface Location {
  readonly steps: Steps;
  /** Whether it lies in the `input` of a mutation. */
  readonly inBody: boolean;
}

interface LocatedFault extends Location {
  readonly text: string;
}

function* faultsOfVariables(
  { schema, parsed, variables }: Input,
  operation: OperationDefinitionNode,
): Generator<LocatedFault> {
  const used = locationsOfVariables(argumentsOf(schema, parsed.document, operation));
  for (const definition of operation.variableDefinitions ?? []) {
    const { name, type } = variableOf(schema, definition);
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (type === null || (given === undefined && definition.defaultValue)) continue;
    const { steps, inBody } = used.get(name) ?? { steps: [name], inBody: false };
    for (const { at, text } of walk(json, type, given)) yield { steps: [...steps, ...at], inBody, text };
  }
}

/** Faults of literals that validation has found; none when they are not in the operation that would run. */
function* faultsOfLiterals(
  { schema, parsed }: Input,
  operation: OperationDefinitionNode,
): Generator<LocatedFault> {
  for (const { steps, inBody, type, value } of argumentsOf(schema, parsed.document, operation))
    for (const { at, text } of walk(literal, type, value)) yield { steps: [...steps, ...at], inBody, text };
  for (const definition of operation.variableDefinitions ?? []) {
    const { name, type } = variableOf(schema, definition);
    if (type === null || !definition.defaultValue) continue;
    for (const { at, text } of walk(literal, type, definition.defaultValue))
      yield { steps: [name, ...at], inBody: false, text };
  }
}

function variableOf(schema: GraphQLSchema, { variable, type: node }: VariableDefinitionNode) {
  const type = typeFromAST(schema, node);
  return { name: variable.name.value, type: isInputType(type) ? type : null };
}

function refused(input: Input, faults: Generator<LocatedFault>): Verdict | null {
  const found: LocatedFault[] = [];
  for (const fault of faults) if (found.push(fault) >= faultsCountedAtMost) break;
  if (found.length === 0) return null;
  const refusal = refusalOf(input, found);
  const [mutation, ...others] = mutationsOf(input);
  const alone = mutation?.kind === Kind.FIELD && others.length === 0 && found.every(({ inBody }) => inBody);
  // A client that does not ask for the messages would not see the refusal.
  return alone && asksFor('tppMessages', mutation, input.parsed.document)
    ? { mutation, refusal }
    : { errors: [answered(refusal)] };
}

/** Whether the field is asked for a field of that name, by itself or through fragments. */
function asksFor(name: string, { selectionSet }: FieldNode, document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  const sets = new Set([selectionSet]);
  for (const set of sets)
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.INLINE_FRAGMENT) sets.add(one.selectionSet);
      else if (one.kind === Kind.FRAGMENT_SPREAD) sets.add(fragments.get(one.name.value)?.selectionSet);
      else if (one.name.value === name) return true;
    }
  return false;
}

function refusalOf(input: Input, found: readonly LocatedFault[]): Refusal {
  // An id that was used answers before any field is checked.
  if (input.state.conflict) return input.state.conflict;
  const ruled = faultsByRules(input);
  const misfits = found.map(({ steps, text }) => ({ path: writePath(steps) || 'input', text }));
  // The PSU's fields are headers, which answer before the body; one that does not fit its type is not missing.
  const ofPsu = misfits
    .filter(({ path }, at) => found[at]?.inBody && isIn('psu', path))
    .map((misfit) => ruled.find((one) => one.path === misfit.path && !isMissing(one)) ?? misfit);
  if (ofPsu.length > 0) {
    const others = ruled.filter(
      (one) => isIn('psu', one.path) && !ofPsu.some(({ path }) => isIn(path, one.path)),
    );
    return refuseAll([...ofPsu, ...others]);
  }
  // Where the rules find nothing, the fault lies where only GraphQL looks, such as a property that the input does not have.
  return refuseAll(ruled.length > 0 ? ruled : misfits);
}

const isMissing = ({ reason }: Fault): boolean => reason === 'HTTP_HEADER_REQUIRED';
const isIn = (place: string, path: string): boolean => path === place || path.startsWith(`${place}.`);

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

/** The location of the first use of each variable. */
function locationsOfVariables(args: readonly Argument[]): ReadonlyMap<string, Location> {
  const locations = new Map<string, Location>();
  const look = (value: ValueNode, location: Location): void => {
    const under = (step: string | number): Location => ({ ...location, steps: [...location.steps, step] });
    if (value.kind === Kind.VARIABLE && !locations.has(value.name.value))
      locations.set(value.name.value, location);
    if (value.kind === Kind.LIST) for (const [index, one] of value.values.entries()) look(one, under(index));
    if (value.kind === Kind.OBJECT)
      for (const field of value.fields) look(field.value, under(field.name.value));
  };
  for (const argument of args) look(argument.value, argument);
  return locations;
}

type IsLeftOut = (node: SelectionNode) => boolean;

/** Whether @skip or @include leaves a selection out. */
function leftOutBy(variables: Variables, { variableDefinitions = [] }: OperationDefinitionNode): IsLeftOut {
  const conditionOf = (value: ValueNode | undefined): unknown => {
    if (value?.kind !== Kind.VARIABLE) return value?.kind === Kind.BOOLEAN ? value.value : undefined;
    const { value: name } = value.name;
    return variables[name] === undefined
      ? conditionOf(variableDefinitions.find(({ variable }) => variable.name.value === name)?.defaultValue)
      : variables[name];
  };
  const leaving: Readonly<Record<string, boolean>> = { skip: true, include: false };
  return ({ directives = [] }) =>
    directives.some(
      ({ name, arguments: [condition] = [] }) => conditionOf(condition?.value) === leaving[name.value],
    );
}

interface Argument extends Location {
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
}

/**
 * Every argument in the operation and its fragments, with its location. The `input` of a mutation is the body of the
 * request: its fields stand at their own names.
 */
function argumentsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  isLeftOut: IsLeftOut = () => false,
): readonly Argument[] {
  const found: Argument[] = [];
  const typeInfo = new TypeInfo(schema);
  const fragments = fragmentsOf(document);
  const roots = new Set<ASTNode>([operation]);
  const visitor = visitWithTypeInfo(typeInfo, {
    Argument({ name, value }) {
      const type = typeInfo.getArgument()?.type;
      const inBody = name.value === 'input' && typeInfo.getParentType() === schema.getMutationType();
      if (type) found.push({ steps: inBody ? [] : [name.value], inBody, type, value });
      return false;
    },
    Field: (field) => (isLeftOut(field) ? false : undefined),
    InlineFragment: (fragment) => (isLeftOut(fragment) ? false : undefined),
    FragmentSpread(spread) {
      if (isLeftOut(spread)) return false;
      const fragment = fragments.get(spread.name.value);
      if (fragment) roots.add(fragment);
      return undefined;
    },
  });
  for (const root of roots) visit(root, visitor);
  return found;
}
