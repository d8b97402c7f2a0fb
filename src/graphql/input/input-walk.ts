/**
 * Compares input with its GraphQL type and names what does not fit, with its place and in the words of the REST door.
 * The same walk serves variables, which are JSON, and literals, which are nodes of the document.
 */
import {
  type GraphQLEnumType,
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
import { shownName } from '../../domain/warnings.ts';

export type Steps = readonly (string | number)[];
export type Report = (place: Steps, text: string) => void;

/** How to look into a value of one form. */
interface Form<Value> {
  /** True for a value that is checked elsewhere, such as a variable in a literal. */
  isElsewhere(value: Value): boolean;
  isNull(value: Value): boolean;
  itemsOf(value: Value): readonly Value[] | null;
  fieldsOf(value: Value): readonly (readonly [string, Value])[] | null;
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
  fieldsOf: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null,
  fits: (type, value) =>
    isEnumType(type)
      ? typeof value === 'string' && type.getValue(value) != null
      : accepts(() => type.parseValue(value)),
};

export const literal: Form<ValueNode> = {
  isElsewhere: ({ kind }) => kind === Kind.VARIABLE,
  isNull: ({ kind }) => kind === Kind.NULL,
  itemsOf: (node) => (node.kind === Kind.LIST ? node.values : null),
  fieldsOf: (node) =>
    node.kind === Kind.OBJECT ? node.fields.map(({ name, value }) => [name.value, value] as const) : null,
  fits: (type, node) =>
    isEnumType(type)
      ? node.kind === Kind.ENUM && type.getValue(node.value) != null
      : accepts(() => type.parseLiteral(node)),
};

export function walk<Value>(
  form: Form<Value>,
  type: GraphQLInputType,
  value: Value,
  place: Steps,
  report: Report,
): void {
  if (form.isElsewhere(value)) return;
  if (isNonNullType(type)) {
    if (form.isNull(value)) report(place, 'is required');
    else walk(form, type.ofType, value, place, report);
  } else if (form.isNull(value)) {
    return;
  } else if (isListType(type)) {
    const items = form.itemsOf(value);
    // A value that is no list counts as a list of one.
    if (items === null) walk(form, type.ofType, value, place, report);
    else
      for (const [index, item] of items.entries()) walk(form, type.ofType, item, [...place, index], report);
  } else if (isInputObjectType(type)) {
    walkObject(form, type, value, place, report);
  } else if (!form.fits(type, value)) {
    report(place, demandOf(type));
  }
}

function walkObject<Value>(
  form: Form<Value>,
  type: GraphQLInputObjectType,
  value: Value,
  place: Steps,
  report: Report,
): void {
  const given = form.fieldsOf(value);
  if (given === null) {
    report(place, 'must be an object');
    return;
  }
  const fields = type.getFields();
  const values = new Map(given);
  for (const field of Object.values(fields)) {
    const inside = values.get(field.name);
    if (inside !== undefined) walk(form, field.type, inside, [...place, field.name], report);
    else if (isRequiredInputField(field)) report([...place, field.name], 'is required');
  }
  for (const [name] of given)
    if (!Object.hasOwn(fields, name))
      report([...place, shownName(name)], 'is not a property of this operation');
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
  if (isEnumType(type)) return demandOfEnum(type);
  return demands[type.name] ?? `must be a ${type.name}`;
}

function demandOfEnum(type: GraphQLEnumType): string {
  const names = type.getValues().map(({ name }) => name);
  return names.length <= listedAtMost
    ? `must be one of ${names.join(', ')}`
    : `is not one of the ${names.length} codes that the interface takes`;
}
