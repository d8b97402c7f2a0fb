/**
 * Compares input with its GraphQL type and names what does not fit, with its place and in the words of the REST door.
 * The same walk serves variables, which are JSON, and literals, which are nodes of the document.
 */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ValueNode,
} from 'graphql';
import { shownName } from '../../domain/fields/warn.ts';

export type Steps = readonly (string | number)[];
export type Report = (place: Steps, text: string) => void;

/** The path of the walk as a linked list, the last step first; it is written out only for a fault. */
interface Place {
  readonly step: string | number;
  readonly above: Place | null;
}

function stepsTo(place: Place | null): Steps {
  const steps: (string | number)[] = [];
  for (let at = place; at !== null; at = at.above) steps.push(at.step);
  return steps.reverse();
}

/** How to look into a value of one form. */
interface Form<Value> {
  /** True for a value that is checked elsewhere, such as a variable in a literal. */
  isElsewhere(value: Value): boolean;
  isNull(value: Value): boolean;
  itemsOf(value: Value): readonly Value[] | null;
  /** Of the fields of an object; null for what is none. */
  namesOf(value: Value): readonly string[] | null;
  /** A field of an object. */
  fieldOf(value: Value, name: string): Value | undefined;
  fits(type: GraphQLLeafType, value: Value): boolean;
}

const accepts = (parse: () => unknown): boolean => {
  try {
    return parse() !== undefined;
  } catch {
    return false;
  }
};

export const json: Form<unknown> = {
  isElsewhere: () => false,
  isNull: (value) => value == null,
  itemsOf: (value) => (Array.isArray(value) ? value : null),
  namesOf: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null,
  fieldOf: (value, name) =>
    Object.hasOwn(value as object, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
  fits: (type, value) =>
    isEnumType(type)
      ? typeof value === 'string' && type.getValue(value) != null
      : accepts(() => type.parseValue(value)),
};

export const literal: Form<ValueNode> = {
  isElsewhere: ({ kind }) => kind === Kind.VARIABLE,
  isNull: ({ kind }) => kind === Kind.NULL,
  itemsOf: (node) => (node.kind === Kind.LIST ? node.values : null),
  namesOf: (node) => (node.kind === Kind.OBJECT ? node.fields.map(({ name }) => name.value) : null),
  fieldOf: (node, name) =>
    node.kind === Kind.OBJECT ? node.fields.find((field) => field.name.value === name)?.value : undefined,
  fits: (type, node) =>
    isEnumType(type)
      ? node.kind === Kind.ENUM && type.getValue(node.value) != null
      : accepts(() => type.parseLiteral(node)),
};

/** Reports everything in the value that its type does not accept, with its path. */
export function walk<Value>(
  form: Form<Value>,
  type: GraphQLInputType,
  value: Value,
  report: Report,
  place: Place | null = null,
): void {
  if (form.isElsewhere(value)) return;
  if (isNonNullType(type)) {
    if (form.isNull(value)) report(stepsTo(place), 'is required');
    else walk(form, type.ofType, value, report, place);
  } else if (form.isNull(value)) {
    return;
  } else if (isListType(type)) {
    const items = form.itemsOf(value);
    // A value that is no list counts as a list of one.
    if (items === null) walk(form, type.ofType, value, report, place);
    else
      for (const [step, item] of items.entries())
        walk(form, type.ofType, item, report, { step, above: place });
  } else if (isInputObjectType(type)) {
    walkObject(form, type, value, report, place);
  } else if (!form.fits(type, value)) {
    report(stepsTo(place), demandOf(type));
  }
}

function walkObject<Value>(
  form: Form<Value>,
  type: GraphQLInputObjectType,
  value: Value,
  report: Report,
  place: Place | null,
): void {
  const names = form.namesOf(value);
  if (names === null) {
    report(stepsTo(place), 'must be an object');
    return;
  }
  const fields = type.getFields();
  for (const name in fields) {
    const field = fields[name] as GraphQLInputField;
    const inside = form.fieldOf(value, name);
    if (inside !== undefined) walk(form, field.type, inside, report, { step: name, above: place });
    else if (isRequiredInputField(field)) report([...stepsTo(place), name], 'is required');
  }
  for (const name of names)
    if (!Object.hasOwn(fields, name))
      report([...stepsTo(place), shownName(name)], 'is not a property of this operation');
}

/** Values that a message lists. */
const listedAtMost = 20;

const demands: Readonly<Record<string, string>> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  LocalDate: 'must be a calendar day written YYYY-MM-DD',
  DateTime: 'must be a date and time of ISO 8601 with its offset, in the years 0001 to 9999',
};

function demandOf(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return demands[type.name] ?? `must be a ${type.name}`;
  const names = type.getValues().map(({ name }) => name);
  return names.length <= listedAtMost
    ? `must be one of ${names.join(', ')}`
    : `is not one of the ${names.length} codes that the interface takes`;
}
