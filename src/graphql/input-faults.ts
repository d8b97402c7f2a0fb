/**
 * Describes faults of input as REST does. wrong-values.ts finds the values with wrong types. The rules of REST find the other faults
 * of the same input. So both doors report the same faults with the same paths.
 */
import {
  type ASTNode,
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
import { requireRole } from '../domain/caller.ts';
import { writePath } from '../domain/fields/path.ts';
import { isObject } from '../domain/fields/shared.ts';
import { type Fault, faultsCountedAtMost, type Refusal, refusalOf, refuseAll } from '../domain/refusal.ts';
import type { Steps } from '../domain/steps.ts';
import type { OperationParts } from '../operations/operation.ts';
import type { GraphQLCall } from './call.ts';
import type { ParsedDocument } from './documents/documents.ts';
import { fragmentsOf } from './documents/fragments.ts';
import { absentValue, checkedValue, type InputPath, wrongLiteral, wrongValuesIn } from './wrong-values.ts';

type InputValues = Record<string, unknown>;

/** Finds the faults that REST finds in the same request. `input` is not checked yet. */
export type InputRules<Found = Steps<readonly Fault[]>> = (
  input: Readonly<InputValues>,
  call: GraphQLCall,
) => Found;

/** The extensions of a field whose argument `input` is the body of REST. */
export interface BodyField {
  /** The PSD2 role that the caller needs; null: none. */
  readonly role: OperationParts['role'];
  /** Finds the faults of the PSU headers and of `psu`, which REST finds before all others. */
  readonly headerRules?: InputRules<readonly Fault[]> | undefined;
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
  readonly steps: InputPath;
  /** Whether the value is in the body of REST. */
  readonly isInBody: boolean;
}

interface Argument extends Location {
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  /** null: the argument is not the body of REST. */
  readonly bodyField: BodyField | null;
}

/** A fault of a value with the wrong type. */
type TypeFault = Fault & Pick<Location, 'isInBody'>;

/** The refusal of values with wrong types; null if there are none. `faultsAreInBodies`: all of them are in REST bodies. */
export function* refusalOfInput(
  operationInput: OperationInput,
): Steps<{ readonly refusal: Refusal; readonly faultsAreInBodies: boolean } | null> {
  const inputValues = Object.create(null) as InputValues;
  for (const { variable, defaultValue } of operationInput.operation.variableDefinitions ?? [])
    if (defaultValue) inputValues[variable.name.value] = valueFromASTUntyped(defaultValue);
  Object.assign(inputValues, operationInput.variables);
  const args = argumentsOf(operationInput, inputValues);
  const typeFaults = typeFaultsOf(operationInput, args, inputValues);
  if (typeFaults.length === 0) return null;
  const bodies = args.flatMap(({ bodyField, value }) => {
    if (bodyField === null) return [];
    const rawInput = valueFromASTUntyped(value, inputValues);
    return [{ bodyField, input: isObject(rawInput) ? rawInput : {} }];
  });
  const refusal = yield* firstRefusal(operationInput.call, bodies, typeFaults);
  return { refusal, faultsAreInBodies: typeFaults.every(({ isInBody }) => isInBody) };
}

interface Body {
  readonly bodyField: BodyField;
  readonly input: Readonly<InputValues>;
}

/** Checks in the order of REST: headers, role, X-Request-ID, body. */
function* firstRefusal(
  call: GraphQLCall,
  bodies: readonly Body[],
  typeFaults: readonly TypeFault[],
): Steps<Refusal> {
  const headerFaults = bodies.flatMap(({ bodyField, input }) => bodyField.headerRules?.(input, call) ?? []);
  const allHeaderFaults = withPsuFaults(headerFaults, typeFaults);
  if (allHeaderFaults.length > 0) return refuseAll(allHeaderFaults);
  const { caller, outcome } = call;
  const [roleRefusal] = bodies.flatMap(({ bodyField: { role } }) =>
    refusalOf(() => requireRole(caller?.roles ?? null, role)),
  );
  const earlierRefusal = roleRefusal ?? outcome.conflict;
  if (earlierRefusal) return earlierRefusal;
  const ruleFaults: Fault[] = [];
  for (const { bodyField, input } of bodies)
    if (bodyField.rules) ruleFaults.push(...(yield* bodyField.rules(input, call)));
  // The rules also see the values with wrong types.
  return refuseAll(ruleFaults.length > 0 ? ruleFaults : typeFaults);
}

/** Adds the faults of `psu` by values with wrong types. The rules report the header of such a value as missing, with a `reason`. */
function withPsuFaults(headerFaults: readonly Fault[], typeFaults: readonly TypeFault[]): readonly Fault[] {
  const ruleFaultAt = ({ path }: Fault) =>
    headerFaults.find((fault) => fault.path === path && fault.reason === undefined);
  const psuFaults = typeFaults
    .filter(({ path, isInBody }) => isInBody && /^psu(\.|$)/.test(path))
    .map((fault) => ruleFaultAt(fault) ?? fault);
  const isReported = ({ path }: Fault) => psuFaults.some((fault) => `${path}.`.startsWith(`${fault.path}.`));
  return [...psuFaults, ...headerFaults.filter((fault) => !isReported(fault))];
}

/** The distinct arguments of the operation and its fragments, except those of fields that @skip or @include exclude. */
function argumentsOf(
  { schema, parsed: { document }, operation }: OperationInput,
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
      const steps = bodyField ? [] : [name.value];
      const key = `${typeInfo.getParentType()}.${field?.name} ${print(node)}`;
      if (type && !args.has(key))
        args.set(key, { type, value, steps, isInBody: bodyField !== null, bodyField });
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
  const typeFaults: TypeFault[] = [];
  /** Values of variables for the check of the arguments. `checkedValue` and `absentValue` replace some of them. */
  const values: InputValues = {};
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
  // A wrong literal may be valid as JSON, such as a code in quotes. A variable with a `wrongLiteral` replaces it.
  const replaceWrongLiteral = (node: ASTNode) => {
    if (!('value' in node) || typeof node.value === 'object' || !wrongNodes.has(node)) return undefined;
    const name = `wrong literal ${node.value}`;
    values[name] = wrongLiteral(String(node.value));
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
  };
  for (const argument of args) {
    const literal = visit(argument.value, { enter: replaceWrongLiteral });
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

const coercionFaults = (
  { steps, isInBody }: Location,
  type: GraphQLInputType,
  value: unknown,
): readonly TypeFault[] =>
  wrongValuesIn(type, value, faultsCountedAtMost).map(({ path, text }) => ({
    path: writePath([...steps, ...path]) || 'input',
    text,
    isInBody,
  }));
