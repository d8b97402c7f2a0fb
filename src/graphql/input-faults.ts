/**
 * Describes faults of input as REST does. graphql-js finds the values with wrong types. The rules of REST find the other faults
 * of the same input. So both doors report the same faults with the same paths.
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

/** Finds the faults that REST finds in the same body. `input` is not checked yet. */
export type InputRules = (input: Readonly<InputValues>, call: GraphQLCall) => readonly Fault[];

/** The extensions of a field whose argument `input` is the body of REST. */
export interface BodyField {
  readonly rules?: InputRules | undefined;
  /** Value of the field when its input is refused. */
  readonly valueOnRefusal: (refusal: Refusal) => unknown;
}

export interface OperationInput {
  readonly schema: GraphQLSchema;
  readonly parsed: ParsedDocument;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<InputValues>;
  /** Errors of the validation: literals with wrong types. */
  readonly valueErrors: readonly GraphQLError[];
  readonly call: GraphQLCall;
}

/** Where REST has a value. The argument `input`, which is the body of REST, is not one of the steps. */
interface Location {
  readonly steps: readonly (string | number)[];
  /** Whether the value is in the body of REST. */
  readonly isInBody: boolean;
}

interface Argument extends Location {
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  readonly rules: InputRules | undefined;
}

/** A fault of a value with the wrong type. */
type TypeFault = Fault & Pick<Location, 'isInBody'>;

/** The refusal of values with wrong types; null if there are none. `faultsAreInBodies`: all of them are in REST bodies. */
export function refusalOfInput(
  operationInput: OperationInput,
): { readonly refusal: Refusal; readonly faultsAreInBodies: boolean } | null {
  const inputValues: InputValues = {};
  for (const { variable, defaultValue } of operationInput.operation.variableDefinitions ?? [])
    if (defaultValue) inputValues[variable.name.value] = valueFromASTUntyped(defaultValue);
  Object.assign(inputValues, operationInput.variables);
  const args = argumentsOf(operationInput, inputValues);
  const typeFaults = typeFaultsOf(operationInput, args, inputValues);
  if (typeFaults.length === 0) return null;
  const ruleFaults = args.flatMap(({ rules, value }) => {
    if (!rules) return [];
    const rawInput = valueFromASTUntyped(value, inputValues);
    return rules(isObject(rawInput) ? rawInput : {}, operationInput.call);
  });
  // If another request has used the X-Request-ID, only this conflict is reported, as in REST.
  const refusal = operationInput.call.outcome.conflict ?? refuseAll(combineFaults(typeFaults, ruleFaults));
  return { refusal, faultsAreInBodies: typeFaults.every(({ isInBody }) => isInBody) };
}

const isPsuFault = ({ path }: Fault): boolean => /^psu(\.|$)/.test(path);

/**
 * Prefers the faults that the rules found. If a value of `psu` has the wrong type, only faults of `psu` are reported: REST
 * checks headers before the body.
 */
function combineFaults(typeFaults: readonly TypeFault[], ruleFaults: readonly Fault[]): readonly Fault[] {
  // The rules do not see a value of `psu` with the wrong type, and report a missing header. Such a fault has a `reason`.
  const ruleFaultAt = ({ path }: Fault) =>
    ruleFaults.find((fault) => fault.path === path && fault.reason === undefined);
  const psuFaults = typeFaults
    .filter((fault) => fault.isInBody && isPsuFault(fault))
    .map((fault) => ruleFaultAt(fault) ?? fault);
  if (psuFaults.length === 0) return ruleFaults.length > 0 ? ruleFaults : typeFaults;
  const isReported = ({ path }: Fault) => psuFaults.some((fault) => `${path}.`.startsWith(`${fault.path}.`));
  return [...psuFaults, ...ruleFaults.filter((fault) => isPsuFault(fault) && !isReported(fault))];
}

/** The arguments of the operation and its fragments, except those of fields that @skip or @include exclude. */
function argumentsOf(
  { schema, parsed: { document }, operation }: OperationInput,
  inputValues: InputValues,
): readonly Argument[] {
  const args: Argument[] = [];
  const typeInfo = new TypeInfo(schema);
  const fragments = fragmentsOf(document);
  const roots = new Set<ASTNode>([operation]);
  // `false` makes `visit` skip what is below the node.
  const enter = (node: SelectionNode) => {
    if (isExcluded(node, inputValues)) return false;
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
      const { valueOnRefusal, rules } = (typeInfo.getFieldDef()?.extensions ?? {}) as Partial<BodyField>;
      const isInBody = name.value === 'input' && valueOnRefusal !== undefined;
      if (type) args.push({ type, value, steps: isInBody ? [] : [name.value], isInBody, rules });
      return false;
    },
  });
  // While the loop visits a root, `enter` adds the fragments that the root spreads. The loop visits them too.
  for (const root of roots) visit(root, visitor);
  return args;
}

function isExcluded(node: SelectionNode, inputValues: InputValues): boolean {
  try {
    const { if: skip } = getDirectiveValues(GraphQLSkipDirective, node, inputValues) ?? {};
    const { if: include } = getDirectiveValues(GraphQLIncludeDirective, node, inputValues) ?? {};
    return skip === true || include === false;
  } catch {
    // The condition itself is invalid.
    return false;
  }
}

/** Stands for the value of a variable that needs no other check: it has no fault, or its fault is reported already. */
const checkedValue = Symbol('checked');
/** Stands for the value of a required variable that the request does not have. */
const absentValue = Symbol('absent');
/** A variable with a value of the wrong type. It replaces a wrong literal, which may be valid as JSON, such as a code in quotes. */
const wrongLiteral = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: 'wrong literal' } } as const;

/**
 * The faults of literals and variables. A variable with a fault is reported with the path of its first use. If no argument uses
 * it, or the fault is in its default value, it is reported with its name.
 */
function typeFaultsOf(
  { schema, operation, variables, valueErrors }: OperationInput,
  args: readonly Argument[],
  inputValues: InputValues,
): TypeFault[] {
  const typeFaults: TypeFault[] = [];
  /** Values of variables for the check of the arguments. The symbols above replace some of them. */
  const values: InputValues = { [wrongLiteral.name.value]: Symbol('wrong type') };
  /** The faults of variables that no argument has reported yet. */
  const unreportedFaults = new Map<string, readonly TypeFault[]>();
  for (const { variable, type: typeNode } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = inputValues[name];
    const type = typeFromAST(schema, typeNode);
    const faults = isInputType(type) ? coercionFaults({ steps: [name], isInBody: false }, type, value) : [];
    values[name] = value == null ? value : checkedValue;
    const isDefault = value !== undefined && !Object.hasOwn(variables, name);
    if (isDefault) typeFaults.push(...faults);
    else if (faults.length > 0) {
      unreportedFaults.set(name, faults);
      values[name] = value ?? absentValue;
    }
  }
  const wrongNodes = new Set<unknown>(valueErrors.flatMap(({ nodes = [] }) => nodes));
  const isWrongLiteral = (node: ASTNode) =>
    'value' in node && typeof node.value !== 'object' && wrongNodes.has(node);
  for (const argument of args) {
    const literal = visit(argument.value, {
      enter: (node) => (isWrongLiteral(node) ? wrongLiteral : undefined),
    });
    const faults = coercionFaults(argument, argument.type, valueFromASTUntyped(literal, values));
    typeFaults.push(...faults);
    if (faults.length > 0)
      visit(argument.value, {
        Variable({ name }) {
          if (unreportedFaults.delete(name.value)) values[name.value] = checkedValue;
        },
      });
  }
  return [...typeFaults, ...[...unreportedFaults.values()].flat()];
}

/** The faults that graphql-js finds when it coerces the value: at most `faultsCountedAtMost`. */
function coercionFaults(location: Location, type: GraphQLInputType, value: unknown): readonly TypeFault[] {
  const faults: TypeFault[] = [];
  const addFault = (subpath: Location['steps'], wrongValue: unknown, { message }: GraphQLError) => {
    if (wrongValue === checkedValue) return;
    // For a missing or unknown field graphql-js reports the whole object. The name of the field is in the message.
    const [, field] =
      (isObject(wrongValue) && /^Field "(.*)" (?:of required|is not defined)/s.exec(message)) || [];
    const fieldSteps = field === undefined ? [] : [shownName(field)];
    const path = writePath([...location.steps, ...subpath, ...fieldSteps]);
    const isAbsent =
      wrongValue == null ||
      wrongValue === absentValue ||
      (field !== undefined && !Object.hasOwn(wrongValue, field));
    const requirement = field === undefined ? requirementOf(typeAt(type, subpath)) : unknownFieldText;
    const text = isAbsent ? 'is required' : requirement;
    faults.push({ path: path || 'input', text, isInBody: location.isInBody });
    if (faults.length >= faultsCountedAtMost) throw enoughFaults;
  };
  try {
    if (value !== undefined || isNonNullType(type)) coerceInputValue(value, type, addFault, hideSuggestions);
  } catch (error) {
    if (error !== enoughFaults) throw error;
  }
  return faults;
}

const hideSuggestions = true;
/** Thrown to end the coercion. */
const enoughFaults = new Error('enough faults were found');

/** The type of the value at the path. A step into a list does not change the named type. */
function typeAt(type: GraphQLInputType, path: Location['steps']): GraphQLNamedInputType {
  let currentType = getNamedType(type);
  for (const step of path) {
    const field = isInputObjectType(currentType) ? currentType.getFields()[step] : undefined;
    if (field) currentType = getNamedType(field.type);
  }
  return currentType;
}

const unknownFieldText = 'is not a field of this operation';

function requirementOf(type: GraphQLNamedInputType): string {
  if (isEnumType(type)) return mustBeOneOf(type.getValues().map(({ name }) => name));
  return (
    requirements[type.name] ?? (isInputObjectType(type) ? 'must be an object' : `must be a ${type.name}`)
  );
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
