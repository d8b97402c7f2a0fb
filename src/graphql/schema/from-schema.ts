/** Makes GraphQL types from the zod schemas of the domain, so a new field of a product needs no line here. */

import type { EnumRef, FieldRef, InputFieldRef, InputObjectRef, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { RecordValue, View } from '../../domain/fields/view.ts';
import type { GraphQLContext } from '../call.ts';
import { builder, type InputFields, type Types } from './builder.ts';
import { describedEnum, meaningsOf } from './code-meanings.ts';
import { listCost } from './lists.ts';

interface Metadata {
  /** The name of the schema in REST, and of its object type if there is no `graphqlType`. Its input type is called `<id>Input`. */
  readonly id?: string;
  readonly graphqlType?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly format?: string;
}

const metadataOf = (schema: z.ZodType): Metadata => (schema.meta() ?? {}) as Metadata;

/** The metadata of an optional schema overrides that of the schema inside it. */
function unwrap(schema: z.ZodType) {
  if (!(schema instanceof z.ZodOptional)) return { schema, required: true, metadata: metadataOf(schema) };
  const wrappedSchema = schema.unwrap() as z.ZodType;
  const metadata = { ...metadataOf(wrappedSchema), ...metadataOf(schema) };
  return { schema: wrappedSchema, required: false, metadata };
}

type AnyInput = InputObjectRef<Types, Readonly<Record<string, unknown>>>;
type AnyEnum = EnumRef<Types, string>;
type AnyObject = ObjectRef<Types, Readonly<Record<string, unknown>>>;
type OutputFields<Source> = PothosSchemaTypes.ObjectFieldBuilder<Types, Source>;
type FieldType = AnyInput | AnyEnum | AnyObject | 'String' | 'Boolean' | 'Int' | 'LocalDate';

const listCostByField: Readonly<Record<string, ReturnType<typeof listCost>>> = {
  // The schema allows 999 items, but the size of a body leaves room for far fewer in each list, so the cost assumes few.
  remittanceInformationStructuredArray: listCost(1, 10),
  balances: listCost(2, 10),
};

type Resolver<Source> = (source: Source, _: unknown, context: GraphQLContext) => unknown;

/** Returns the object that has the fields. It may be a Promise. */
type ReadObject<Source> = (source: Source, context: GraphQLContext) => unknown;

type TypeOfObject = (schema: z.ZodObject) => FieldType;

const typesByName = new Map<string, AnyInput | AnyEnum | AnyObject>();

export function inputFields(shape: z.ZodRawShape) {
  return (t: InputFields): Record<string, InputFieldRef<Types, unknown>> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const { type, required, options } = fieldTypeOf(schema, inputOf);
        return [name, t.field({ type, required, ...options })];
      }),
    );
}

/** The fields of an object. Without `readObject`, this object is the source itself. */
export function outputFields<Source>(
  shape: z.ZodRawShape,
  readObject?: ReadObject<Source>,
  extensions?: Readonly<Record<string, unknown>>,
) {
  return objectFields<Source>(shape, (name, schema) => resolverOf(name, schema, readObject), extensions);
}

export function viewFields<Source>(
  view: View<Source, z.core.$ZodShape>,
  excludedNames: readonly string[] = [],
) {
  const fields = Object.entries(view.schema.shape).filter(([name]) => !excludedNames.includes(name));
  return objectFields<Source>(Object.fromEntries(fields), (name) => (source) => view.field(source, name));
}

export function enumOf<Schema extends z.ZodEnum>(schema: Schema) {
  const { name, options } = typeOptionsOf(schema);
  const { description = '' } = options;
  const type = getOrCreate<AnyEnum>(name, () =>
    describedEnum(name, description, meaningsOf(name, schema.options as string[])),
  );
  return type as EnumRef<Types, string, z.output<Schema>>;
}

export function objectOf<Schema extends z.ZodObject>(schema: Schema) {
  const { name, options } = typeOptionsOf(schema);
  const type = getOrCreate<AnyObject>(name, () =>
    builder.objectRef<Readonly<Record<string, unknown>>>(name).implement({
      ...options,
      fields: objectFields(schema.shape, resolverOf),
    }),
  );
  return type as ObjectRef<Types, RecordValue<z.output<Schema>>>;
}

/** Declares one type for all schemas with this type name. */
export function addSharedObject<Source>(name: string, description: string, shape: z.ZodRawShape) {
  const ref = builder.objectRef<Source>(name).implement({ description, fields: outputFields<Source>(shape) });
  typesByName.set(name, ref as unknown as AnyObject);
  return ref;
}

function inputOf(schema: z.ZodObject): AnyInput {
  const { name, options } = typeOptionsOf(schema, 'INPUT');
  return getOrCreate<AnyInput>(`${name}Input`, () =>
    builder.inputType(`${name}Input`, { ...options, fields: inputFields(schema.shape) }),
  );
}

function objectFields<Source>(
  shape: z.core.$ZodShape,
  resolverFor: (name: string, schema: z.ZodType) => Resolver<Source>,
  extensions: Readonly<Record<string, unknown>> = {},
) {
  return (t: OutputFields<Source>): Record<string, FieldRef<Types>> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const { type, required, options } = fieldTypeOf(schema, objectOf);
        const complexity = listCostByField[name];
        // Pothos cannot infer the type of the field, so casts are needed.
        const field: unknown = t.field({
          type,
          nullable: !required,
          extensions,
          ...options,
          ...(complexity && { complexity }),
          resolve: resolverFor(name, schema as z.ZodType) as never,
        });
        return [name, field as FieldRef<Types>];
      }),
    );
}

function fieldTypeOf(field: z.core.$ZodType, typeOfObject: TypeOfObject) {
  const { schema, required, metadata } = unwrap(field as z.ZodType);
  const { description, deprecated } = metadata;
  const isList = schema instanceof z.ZodArray;
  const item = isList ? (schema.element as z.ZodType) : schema;
  const type = typeOf(item, isList ? metadataOf(item) : metadata, typeOfObject);
  return {
    type: (isList ? [type] : type) as never,
    required,
    options: {
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecationReason: description ?? 'Do not use it any more.' } : {}),
    },
  };
}

function typeOf(schema: z.ZodType, { format }: Metadata, typeOfObject: TypeOfObject): FieldType {
  if (isBooleanStringSchema(schema) || schema instanceof z.ZodBoolean) return 'Boolean';
  if (schema instanceof z.ZodEnum) return enumOf(schema as z.ZodEnum<Record<string, string>>);
  if (schema instanceof z.ZodObject) return typeOfObject(schema);
  if (schema instanceof z.ZodNumber) return 'Int';
  return format === 'date' ? 'LocalDate' : 'String';
}

function resolverOf<Source>(
  name: string,
  schema: z.ZodType,
  readObject: ReadObject<Source> = (source) => source,
): Resolver<Source> {
  const isBooleanString = isBooleanStringSchema(unwrap(schema).schema);
  const fieldOf = (object: unknown) => {
    const value = (object as Record<string, unknown>)[name];
    return isBooleanString && value !== undefined ? value === 'true' : value;
  };
  return (source, _, context) => {
    const object = readObject(source, context);
    return object instanceof Promise ? object.then(fieldOf) : fieldOf(object);
  };
}

/** REST writes some Booleans as the strings "true" and "false". */
function isBooleanStringSchema(schema: z.ZodType): boolean {
  return schema instanceof z.ZodEnum && schema.options.join() === 'true,false';
}

function typeOptionsOf(schema: z.ZodType, kind: 'INPUT' | 'OUTPUT' = 'OUTPUT') {
  const { id, graphqlType, description } = metadataOf(schema);
  const name = kind === 'INPUT' ? (id ?? graphqlType) : (graphqlType ?? id);
  if (name === undefined)
    throw new Error('a schema that becomes a GraphQL type needs an id or a graphqlType in its metadata');
  return { name, options: description ? { description } : {} };
}

function getOrCreate<Type extends AnyInput | AnyEnum | AnyObject>(name: string, create: () => Type): Type {
  const type = (typesByName.get(name) as Type | undefined) ?? create();
  typesByName.set(name, type);
  return type;
}

/** The fields of all shapes. A field is required if every shape has and requires it. */
export function mergeShapes(shapes: readonly z.ZodRawShape[]): z.ZodRawShape {
  const mergedShape: Record<string, z.core.$ZodType> = {};
  for (const name of new Set(shapes.flatMap((shape) => Object.keys(shape)))) {
    const schemas = shapes.flatMap((shape) => shape[name] ?? []);
    const schema = schemas.find((candidate) => candidate instanceof z.ZodOptional) ?? schemas[0];
    if (schema === undefined) continue;
    const becomesOptional = schemas.length < shapes.length && !(schema instanceof z.ZodOptional);
    mergedShape[name] = becomesOptional ? (schema as z.ZodType).optional() : schema;
  }
  return mergedShape;
}
