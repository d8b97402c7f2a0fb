/**
 * Faults of input, described as REST does. graphql-js finds the values with wrong types; the REST rules of a mutation name the
 * other faults of the same input, so both doors report the same faults at the same paths.
 */
import {
  type ASTNode,
  coerceInputValue,
  type GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { mustBeOneOf } from '../domain/fields/parse.ts';
import { writePath } from '../domain/fields/path.ts';
import { isObject } from '../domain/fields/shared.ts';
import { shownName } from '../domain/fields/warn.ts';
import { type Fault, faultsCountedAtMost, type Refusal, refuseAll } from '../domain/refusal.ts';
import type { GraphQLCall } from './call.ts';
import type { ParsedDocument } from './documents/documents.ts';
import { fragmentsOf } from './documents/fragments.ts';

type InputValues = Record<string, unknown>;

/** The faults that the REST rules find in a raw `input`. */
export type InputRules = (input: Readonly<InputValues>, call: GraphQLCall) => readonly Fault[];

/** The extensions of a field whose `input` is the body of REST. */
export interface BodyField {
  readonly rules?: InputRules | undefined;
  /** Value of the field when its input is refused. */
  readonly refused: (refusal: Refusal) => unknown;
}

export interface Input {
  readonly schema: GraphQLSchema;
  readonly parsed: ParsedDocument;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<InputValues>;
  /** Errors of validation that are about values alone. */
  readonly misfits: readonly GraphQLError[];
  readonly call: GraphQLCall;
}

/** Path of a value in REST: the `input` of a body has no name there. */
interface Location {
  readonly steps: readonly (string | number)[];
  readonly inBody: boolean;
}

interface Argument extends Location {
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  readonly rules: InputRules | undefined;
}

type Misfit = Fault & Pick<Location, 'inBody'>;

/** The refusal of values with wrong types, and whether all are in REST bodies. */
export function refusalOfInput(input: Input): { readonly refusal: Refusal; readonly inBody: boolean } | null {
  const inputValues: InputValues = {};
  for (const { variable, defaultValue } of input.operation.variableDefinitions ?? [])
    if (defaultValue) inputValues[variable.name.value] = valueFromASTUntyped(defaultValue);
  Object.assign(inputValues, input.variables);
  const args = argumentsOf(input, inputValues);
  const misfits = misfitsOf(input, args, inputValues);
  if (misfits.length === 0) return null;
  const ruled = args.flatMap(({ rules, value }) => {
    const raw = rules && valueFromASTUntyped(value, inputValues);
    return rules?.(isObject(raw) ? raw : {}, input.call) ?? [];
  });
  // A used X-Request-ID is refused before fields are checked.
  const refusal = input.call.outcome.conflict ?? refuseAll(faultsOf(misfits, ruled));
  return { refusal, inBody: misfits.every(({ inBody }) => inBody) };
}

const isPsu = ({ path }: Fault): boolean => /^psu(\.|$)/.test(path);

/** Prefers the faults of the rules over those of the types. PSU fields come first; a field of the wrong type is not missing. */
function faultsOf(misfits: readonly Misfit[], ruled: readonly Fault[]): readonly Fault[] {
  const better = ({ path }: Fault) => ruled.find((one) => one.path === path && one.reason === undefined);
  const ofPsu = misfits.filter((one) => one.inBody && isPsu(one)).map((one) => better(one) ?? one);
  if (ofPsu.length === 0) return ruled.length > 0 ? ruled : misfits;
  const isNamed = ({ path }: Fault) => ofPsu.some((one) => `${path}.`.startsWith(`${one.path}.`));
  return [...ofPsu, ...ruled.filter((one) => isPsu(one) && !isNamed(one))];
}

/** The arguments of the operation and its fragments, without what @skip and @include exclude. */
function argumentsOf(
  { schema, parsed: { document }, operation }: Input,
  inputValues: InputValues,
): readonly Argument[] {
  const args: Argument[] = [];
  const typeInfo = new TypeInfo(schema);
  const fragments = fragmentsOf(document);
  const roots = new Set<ASTNode>([operation]);
  const enter = (node: SelectionNode) => {
    if (isLeftOut(node, inputValues)) return false;
    const fragment = node.kind === Kind.FRAGMENT_SPREAD && fragments.get(node.name.value);
    if (fragment) roots.add(fragment);
    return undefined;
  };
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: enter,
    InlineFragment: enter,
    FragmentSpread: enter,
    Argument({ name, value }) {
      const type = typeInfo.getArgument()?.type;
      const { refused, rules } = (typeInfo.getFieldDef()?.extensions ?? {}) as Partial<BodyField>;
      const inBody = name.value === 'input' && refused !== undefined;
      if (type) args.push({ type, value, steps: inBody ? [] : [name.value], inBody, rules });
      return false;
    },
  });
  for (const root of roots) visit(root, visitor);
  return args;
}

function isLeftOut(node: SelectionNode, inputValues: InputValues): boolean {
  try {
    const { if: skip } = getDirectiveValues(GraphQLSkipDirective, node, inputValues) ?? {};
    const { if: include } = getDirectiveValues(GraphQLIncludeDirective, node, inputValues) ?? {};
    return skip === true || include === false;
  } catch {
    // The condition itself is invalid.
    return false;
  }
}

/** Placeholder for a valid value. */
const fitting = Symbol('fitting');
/** Placeholder for a missing value that the field, but not the variable, allows. */
const absentValue = Symbol('missing');
/** Placeholder for a literal that is valid as JSON but not as GraphQL, such as a code in quotes. */
const miswritten = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: 'miswritten literal' } } as const;

/** Faults of variables at their first use, and of the literals around them. */
function misfitsOf(input: Input, args: readonly Argument[], inputValues: InputValues): Misfit[] {
  const { schema, operation, variables } = input;
  const misfits: Misfit[] = [];
  const values: InputValues = { [miswritten.name.value]: Symbol('misfit') };
  const unlocated = new Map<string, readonly Misfit[]>();
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = inputValues[name];
    const type = typeFromAST(schema, node);
    const faults = isInputType(type) ? misfitsIn({ steps: [name], inBody: false }, type, value) : [];
    values[name] = value == null ? value : fitting;
    if (value !== undefined && !Object.hasOwn(variables, name)) misfits.push(...faults);
    else if (faults.length > 0) {
      unlocated.set(name, faults);
      values[name] = value ?? absentValue;
    }
  }
  const blamed = new Set<unknown>(input.misfits.flatMap(({ nodes = [] }) => nodes));
  const isMiswritten = (node: ASTNode) =>
    'value' in node && typeof node.value !== 'object' && blamed.has(node);
  for (const argument of args) {
    const literal = visit(argument.value, { enter: (node) => (isMiswritten(node) ? miswritten : undefined) });
    const faults = misfitsIn(argument, argument.type, valueFromASTUntyped(literal, values));
    misfits.push(...faults);
    if (faults.length > 0)
      visit(argument.value, {
        Variable({ name }) {
          if (unlocated.delete(name.value)) values[name.value] = fitting;
        },
      });
  }
  return [...misfits, ...[...unlocated.values()].flat()];
}

/** The errors of graphql-js' coercion, up to a limit. */
function misfitsIn(location: Location, type: GraphQLInputType, value: unknown): readonly Misfit[] {
  const misfits: Misfit[] = [];
  const note = (path: Location['steps'], wrong: unknown, { message }: GraphQLError) => {
    if (wrong === fitting) return;
    // graphql-js reports the whole object; the field's name is in its message.
    const [, name] = (isObject(wrong) && /^Field "(.*)" (?:of required|is not defined)/s.exec(message)) || [];
    const at = writePath([...location.steps, ...path, ...(name === undefined ? [] : [shownName(name)])]);
    const isAbsent =
      wrong == null || wrong === absentValue || (name !== undefined && !Object.hasOwn(wrong, name));
    const text = isAbsent ? 'is required' : name !== undefined ? notAProperty : demandOf(typeAt(type, path));
    if (misfits.push({ path: at || 'input', text, inBody: location.inBody }) >= faultsCountedAtMost)
      throw enough;
  };
  try {
    if (value !== undefined || isNonNullType(type)) coerceInputValue(value, type, note, true);
  } catch (error) {
    if (error !== enough) throw error;
  }
  return misfits;
}

const enough = new Error('enough faults were found');

function typeAt(type: GraphQLInputType, path: Location['steps']): GraphQLNamedInputType {
  return path.reduce<GraphQLNamedInputType>(
    (outer, step) => getNamedType((isInputObjectType(outer) && outer.getFields()[step]?.type) || outer),
    getNamedType(type),
  );
}

const notAProperty = 'is not a field of this operation';

function demandOf(type: GraphQLNamedInputType): string {
  if (isEnumType(type)) return mustBeOneOf(type.getValues().map(({ name }) => name));
  return demands[type.name] ?? (isInputObjectType(type) ? 'must be an object' : `must be a ${type.name}`);
}

const demands: Readonly<Record<string, string>> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  LocalDate: 'must be an existing date in the form YYYY-MM-DD',
  DateTime: 'must be a date and time of ISO 8601 with its offset, in the years 0001 to 9999',
};
