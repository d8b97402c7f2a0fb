/** The creating mutations as forms of the console. */
import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Product } from '../../src/domain/payments/product.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';

/** The console fills these in, or asks for them beside the form. */
const apart = new Set(['psu', 'product', 'allowLogicalDuplicate']);

/** Browsers know these names in every language. */
const wordsOfBrowser = new Set(['CurrencyCode', 'CountryCode']);

const unionOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .sort()
    .map((name) => `'${name}'`)
    .join(' | ');

export function formsModule(): string {
  const schema = buildSchema({ sandbox: true });
  const found: Collected = { inputs: {}, enums: {} };
  const { inputs, enums } = found;
  const forms = products.map((product) => {
    const input = inputOf(schema, product);
    collect(input, found);
    return {
      product: product.code,
      path: `/v1/${product.service}/${product.name}`,
      mutation: product.graphql.mutation,
      input: getNamedType(input).name,
      description: product.description,
      example: product.example,
    };
  });
  return [
    '/** Generated from the schema and the products by `npm run generate`. Do not edit. */',
    "import type { Field, Form } from '../parts/form.ts';",
    '',
    '/** Codes, each with the words in which the schema says it; the browser has words for currencies and countries. */',
    `export const enums: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(enums, null, 1)};`,
    '',
    `export const inputs: Readonly<Record<string, readonly Field[]>> = ${JSON.stringify(inputs, null, 1)};`,
    '',
    '/** Every field of the forms, and every code that they offer, for the words in texts/fields.ts. */',
    `export type FieldName = ${unionOf(Object.values(inputs).flatMap((fields) => fields.map(({ name }) => name)))};`,
    `export type OfferedCode = ${unionOf(Object.entries(enums).flatMap(([name, codes]) => (wordsOfBrowser.has(name) ? [] : Object.keys(codes))))};`,
    '',
    `export const forms: readonly Form[] = ${JSON.stringify(forms, null, 1)};`,
    '',
  ].join('\n');
}

function inputOf(schema: GraphQLSchema, product: Product): GraphQLInputType {
  const field = schema.getMutationType()?.getFields()[product.graphql.mutation];
  const input = field?.args.find(({ name }) => name === 'input')?.type;
  if (input === undefined) throw new Error(`${product.graphql.mutation} takes no input`);
  return input;
}

interface Collected {
  readonly inputs: Record<string, ReturnType<typeof shown>[]>;
  readonly enums: Record<string, Readonly<Record<string, string>>>;
}

function collect(given: GraphQLInputType, found: Collected): void {
  const type = getNamedType(given);
  if (isEnumType(type))
    found.enums[type.name] = Object.fromEntries(
      type.getValues().map(({ name, description }) => [name, firstWords(description ?? name)]),
    );
  if (!isInputObjectType(type) || type.name in found.inputs) return;
  const fields = Object.values(type.getFields()).filter(
    ({ name, deprecationReason }) => !apart.has(name) && !deprecationReason,
  );
  found.inputs[type.name] = fields.map(shown);
  for (const field of fields) collect(field.type, found);
}

/** `Daily: every day.` becomes `Daily`. */
export const firstWords = (description: string): string => description.split(/[:.]/, 1)[0] ?? description;

function shown(field: GraphQLInputField) {
  const required = isNonNullType(field.type);
  const inner = isNonNullType(field.type) ? field.type.ofType : field.type;
  return {
    name: field.name,
    type: getNamedType(field.type).name,
    ...(required ? { required } : {}),
    ...(isListType(inner) ? { list: true } : {}),
    description: field.description ?? '',
  };
}
