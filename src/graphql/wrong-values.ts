/**
 * Finds the values that graphql-js would refuse, and describes them as REST does. graphql-js prints a whole value into the message of
 * each of its errors, which takes seconds for a long value. So graphql-js gets only variables in which this search found nothing.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { mustBeOneOf } from '../domain/fields/parse.ts';
import { isObject } from '../domain/fields/shared.ts';
import { shownName } from '../domain/fields/warn.ts';

export type InputPath = readonly (string | number)[];

export interface WrongValue {
  readonly path: InputPath;
  readonly text: string;
}

interface Search {
  readonly found: WrongValue[];
  readonly atMost: number;
  /** Where the search is. */
  readonly path: (string | number)[];
}

/** Stands for a value that has been checked. The search reports its faults where it finds it first. */
export class CheckedValue {
  /** Not reported yet. */
  readonly faults: WrongValue[];

  constructor(faults: readonly WrongValue[]) {
    this.faults = [...faults];
  }
}

/** Stands for a literal of the wrong type. No type accepts it. */
export const wrongLiteral = (text: string): symbol => Symbol(text);

/** The first wrong values, in the order in which graphql-js finds them. */
export function wrongValuesIn(type: GraphQLInputType, value: unknown, atMost: number): readonly WrongValue[] {
  const search: Search = { found: [], atMost, path: [] };
  searchValue(search, type, value);
  return search.found;
}

function searchValue(search: Search, type: GraphQLInputType, value: unknown): void {
  if (search.found.length >= search.atMost) return;
  if (value instanceof CheckedValue) {
    for (const { path, text } of value.faults.splice(0)) report(search, text, ...path);
  } else if (value == null) {
    if (isNonNullType(type)) report(search, 'is required');
  } else if (isNonNullType(type)) searchValue(search, type.ofType, value);
  else if (isInputObjectType(type)) {
    if (isObject(value)) searchFields(search, type.getFields(), value);
    else report(search, 'must be an object');
  } else if (!isListType(type)) {
    if (!accepts(type, value)) report(search, requirementOf(type, value));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) searchAt(search, index, type.ofType, item);
  } else {
    // Any other value counts as a list of one.
    searchValue(search, type.ofType, value);
  }
}

function searchFields(
  search: Search,
  fields: ReturnType<GraphQLInputObjectType['getFields']>,
  value: Readonly<Record<string, unknown>>,
): void {
  for (const { name, type, defaultValue } of Object.values(fields)) {
    const field = value[name];
    if (field !== undefined || defaultValue === undefined) searchAt(search, name, type, field);
  }
  for (const name of Object.keys(value)) {
    if (search.found.length >= search.atMost) return;
    if (!fields[name]) report(search, 'is not a field of this operation', shownName(name));
  }
}

function searchAt(search: Search, step: string | number, type: GraphQLInputType, value: unknown): void {
  search.path.push(step);
  searchValue(search, type, value);
  search.path.pop();
}

const report = ({ found, path }: Search, text: string, ...pathBelow: InputPath): number =>
  found.push({ path: [...path, ...pathBelow], text });

/** Whether a variable has a value of the wrong type. The validation has checked the default values. */
export const hasWrongVariable = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Readonly<Record<string, unknown>>,
): boolean =>
  definitions.some(({ variable: { name }, type: typeNode, defaultValue }) => {
    const isSent = Object.hasOwn(variables, name.value);
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type)) return true;
    if (!isSent && defaultValue) return false;
    return wrongValuesIn(type, isSent ? variables[name.value] : undefined, 1).length > 0;
  });

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
  if (isEnumType(type)) {
    const isQuotedName = typeof value === 'symbol' && type.getValue(value.description ?? '') !== undefined;
    if (isQuotedName) return `must be written without quotes: ${value.description}`;
    return mustBeOneOf(type.getValues().map(({ name }) => name));
  }
  return requirements[type.name] ?? `must be a ${type.name}`;
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
