/**
 * Makes the OpenAPI 3.1 document from the rows of routes.ts and the schemas that validate requests. The creation of a payment has
 * one path per product, with the body of that product.
 */
import { z } from 'zod';
import type { Product } from '../../domain/payments/product.ts';
import { reasonsPassedOn } from '../../domain/refusal.ts';
import type { AnyRoute } from '../route.ts';
import { answerHeaders, answersOf } from './answers.ts';
import { callbacksOf } from './callbacks.ts';
import { Components } from './components.ts';
import type { MediaObject, OpenApiDocument, OperationObject, PathItem } from './model.ts';
import {
  faultParameter,
  headerParameters,
  pathParameters,
  queryParameters,
  templateOf,
} from './parameters.ts';
import { infoOf, securitySchemes, tagOf, tags } from './texts.ts';

export interface DocumentParts {
  readonly routes: readonly AnyRoute[];
  readonly products: readonly Product[];
  readonly sandbox: boolean;
  readonly publicUrl: string;
  /** Whether there is a remote bank. It may refuse for reasons of its own. */
  readonly remote?: boolean;
}

export function openApiDocument(parts: DocumentParts): OpenApiDocument {
  const components = new Components();
  const offeredRoutes = parts.routes.filter((row) => parts.sandbox || !row.sandbox);
  const rows = parts.remote ? offeredRoutes.map(withRemoteRefusals) : offeredRoutes;
  const paths: Record<string, PathItem> = {};
  for (const row of rows) {
    for (const documentPath of documentPaths(row, parts.products)) {
      const method = row.method.toLowerCase() as keyof PathItem;
      const operation = operationOf(row, documentPath, rows, parts.sandbox, components);
      paths[documentPath.path] = { ...paths[documentPath.path], [method]: operation };
    }
  }
  const { schemas, parameters, responses } = components;
  const usedTags = new Set(rows.map(tagOf));
  return {
    openapi: '3.1.0',
    info: infoOf(parts.publicUrl),
    servers: [{ url: parts.publicUrl, description: parts.sandbox ? 'Sandbox' : 'Production' }],
    tags: tags.filter(({ name }) => usedTags.has(name)),
    security: [{ Signature: [], TppSignatureCertificate: [] }],
    paths,
    components: {
      schemas: sortKeys(schemas),
      parameters: sortKeys(parameters),
      responses: sortKeys(responses),
      headers: answerHeaders,
      securitySchemes,
    },
  };
}

/** An operation with `prepare` asks the bank. */
function withRemoteRefusals(row: AnyRoute): AnyRoute {
  const { operation } = row;
  if (operation.kind !== 'write' || operation.prepare === undefined) return row;
  return { ...row, operation: { ...operation, refusals: [...operation.refusals, ...reasonsPassedOn] } };
}

interface DocumentPath {
  readonly path: string;
  readonly products: readonly Product[];
  /** The product whose payments the path creates. */
  readonly createdProduct?: Product;
}

/** One path, or one for each product if the row creates payments. */
export function documentPaths(row: AnyRoute, allProducts: readonly Product[]): readonly DocumentPath[] {
  const products = allProducts.filter(({ service }) => row.path.startsWith(`/v1/${service}/:product`));
  if (!row.path.endsWith('/:product')) return [{ path: templateOf(row.path), products }];
  return products.map((product) => ({
    path: row.path.replace(':product', product.name),
    products: [product],
    createdProduct: product,
  }));
}

function operationOf(
  row: AnyRoute,
  { products, createdProduct }: DocumentPath,
  rows: readonly AnyRoute[],
  sandbox: boolean,
  components: Components,
): OperationObject {
  const body = bodyOf(row, createdProduct, components);
  return {
    operationId: operationId(row, createdProduct, rows),
    summary: createdProduct ? `Create ${createdProduct.title}` : row.summary,
    description: describe(row, createdProduct),
    tags: [tagOf(row)],
    parameters: [
      ...(createdProduct ? [] : pathParameters(row.path, products)),
      ...queryParameters(row.query, components),
      ...headerParameters(row, sandbox, components),
      ...(sandbox ? [faultParameter(components)] : []),
    ],
    ...(body
      ? { requestBody: { required: row.body === 'json', content: { 'application/json': body } } }
      : {}),
    responses: answersOf(row, products, components),
    ...callbacksOf(row, products, components),
  };
}

const emptyBody = z
  .object({})
  .meta({ id: 'EmptyBody', description: 'The operation has no fields: send an empty object, or no body.' });

function bodyOf(
  row: AnyRoute,
  createdProduct: Product | undefined,
  components: Components,
): MediaObject | null {
  if (createdProduct)
    return {
      schema: components.schema(createdProduct.body, `${createdProduct.code}Body`),
      example: createdProduct.example,
    };
  if (row.documentedBody)
    return { schema: components.schema(row.documentedBody.schema), example: row.documentedBody.example };
  return row.method === 'POST' ? { schema: components.schema(emptyBody), example: {} } : null;
}

function describe(row: AnyRoute, createdProduct: Product | undefined): string {
  const lines = [
    createdProduct?.description,
    row.body === 'json' && `The body may have at most ${row.bytesAtMost / 1_024} KiB.`,
    row.operation.role && `If the certificate names roles, ${row.operation.role} must be one of them.`,
  ];
  return lines.filter(Boolean).join(' ');
}

/** The name of the operation. If several rows share the operation, words of the path that the name lacks follow. */
function operationId(row: AnyRoute, createdProduct: Product | undefined, rows: readonly AnyRoute[]): string {
  const { name } = row.operation;
  if (createdProduct) return `${name}${createdProduct.code}`;
  if (rows.filter(({ operation }) => operation.name === name).length === 1) return name;
  const lowerName = name.toLowerCase();
  const words = row.path
    .split(/[/-]/)
    .filter((word) => /^[a-z]{3,}$/.test(word) && !lowerName.includes(word.replace(/s$/, '')));
  return name + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const sortKeys = <T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
