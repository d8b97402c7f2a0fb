/** Finds the values with wrong types in the input of an operation, and describes them with the paths of REST. */
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLInputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isInputType,
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
import { writePath } from '../domain/fields/path.ts';
import { isObject } from '../domain/fields/shared.ts';
import { type Fault, faultsCountedAtMost, type Refusal } from '../domain/refusal.ts';
import type { GraphQLCall } from './call.ts';
import { fragmentsOf } from './documents/fragments.ts';
import { CheckedValue, type WrongValue, wrongLiteral, wrongValuesIn } from './wrong-values.ts';

type InputValues = Record<string, unknown>;
export type RawInput = Readonly<InputValues>;

/** The extensions of a field whose argument `input` is the body of REST. */
export interface BodyField {
  /** Runs the field with an input that has values of wrong types. Returns or throws a refusal: that of REST for the same input. */
  readonly refuse: (input: RawInput, typeFaults: readonly Fault[], call: GraphQLCall) => Promise<Refusal>;
  /** Value of the field when its input is refused. */
  readonly valueOnRefusal: (refusal: Refusal) => unknown;
}

export interface OperationInput {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: RawInput;
  /** Errors of the validation: literals with wrong types. */
  readonly valueErrors: readonly GraphQLError[];
}

interface Argument {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  /** null: the argument is not the body of REST. */
  readonly bodyField: BodyField | null;
}

/** A fault of a value with the wrong type. */
interface TypeFault extends Fault {
  /** Whether the value is in the body of REST. */
  readonly isInBody: boolean;
}

export interface WrongInput {
  readonly typeFaults: readonly TypeFault[];
  /** The bodies of REST in the operation. */
  readonly bodies: readonly { readonly field: BodyField; readonly input: RawInput }[];
}

/** Finds the values with wrong types. */
export function wrongInputOf(operationInput: OperationInput): WrongInput {
  const inputValues = Object.create(null) as InputValues;
  for (const { variable, defaultValue } of operationInput.operation.variableDefinitions ?? [])
    if (defaultValue) inputValues[variable.name.value] = valueFromASTUntyped(defaultValue);
  Object.assign(inputValues, operationInput.variables);
  const args = argumentsOf(operationInput, inputValues);
  const bodies = args.flatMap(({ bodyField: field, value }) => {
    if (field === null) return [];
    const rawInput = valueFromASTUntyped(value, inputValues);
    return [{ field, input: isObject(rawInput) ? rawInput : {} }];
  });
  return { typeFaults: typeFaultsOf(operationInput, args, inputValues), bodies };
}

/** The distinct arguments of the operation and its fragments, except those of fields that @skip or @include exclude. */
function argumentsOf(
  { schema, document, operation }: OperationInput,
  inputValues: InputValues,
): readonly Argument[] {
  const args = new Map<string, Argument>();
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
    Argument(node) {
      const { name, value } = node;
      const type = typeInfo.getArgument()?.type;
      const field = typeInfo.getFieldDef();
      const bodyField = name.value === 'input' ? bodyFieldOf(field) : null;
      const key = `${typeInfo.getParentType()}.${field?.name} ${print(node)}`;
      if (type && !args.has(key)) args.set(key, { name: name.value, type, value, bodyField });
      return false;
    },
  });
  // While the loop visits a root, `enter` adds the fragments that the root spreads. The loop visits them too.
  for (const root of roots) visit(root, visitor);
  return [...args.values()];
}

/** null: the field has no argument that is a body of REST. */
export const bodyFieldOf = (
  field: { readonly extensions?: object | null | undefined } | null | undefined,
): BodyField | null =>
  field?.extensions && 'valueOnRefusal' in field.extensions ? (field.extensions as BodyField) : null;

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

/**
 * The faults of literals and variables. A variable with a fault is reported with the path of its first use. If no argument uses
 * it, or the fault is in its default value, it is reported with its name.
 */
function typeFaultsOf(
  { schema, operation, variables, valueErrors }: OperationInput,
  args: readonly Argument[],
  inputValues: InputValues,
): TypeFault[] {
  const wrongDefaults: TypeFault[] = [];
  const checkedVariables = new Map<string, CheckedValue>();
  const values: InputValues = {};
  for (const { variable, type: typeNode } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = inputValues[name];
    const type = typeFromAST(schema, typeNode);
    const faults = isInputType(type) ? wrongValuesIn(type, value, faultsCountedAtMost) : [];
    const isDefault = value !== undefined && !Object.hasOwn(variables, name);
    if (isDefault) wrongDefaults.push(...faultsAt(name, faults));
    const checked = new CheckedValue(isDefault ? [] : faults);
    checkedVariables.set(name, checked);
    // An argument may require a value that its variable does not require.
    values[name] = value == null && faults.length === 0 ? value : checked;
  }
  const wrongNodes = new Set<unknown>(valueErrors.flatMap(({ nodes = [] }) => nodes));
  // A wrong literal may be valid as JSON, such as a code in quotes. A variable with a `wrongLiteral` replaces it.
  const replaceWrongLiteral = (node: ASTNode) => {
    if (!('value' in node) || typeof node.value === 'object' || !wrongNodes.has(node)) return undefined;
    const name = `wrong literal ${node.value}`;
    values[name] = wrongLiteral(String(node.value));
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
  };
  const faultsOfArguments = args.flatMap(({ name, type, value, bodyField }) => {
    const literal = visit(value, { enter: replaceWrongLiteral });
    const faults = wrongValuesIn(type, valueFromASTUntyped(literal, values), faultsCountedAtMost);
    return faultsAt(bodyField ? null : name, faults);
  });
  const unusedVariables = [...checkedVariables].flatMap(([name, { faults }]) => faultsAt(name, faults));
  return [...wrongDefaults, ...faultsOfArguments, ...unusedVariables];
}

/** `name`: of the argument or variable; null for a body of REST, whose paths do not contain it. */
const faultsAt = (name: string | null, faults: readonly WrongValue[]): readonly TypeFault[] =>
  faults.map(({ path, text }) => ({
    path: writePath(name === null ? path : [name, ...path]) || 'input',
    text,
    isInBody: name === null,
  }));
