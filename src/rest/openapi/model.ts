import type { infoOf } from './texts.ts';

export type SchemaJson = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'header' | 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: SchemaJson;
}

export interface MediaObject {
  readonly schema: SchemaJson;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: { readonly 'application/json': MediaObject };
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export type CallbackObject = Omit<OperationObject, 'operationId' | 'tags'>;

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (ParameterObject | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly 'application/json': MediaObject };
  };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** The outer key is the name of the callback, the inner key is the address to which the bank sends the request. */
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, { readonly post: CallbackObject }>>>>;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put' | 'delete', OperationObject>>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<ReturnType<typeof infoOf>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly {
    readonly name: string;
    readonly 'x-displayName': string;
    readonly description: string;
  }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaJson>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, SchemaJson>>;
    readonly securitySchemes: Readonly<Record<string, SchemaJson>>;
  };
}

export const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

export function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const keys = value.$ref.slice('#/'.length).split('/');
  let node: unknown = document;
  for (const key of keys) node = (node as SchemaJson)[key];
  return node as T;
}
