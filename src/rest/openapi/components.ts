import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject } from '../../domain/fields/shared.ts';
import type { ParameterObject, Reference, ResponseObject, SchemaJson } from './model.ts';

export class Components {
  readonly schemas: Record<string, SchemaJson> = {};
  readonly parameters: Record<string, ParameterObject> = {};
  readonly responses: Record<string, ResponseObject> = {};
  readonly headers: Record<string, SchemaJson> = {};

  /** A schema with an id becomes a component. Any other becomes the component `name`, or stays inline if `name` is undefined. */
  toSchemaJson(schema: z.ZodType, name?: string): SchemaJson {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
    for (const [id, definition] of Object.entries($defs)) this.#addSchema(id, tidy(definition) as SchemaJson);
    // If the schema has an id, it is among `$defs`, and zod returns a $ref to it.
    const rootSchema = tidy(root) as SchemaJson;
    if (name === undefined || '$ref' in rootSchema) return rootSchema;
    this.#addSchema(name, rootSchema);
    return { $ref: `#/components/schemas/${name}` };
  }

  addParameter(key: string, parameter: ParameterObject): Reference {
    this.parameters[key] = parameter;
    return { $ref: `#/components/parameters/${key}` };
  }

  addHeader(key: string, header: SchemaJson): Reference {
    this.headers[key] = header;
    return { $ref: `#/components/headers/${key}` };
  }

  addResponse(key: string, create: () => ResponseObject): Reference {
    this.responses[key] ??= create();
    return { $ref: `#/components/responses/${key}` };
  }

  #addSchema(id: string, schema: SchemaJson): void {
    const earlierSchema = this.schemas[id];
    if (earlierSchema !== undefined && !isDeepStrictEqual(earlierSchema, schema))
      throw new Error(`two schemas have the id ${id}`);
    this.schemas[id] = schema;
  }
}

/** An identifier such as `PsuIdRequired`, because generated clients name their types after it. */
export const componentName = (...words: readonly string[]): string =>
  words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => {
      const tail = word.slice(1);
      const isInCapitals = tail === tail.toUpperCase();
      return word.charAt(0).toUpperCase() + (isInCapitals ? tail.toLowerCase() : tail);
    })
    .join('');

/** Keys of metadata that only GraphQL or other parts of the document use. */
const internalKeys = new Set(['graphqlType', 'examples', 'id']);

/** Rewrites references, and drops internal metadata, but keeps a property with the name of an internal key. */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => !internalKeys.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, tidyKeyword(key, value)]));
}

function tidyKeyword(key: string, value: unknown): unknown {
  if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
  if (key === 'properties' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, tidy(property)]));
  return key === 'enum' || key === 'required' || key === 'const' ? value : tidy(value);
}

export function exampleOf(schema: z.ZodType): unknown {
  const examples = schema.meta()?.examples;
  return Array.isArray(examples) ? examples[0] : undefined;
}
