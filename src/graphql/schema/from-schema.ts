/**
 * Makes GraphQL types from the domain's validation schemas, so a new field of a product needs no line here. Names and
 * descriptions come from the schemas' metadata.
 */
import type { EnumRef, FieldRef, InputFieldRef, InputObjectRef, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Held, View } from '../../domain/fields/view.ts';
import type { GraphQLContext } from '../context.ts';
import type { GraphQLBuilder, InputFields, Types } from './builder.ts';
import { withMeanings } from './code-meanings.ts';
import { list } from './costs.ts';

interface Meta {
  readonly id?: string;
  readonly output?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly format?: string;
}

interface Unwrapped {
  readonly schema: z.ZodType;
  readonly required: boolean;
  readonly meta: Meta;
}

/** Unwraps an optional schema; the wrapper's metadata wins. */
function unwrap(schema: z.ZodType): Unwrapped {
  const outer = (schema.meta() ?? {}) as Meta;
  if (!(schema instanceof z.ZodOptional)) return { schema, required: true, meta: outer };
  const core = schema.unwrap() as z.ZodType;
  return { schema: core, required: false, meta: { ...((core.meta() ?? {}) as Meta), ...outer } };
}

type AnyInput = InputObjectRef<Types, Readonly<Record<string, unknown>>>;
type AnyEnum = EnumRef<Types, string>;
type AnyObject = ObjectRef<Types, Readonly<Record<string, unknown>>>;
type OutputFields<Source> = PothosSchemaTypes.ObjectFieldBuilder<Types, Source>;
type FieldType = AnyInput | AnyEnum | AnyObject | 'String' | 'Boolean' | 'Int' | 'LocalDate';

/** The lengths of lists of objects in the schemas. */
const lengths: Readonly<Record<string, ReturnType<typeof list>>> = {
  // Each may have 999 items, but the body bounds all of them together.
  remittanceInformationStructuredArray: list(1, 10),
  balances: list(2, 10),
};

type Resolver<Source> = (source: Source, _: unknown, context: GraphQLContext) => unknown;

export type SchemaMapper = ReturnType<typeof createSchemaMapper>;

interface MadeTypes {
  readonly builder: GraphQLBuilder;
  readonly inputs: Map<string, AnyInput>;
  readonly enums: Map<string, AnyEnum>;
  readonly objects: Map<string, AnyObject>;
}

export function createSchemaMapper(builder: GraphQLBuilder) {
  const types: MadeTypes = { builder, inputs: new Map(), enums: new Map(), objects: new Map() };
  return {
    /** The fields of an object schema as fields of an input type. */
    inputFields: (shape: z.ZodRawShape) => inputFields(types, shape),
    /**
     * Object fields of an object schema. `readValue` gets the object's value where it is not the source itself; `extensions`
     * are set on each field.
     */
    outputFields: <Source>(
      shape: z.ZodRawShape,
      readValue?: (source: Source, context: GraphQLContext) => unknown,
      extensions: Readonly<Record<string, unknown>> = {},
    ) => fieldsOf<Source>(types, shape, (name, schema) => resolverOf(name, schema, readValue), extensions),
    /** Object fields of a view whose source is the record, without those that GraphQL replaces. */
    viewFields: <Source>(view: View<Source, z.core.$ZodShape>, without: readonly string[] = []) => {
      const shape = Object.entries(view.schema.shape).filter(([name]) => !without.includes(name));
      return fieldsOf<Source>(
        types,
        Object.fromEntries(shape),
        (name) => (source) => view.field(source, name),
      );
    },
    // The maps lose the type of each schema.
    enumOf: <Schema extends z.ZodEnum>(schema: Schema) =>
      enumOf(types, schema) as EnumRef<Types, string, z.output<Schema>>,
    objectOf: <Schema extends z.ZodObject>(schema: Schema) =>
      objectOf(types, schema) as ObjectRef<Types, Held<z.output<Schema>>>,
    /** Adds an object type that serves several input types: `AccountReference`, `Address`. */
    provide: (name: string, ref: unknown) => {
      types.objects.set(name, ref as AnyObject);
    },
  };
}

function enumOf({ builder, enums }: MadeTypes, schema: z.ZodEnum): AnyEnum {
  const { name, description } = namesOf(schema);
  return remember(enums, name, () =>
    builder.enumType(name, {
      values: withMeanings(name, schema.options as string[]),
      ...(description ? { description } : {}),
    }),
  );
}

function inputOf(types: MadeTypes, schema: z.ZodObject): AnyInput {
  const { id, description } = namesOf(schema);
  return remember(types.inputs, id, () =>
    types.builder.inputType(`${id}Input`, {
      ...(description ? { description } : {}),
      fields: inputFields(types, schema.shape),
    }),
  );
}

function objectOf(types: MadeTypes, schema: z.ZodObject): AnyObject {
  const { name, description } = namesOf(schema);
  return remember(types.objects, name, () =>
    types.builder.objectRef<Readonly<Record<string, unknown>>>(name).implement({
      ...(description ? { description } : {}),
      fields: fieldsOf(types, schema.shape, (field, one) => resolverOf(field, one)),
    }),
  );
}

function inputFields(types: MadeTypes, shape: z.ZodRawShape) {
  return (t: InputFields): Record<string, InputFieldRef<Types, unknown>> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const { type, required, options } = describe(types, schema as z.ZodType, inputOf);
        return [name, t.field({ type, required, ...options })];
      }),
    );
}

function fieldsOf<Source>(
  types: MadeTypes,
  shape: z.core.$ZodShape,
  resolver: (name: string, schema: z.ZodType) => Resolver<Source> | null,
  extensions: Readonly<Record<string, unknown>> = {},
) {
  return (t: OutputFields<Source>): Record<string, FieldRef<Types>> =>
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const { type, required, options } = describe(types, schema as z.ZodType, objectOf);
        const resolve = resolver(name, schema as z.ZodType);
        const complexity = lengths[name];
        const settings = {
          type,
          nullable: !required,
          extensions,
          ...options,
          ...(complexity === undefined ? {} : { complexity }),
        };
        // Pothos cannot infer a type that only the schema knows.
        const field: unknown =
          resolve === null
            ? t.expose(name as never, settings as never)
            : t.field({ ...settings, resolve: resolve as never });
        return [name, field as FieldRef<Types>];
      }),
    );
}

function resolverOf<Source>(
  name: string,
  schema: z.ZodType,
  readValue?: (source: Source, context: GraphQLContext) => unknown,
): Resolver<Source> | null {
  const flag = isFlag(unwrap(schema).schema);
  // A plain property is read without a call.
  if (readValue === undefined && !flag) return null;
  const valueIn = (body: unknown) => {
    const value = (body as Record<string, unknown>)[name];
    return flag && value !== undefined ? value === 'true' : value;
  };
  return (source, _, context) => {
    const body = readValue ? readValue(source, context) : source;
    return body instanceof Promise ? body.then(valueIn) : valueIn(body);
  };
}

type ObjectType = (types: MadeTypes, schema: z.ZodObject) => FieldType;

function describe(types: MadeTypes, field: z.ZodType, objectType: ObjectType) {
  const { schema, required, meta } = unwrap(field);
  const list = schema instanceof z.ZodArray;
  const item = list ? (schema.element as z.ZodType) : schema;
  const type = typeOf(types, item, list ? ((item.meta() ?? {}) as Meta) : meta, objectType);
  return {
    type: (list ? [type] : type) as never,
    required,
    options: {
      ...(meta.description ? { description: meta.description } : {}),
      ...(meta.deprecated ? { deprecationReason: meta.description ?? 'No longer to be used.' } : {}),
    },
  };
}

function typeOf(types: MadeTypes, schema: z.ZodType, meta: Meta, objectType: ObjectType): FieldType {
  if (isFlag(schema)) return 'Boolean';
  if (schema instanceof z.ZodEnum) return enumOf(types, schema);
  if (schema instanceof z.ZodObject) return objectType(types, schema);
  if (schema instanceof z.ZodBoolean) return 'Boolean';
  if (schema instanceof z.ZodNumber) return 'Int';
  return meta.format === 'date' ? 'LocalDate' : 'String';
}

/** A Boolean that REST writes as the texts "true" and "false". */
function isFlag(schema: z.ZodType): boolean {
  return schema instanceof z.ZodEnum && schema.options.join() === 'true,false';
}

/** Names of a schema's types: `id` of the input type, `name` of the object type. */
function namesOf(schema: z.ZodType): Meta & { readonly id: string; readonly name: string } {
  const meta = (schema.meta() ?? {}) as Meta;
  const { id = meta.output, output: name = meta.id } = meta;
  if (id === undefined || name === undefined)
    throw new Error('a schema that becomes a GraphQL type needs an id or an output in its metadata');
  return { ...meta, id, name };
}

function remember<T>(types: Map<string, T>, name: string, make: () => T): T {
  const before = types.get(name);
  if (before !== undefined) return before;
  const type = make();
  types.set(name, type);
  return type;
}
