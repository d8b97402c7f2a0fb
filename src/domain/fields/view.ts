/** Declares the fields of a resource in responses, for REST, OpenAPI and the GraphQL types. */
import type { z } from 'zod';

/** The type of a field in a record: codes are strings, and lists and objects are read-only. */
export type RecordValue<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly RecordValue<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: RecordValue<Value[Name]> }
      : Value;

/** Null and undefined are allowed if the field is optional in the schema. */
type RecordFieldValue<Schema extends z.core.$ZodType> =
  undefined extends z.output<Schema>
    ? RecordValue<Exclude<z.output<Schema>, undefined>> | null | undefined
    : RecordValue<z.output<Schema>>;

/** A function for each field that the record lacks, or has in another form. */
type Derived<Source, Shape extends z.core.$ZodShape> = {
  readonly [Name in keyof Shape as Name extends keyof Source
    ? Source[Name] extends RecordFieldValue<Shape[Name]>
      ? never
      : Name
    : Name]: (source: Source) => RecordFieldValue<Shape[Name]>;
};

type ShownFields<Shape extends z.core.$ZodShape> = RecordValue<z.output<z.ZodObject<Shape>>>;

export interface View<in Source, Shape extends z.core.$ZodShape> {
  readonly schema: z.ZodObject<Shape>;
  field(source: Source, name: string): unknown;
  /** Leaves out fields that are null or undefined. */
  write(source: Source): ShownFields<Shape>;
}

export const noDerivedFields = {};

/** `viewOf<Source>()(schema, derived)` has two calls, because TypeScript infers all type parameters of a call or none. */
export function viewOf<Source extends object>() {
  return <Shape extends z.core.$ZodShape>(
    schema: z.ZodObject<Shape>,
    derived: Derived<Source, Shape>,
  ): View<Source, Shape> => {
    const derivations = derived as Readonly<Record<string, (source: Source) => unknown>>;
    const field = (source: Source, name: string): unknown => {
      const derive = derivations[name];
      return derive ? derive(source) : (source as Readonly<Record<string, unknown>>)[name];
    };
    const names = Object.keys(schema.shape);
    return {
      schema,
      field,
      write(source) {
        const fields: Record<string, unknown> = {};
        for (const name of names) {
          const value = field(source, name);
          if (value !== null && value !== undefined) fields[name] = value;
        }
        return fields as ShownFields<Shape>;
      },
    };
  };
}

/** A field without a value is null. */
export type StoredFields<Shape extends z.core.$ZodShape> = {
  readonly [Name in keyof Shape]: Exclude<RecordFieldValue<Shape[Name]>, undefined>;
};

export function storedFields<Shape extends z.core.$ZodShape>(
  shape: Shape,
  values: { readonly [Name in keyof Shape]?: RecordFieldValue<Shape[Name]> },
): StoredFields<Shape> {
  const fields = Object.keys(shape).map((name) => [name, values[name] ?? null]);
  return Object.fromEntries(fields) as StoredFields<Shape>;
}
