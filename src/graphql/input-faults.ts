/** Finds values of wrong types in the input of an operation, and describes them as REST does. */
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  print,
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
import { type Fault, faultsCountedAtMost, type Refusal } from '../domain/refusal.ts';
import type { GraphQLCall } from './call.ts';
import { fragmentsOf } from './documents/levels.ts';

export type RawInput = Readonly<Record<string, unknown>>;

/** The extensions of a field whose argument `input` is the body of REST. */
export interface BodyField {
  /** Runs the field with an input that has values of wrong types. Returns or throws a refusal: that of REST for the same input. */
  readonly refuse: (input: RawInput, typeFaults: readonly Fault[], call: GraphQLCall) => Promise<Refusal>;
  /** Value of the field when its input is refused. */
  readonly valueOnRefusal: (refusal: Refusal) => unknown;
}

export const bodyFieldOf = ({ extensions }: { readonly extensions: object }): BodyField | null =>
  'valueOnRefusal' in extensions ? (extensions as BodyField) : null;

interface WrongValue {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

export interface Variable {
  /** As the client sent it, or else its default. */
  readonly value: unknown;
  readonly isDefault: boolean;
  readonly faults: readonly WrongValue[];
}

export type Variables = ReadonlyMap<string, Variable>;

export const variablesOf = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sentValues: RawInput,
): Variables =>
  new Map(
    variableDefinitions.map(({ variable, type: typeNode, defaultValue }) => {
      const name = variable.name.value;
      const isSent = Object.hasOwn(sentValues, name);
      const isDefault = defaultValue !== undefined && !isSent;
      // A name such as `toString` is also in the prototype of `sentValues`.
      const sentValue = isSent ? sentValues[name] : undefined;
      const value = isDefault ? valueFromASTUntyped(defaultValue) : sentValue;
      const type = typeFromAST(schema, typeNode);
      const faults = isInputType(type) ? wrongValuesIn(type, value) : [];
      return [name, { value, isDefault, faults }];
    }),
  );

export const valuesOf = (variables: Variables): Record<string, unknown> =>
  Object.fromEntries([...variables].map(([name, { value }]) => [name, value]));

/** Stands for a variable in an argument. Its faults are already known. The search reports them where it first finds the variable. */
class CheckedVariable {
  /** The faults that the search has not reported yet. */
  readonly faults: WrongValue[];

  constructor(faults: readonly WrongValue[]) {
    this.faults = [...faults];
  }
}

/** A search for wrong values. It ends when `found` has `faultsCountedAtMost`. */
interface Search {
  readonly found: WrongValue[];
  /** Where the search is. */
  readonly path: (string | number)[];
}

/**
 * The first wrong values in a value, with the texts of REST. `typeFaultsOf` replaces a literal of a wrong type by a symbol with
 * its text, because no type accepts a symbol.
 */
function wrongValuesIn(type: GraphQLInputType, value: unknown): readonly WrongValue[] {
  const search: Search = { found: [], path: [] };
  searchValue(search, type, value);
  return search.found;
}

function searchValue(search: Search, type: GraphQLInputType, value: unknown): void {
  if (value instanceof CheckedVariable) {
    for (const { path, text } of value.faults.splice(0)) report(search, text, ...path);
  } else if (value == null) {
    if (isNonNullType(type)) report(search, 'is required');
  } else if (isNonNullType(type)) searchValue(search, type.ofType, value);
  else if (isInputObjectType(type)) {
    if (isObject(value)) searchFields(search, type, value);
    else report(search, 'must be an object');
  } else if (!isListType(type)) {
    if (!accepts(type, value)) report(search, requirementOf(type, value));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (search.found.length >= faultsCountedAtMost) return;
      searchAt(search, index, type.ofType, item);
    }
  } else {
    // GraphQL takes any other value as a list of one item.
    searchValue(search, type.ofType, value);
  }
}

function searchFields(search: Search, type: GraphQLInputObjectType, value: RawInput): void {
  const fields = type.getFields();
  for (const { name, type, defaultValue } of Object.values(fields)) {
    if (search.found.length >= faultsCountedAtMost) return;
    if (value[name] !== undefined || defaultValue === undefined) searchAt(search, name, type, value[name]);
  }
  for (const name of Object.keys(value)) {
    if (search.found.length >= faultsCountedAtMost) return;
    if (!fields[name]) report(search, 'is not a field of this operation', shownName(name));
  }
}

function searchAt(search: Search, step: string | number, type: GraphQLInputType, value: unknown): void {
  search.path.push(step);
  searchValue(search, type, value);
  search.path.pop();
}

const report = ({ found, path }: Search, text: string, ...pathBelow: WrongValue['path']): number =>
  found.push({ path: [...path, ...pathBelow], text });

/** No leaf type accepts a list or an object. graphql-js would print it into a message. */
function accepts(type: GraphQLLeafType, value: unknown): boolean {
  if (typeof value === 'object') return false;
  if (isEnumType(type)) return typeof value === 'string' && type.getValue(value) !== undefined;
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}

function requirementOf(type: GraphQLLeafType, value: unknown): string {
  if (!isEnumType(type)) return requirements[type.name] ?? `must be a ${type.name}`;
  const isQuotedName = typeof value === 'symbol' && type.getValue(value.description ?? '') !== undefined;
  if (isQuotedName) return `must be written without quotes: ${value.description}`;
  return mustBeOneOf(type.getValues().map(({ name }) => name));
}

const requirements: Readonly<Record<string, string>> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  LocalDate: 'must be an existing date in the form YYYY-MM-DD',
  DateTime: 'must be a date and time of ISO 8601 with its offset, in the years 0001 to 9999',
};

export interface Argument {
  /** Of an argument of a directive, the name of its variable. */
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  /** null: the argument is not the body of REST. */
  readonly bodyField: BodyField | null;
}

export interface OperationOfDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** The distinct arguments of the operation and its fragments, except those of fields that @skip or @include exclude. */
export function argumentsOf(
  schema: GraphQLSchema,
  { document, operation }: OperationOfDocument,
  variables: Variables,
): readonly Argument[] {
  const args = new Map<string, Argument>();
  const typeInfo = new TypeInfo(schema);
  const fragments = fragmentsOf(document);
  const roots = new Set<ASTNode>([operation]);
  const values = valuesOf(variables);
  // `false` makes `visit` skip what is below the node.
  const enter = (node: SelectionNode) => {
    const isExcluded = node.directives?.some(({ name, arguments: [condition] = [] }) => {
      const isTrue = condition && valueFromASTUntyped(condition.value, values);
      return (name.value === 'skip' && isTrue === true) || (name.value === 'include' && isTrue === false);
    });
    if (isExcluded) return false;
    const fragment = node.kind === Kind.FRAGMENT_SPREAD && fragments.get(node.name.value);
    if (fragment) roots.add(fragment);
    return undefined;
  };
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: enter,
    InlineFragment: enter,
    FragmentSpread: enter,
    Argument(node) {
      const { name, value } = node;
      const type = typeInfo.getArgument()?.type;
      const field = typeInfo.getFieldDef();
      const bodyField = name.value === 'input' && field ? bodyFieldOf(field) : null;
      const key = `${typeInfo.getParentType()}.${field?.name} ${print(node)}`;
      // `if` of @skip and @include does not tell which of them it is.
      const isOfDirective = typeInfo.getDirective() !== null && value.kind === Kind.VARIABLE;
      const shown = isOfDirective ? value.name.value : name.value;
      if (type && !args.has(key)) args.set(key, { name: shown, type, value, bodyField });
      return false;
    },
  });
  // While the loop visits a root, `enter` adds the fragments that the root spreads. The loop visits them too.
  for (const root of roots) visit(root, visitor);
  return [...args.values()];
}

/** A fault of a value with the wrong type. */
interface TypeFault extends Fault {
  /** Whether the value is in a body of REST. */
  readonly isInBody: boolean;
}

/** `name` is that of the argument or variable. It is null for a body of REST, because REST's paths begin inside the body. */
const faultsAt = (name: string | null, faults: readonly WrongValue[]): readonly TypeFault[] =>
  faults.map(({ path, text }) => ({
    path: writePath(name === null ? path : [name, ...path]) || 'input',
    text,
    isInBody: name === null,
  }));

/**
 * The faults of literals and variables. A variable is reported with the path of its first use. If no argument uses it, or its default
 * is wrong, it is reported with its name. `valueErrors`: errors of the validation, for literals with wrong types.
 */
export function typeFaultsOf(
  args: readonly Argument[],
  variables: Variables,
  valueErrors: readonly GraphQLError[],
): readonly TypeFault[] {
  const wrongDefaults: TypeFault[] = [];
  // A variable may have the name `__proto__`.
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, { value, isDefault, faults }] of variables) {
    if (isDefault) wrongDefaults.push(...faultsAt(name, faults));
    // An argument may require a value that its variable does not require.
    const isMissing = value == null && faults.length === 0;
    values[name] = isMissing ? value : new CheckedVariable(isDefault ? [] : faults);
  }
  const wrongNodes = new Set<unknown>(valueErrors.flatMap(({ nodes = [] }) => nodes));
  // A wrong literal may be valid as JSON, such as a code in quotes. A variable with a symbol replaces it.
  const replaceWrongLiteral = (node: ASTNode) => {
    if (!('value' in node) || typeof node.value === 'object' || !wrongNodes.has(node)) return undefined;
    const name = `wrong literal ${node.value}`;
    values[name] = Symbol(String(node.value));
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
  };
  const wrongArguments = args.flatMap(({ name, type, value, bodyField }) => {
    const literal = visit(value, { enter: replaceWrongLiteral });
    return faultsAt(bodyField ? null : name, wrongValuesIn(type, valueFromASTUntyped(literal, values)));
  });
  const unusedVariables = Object.entries(values).flatMap(([name, value]) =>
    value instanceof CheckedVariable ? faultsAt(name, value.faults) : [],
  );
  return [...wrongDefaults, ...wrongArguments, ...unusedVariables];
}
