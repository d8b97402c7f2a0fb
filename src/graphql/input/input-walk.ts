/**
 * Compares input with its GraphQL type and names what does not fit, with its path and in the words of the REST door.
 * The same walk serves variables, which are JSON, and literals, which are nodes of the document.
 */
import {
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

/** What does not fit, and where it stands. */
interface Misfit {
  readonly at: Steps;
  readonly text: string;
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

/** Everything in the value that its type does not accept. */
export function* walk<Value>(
  form: Form<Value>,
  type: GraphQLInputType,
  value: Value,
  at: Steps = [],
): Generator<Misfit> {
  if (form.isElsewhere(value)) return;
  if (isNonNullType(type)) {
    if (form.isNull(value)) yield { at, text: 'is required' };
    else yield* walk(form, type.ofType, value, at);
  } else if (form.isNull(value)) {
    return;
  } else if (isListType(type)) {
    // A value that is no list counts as a list of one.
    const items = form.itemsOf(value);
    if (items === null) yield* walk(form, type.ofType, value, at);
    else for (const [index, item] of items.entries()) yield* walk(form, type.ofType, item, [...at, index]);
  } else if (isInputObjectType(type)) {
    yield* walkObject(form, type, value, at);
  } else if (!form.fits(type, value)) {
    yield { at, text: demandOf(type) };
  }
}

function* walkObject<Value>(
  form: Form<Value>,
  type: GraphQLInputObjectType,
  value: Value,
  at: Steps,
): Generator<Misfit> {
  const names = form.namesOf(value);
  if (names === null) return yield { at, text: 'must be an object' };
  const fields = type.getFields();
  for (const field of Object.values(fields)) {
    const inside = form.fieldOf(value, field.name);
    if (inside !== undefined) yield* walk(form, field.type, inside, [...at, field.name]);
    else if (isRequiredInputField(field)) yield { at: [...at, field.name], text: 'is required' };
  }
  for (const name of names)
    if (!Object.hasOwn(fields, name))
      yield { at: [...at, shownName(name)], text: 'is not a property of this operation' };
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
