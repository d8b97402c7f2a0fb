/** Describes input of wrong types by the paths and texts of REST. */
import {
  type ASTNode,
  coerceInputValue,
  type DirectiveNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { mustBeOneOf } from '../domain/fields/parse.ts';
import { writePath } from '../domain/fields/path.ts';
import { shownName } from '../domain/fields/warn.ts';
import { type Fault, faultsCountedAtMost, type Refusal } from '../domain/refusal.ts';
import type { GraphQLCall } from './call.ts';
import type { OperationSource } from './documents/merged-selections.ts';

export type RawInput = Readonly<Record<string, unknown>>;

/** The extensions of a root field whose argument `input` is a body of REST. */
export interface BodyField {
  /** Rejects with the refusal that REST makes for the same input. Resolves if REST accepts this input. */
  readonly checkAsRest: (
    input: RawInput,
    typeFaults: readonly Fault[],
    call: GraphQLCall,
  ) => Promise<undefined>;
  /** The value of the root field in the response to a refused request. */
  readonly valueOnRefusal: (refusal: Refusal) => unknown;
}

type InputPath = readonly (string | number)[];

interface WrongValue {
  readonly path: InputPath;
  readonly text: string;
}

/** The first `atMost` wrong values in a variable. */
function wrongValuesIn(
  type: GraphQLInputType,
  json: unknown,
  atMost: number,
  revealsSchema: boolean,
): readonly WrongValue[] {
  const wrongValues: WrongValue[] = [];
  const addOrStop = (path: InputPath, value: unknown, { message }: GraphQLError) => {
    const { path: pathBelow, text } = toWrongValue(typeAt(type, path), value, message);
    wrongValues.push({ path: [...path, ...pathBelow], text });
    if (wrongValues.length >= atMost) throw new Error('enough wrong values');
  };
  try {
    // graphql-js calls `addOrStop` for each wrong value, and goes on until it throws.
    coerceInputValue(json, type, addOrStop, !revealsSchema);
  } catch (error) {
    if (wrongValues.length < atMost) throw error;
  }
  return wrongValues;
}

/** The indexes of lists in `path` do not change the type. */
function typeAt(type: GraphQLInputType, path: InputPath): GraphQLNamedInputType {
  let typeAtKey = getNamedType(type);
  for (const key of path) {
    const field = isInputObjectType(typeAtKey) ? typeAtKey.getFields()[key] : undefined;
    if (field) typeAtKey = getNamedType(field.type);
  }
  return typeAtKey;
}

/** Describes the fault that graphql-js reports by `message`. If the message names a field of the value, only this field is wrong. */
function toWrongValue(
  type: GraphQLInputType | null | undefined,
  value: unknown,
  message: string,
): WrongValue {
  const [, unknownField, typeName, suggestions] =
    /^Field "(.*)" is not defined by type "(\w+)"\.(?: Did you mean (.+)\?)?$/s.exec(message) ?? [];
  if (unknownField !== undefined) {
    const hint = suggestions === undefined ? '' : `; did you mean ${suggestions.replaceAll('"', '')}?`;
    return { path: [shownName(unknownField)], text: `is not a field of ${typeName}${hint}` };
  }
  const [, missingField] = /^Field "(?:\w+\.)?(\w+)" of required type /.exec(message) ?? [];
  if (missingField !== undefined) return { path: [missingField], text: 'is required' };
  return { path: [], text: value == null ? 'is required' : requirementOf(getNamedType(type), value) };
}

function requirementOf(type: GraphQLNamedType | undefined, value: unknown): string {
  if (isInputObjectType(type)) return 'must be an object';
  if (!isEnumType(type)) return scalarRequirements[type?.name ?? ''] ?? `must be a ${type?.name}`;
  // A document writes the codes of an enum without quotes. The JSON of a variable has quotes.
  if (typeof value === 'string' && type.getValue(value)) return `must be written without quotes: ${value}`;
  // Only the enums of introspection have no `codes` (schema/variants.ts).
  const codesInOrder = type.extensions.codes as readonly string[] | undefined;
  return mustBeOneOf(codesInOrder ?? type.getValues().map(({ name }) => name));
}

const scalarRequirements: Readonly<Record<string, string>> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number that fits in 32 bits',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  LocalDate: 'must be an existing date in the form YYYY-MM-DD',
  DateTime: 'must be a date and time of ISO 8601 with its offset, in the years 0001 to 9999',
};

export interface Variables {
  /** The values that the client sent, or else the defaults. */
  readonly values: RawInput;
  /** The first `faultsCountedAtMost` wrong values that the client sent, by variable. */
  readonly wrongValues: ReadonlyMap<string, readonly WrongValue[]>;
  /** The variables that have their default, because the client sent no value. */
  readonly namesWithDefault: ReadonlySet<string>;
}

export function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sentValues: RawInput,
  revealsSchema = false,
): Variables {
  // No prototype, because a variable may be called `constructor`.
  const values: Record<string, unknown> = Object.create(null);
  const wrongValues = new Map<string, readonly WrongValue[]>();
  const namesWithDefault = new Set<string>();
  let remaining: number = faultsCountedAtMost;
  for (const { variable, type: typeNode, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const isSent = Object.hasOwn(sentValues, name);
    values[name] = isSent ? sentValues[name] : defaultValue && valueFromASTUntyped(defaultValue);
    if (!isSent && defaultValue) {
      namesWithDefault.add(name);
      // The validation of the document has checked the default.
      continue;
    }
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type) || remaining === 0) continue;
    const wrongParts = wrongValuesIn(type, values[name], remaining, revealsSchema);
    if (wrongParts.length > 0) wrongValues.set(name, wrongParts);
    remaining -= wrongParts.length;
  }
  return { values, wrongValues, namesWithDefault };
}

export interface TypeFault extends Fault {
  /** The value is in the argument `input`, which is the body of REST. REST's paths begin inside the body. */
  readonly isInBody: boolean;
}

/** Visits the operation and its fragments. Reports a wrong variable or default at its first use; without a use, by its name. */
export function typeFaultsOf(
  { schema, operation, fragments }: OperationSource,
  { values, wrongValues: wrongValuesByVariable, namesWithDefault }: Variables,
  valueErrors: readonly GraphQLError[],
): readonly TypeFault[] {
  const typeFaults: TypeFault[] = [];
  const missingArguments: TypeFault[] = [];
  const pendingWrongValues = new Map(wrongValuesByVariable);
  const postpone = (name: string, wrongValues: readonly WrongValue[]) =>
    pendingWrongValues.set(name, [...(pendingWrongValues.get(name) ?? []), ...wrongValues]);
  const typeInfo = new TypeInfo(schema);
  /** The wrong values of a literal, or those of a variable that are not reported yet. */
  const takeWrongValuesAt = (node: ASTNode): readonly WrongValue[] => {
    const type = typeInfo.getInputType();
    if (node.kind !== Kind.VARIABLE)
      return valueErrors
        .filter(({ nodes }) => nodes?.includes(node))
        .map(({ message }) => toWrongValue(type, valueFromASTUntyped(node as ValueNode), message));
    const name = node.name.value;
    const wrongValues = pendingWrongValues.get(name) ?? [];
    pendingWrongValues.delete(name);
    // An argument may require a value that its variable does not require.
    return values[name] === null && isNonNullType(type) ? [{ path: [], text: 'is required' }] : wrongValues;
  };
  const roots = new Set<ASTNode | undefined>([operation]);
  const visitor = visitWithTypeInfo(typeInfo, {
    enter(node, key, parent = [], keys, ancestors) {
      // `false` skips what is below the node.
      if ('directives' in node && isExcluded(node.directives, values)) return false;
      if (node.kind === Kind.FRAGMENT_SPREAD) roots.add(fragments.get(node.name.value));
      if (node.kind === Kind.FIELD)
        missingArguments.push(...missingArgumentsOf(node, typeInfo.getFieldDef(), values));
      // `$name` in a definition is not a use of the variable.
      const wrongValues = key === 'variable' ? [] : takeWrongValuesAt(node);
      if (wrongValues.length === 0) return undefined;
      // The argument of @skip or @include is called `if`. The name of the variable says more.
      const isCondition = typeInfo.getDirective() && node.kind === Kind.VARIABLE;
      const path = isCondition ? [node.name.value] : pathOf(keys, [...ancestors, parent]);
      const name = `${path[0]}`;
      // If the client sent no value, a wrong default is reported at the first use of its variable.
      const isDefaultInForce = keys[0] === 'variableDefinitions' && namesWithDefault.has(name);
      if (isDefaultInForce) postpone(name, prefixPaths(path.slice(1), wrongValues));
      else typeFaults.push(...typeFaultsAt(path, wrongValues));
      return undefined;
    },
  });
  // `enter` adds the fragments that a root spreads, and the loop visits them too.
  for (const root of roots) if (root) visit(root, visitor);
  for (const [name, wrongValues] of pendingWrongValues) typeFaults.push(...typeFaultsAt([name], wrongValues));
  // If arguments are missing, but no value has a wrong type, the resolver runs and refuses the missing arguments.
  const faults = typeFaults.length > 0 ? [...missingArguments, ...typeFaults] : [];
  // Two aliases of a field can have the same fault.
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.text}`, fault])).values()];
}

/** Extensions of an argument that REST requires, but that GraphQL lets a client leave out. */
export const faultIfMissing = (fault: Fault) => ({ faultIfMissing: fault });

const missingArgumentsOf = (
  { arguments: nodes = [] }: FieldNode,
  definition: GraphQLField<unknown, unknown> | null | undefined,
  values: RawInput,
): readonly TypeFault[] =>
  (definition?.args ?? []).flatMap(({ name, extensions }) => {
    const fault = extensions.faultIfMissing as Fault | undefined;
    if (fault === undefined) return [];
    const argument = nodes.find((node) => node.name.value === name);
    const isSent = argument !== undefined && valueFromASTUntyped(argument.value, values) != null;
    return isSent ? [] : [{ ...fault, isInBody: false }];
  });

const prefixPaths = (outerPath: InputPath, wrongValues: readonly WrongValue[]): readonly WrongValue[] =>
  wrongValues.map(({ path, text }) => ({ path: [...outerPath, ...path], text }));

/** `outerPath` begins with the name of an argument or a variable. */
function typeFaultsAt(outerPath: InputPath, wrongValues: readonly WrongValue[]): readonly TypeFault[] {
  const isInBody = outerPath[0] === 'input';
  return prefixPaths(isInBody ? outerPath.slice(1) : outerPath, wrongValues).map(({ path, text }) => ({
    path: writePath(path) || 'input',
    text,
    isInBody,
  }));
}

const isExcluded = (directives: readonly DirectiveNode[] = [], values: RawInput): boolean =>
  directives.some(({ name, arguments: [condition] = [] }) => {
    const value = condition && valueFromASTUntyped(condition.value, values);
    return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
  });

/**
 * The path of the value that the visitor has reached. `nodes` are its ancestors, the outermost first; a list of nodes counts as one.
 * `keys[i]` is the property or index by which `nodes[i]` contains the next ancestor.
 */
function pathOf(keys: InputPath, nodes: readonly (ASTNode | readonly ASTNode[])[]): InputPath {
  let path: InputPath = [];
  for (const [index, node] of nodes.entries()) {
    const key = keys[index];
    // `node` is the array `values` of a list in the document, so `key` is the index of an item.
    if (keys[index - 1] === 'values' && key !== undefined) path = [...path, key];
    if (!('kind' in node)) continue;
    if (node.kind === Kind.ARGUMENT) path = [node.name.value];
    if (node.kind === Kind.VARIABLE_DEFINITION) path = [node.variable.name.value];
    if (node.kind === Kind.OBJECT_FIELD) path = [...path, node.name.value];
  }
  return path;
}
