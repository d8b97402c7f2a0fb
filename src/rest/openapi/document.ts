/** Makes the OpenAPI 3.1 document from routes.ts and the schemas that validate requests. */
import type { Product } from '../../domain/payments/product.ts';
import { products as allProducts } from '../../domain/payments/products/list.ts';
import { reasonsPassedOn } from '../../domain/refusal.ts';
import { emptyBody } from '../define-routes.ts';
import type { AnyRoute } from '../route.ts';
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
import { responsesOf } from './responses.ts';
import { infoOf, securitySchemes, tagOf, tags } from './texts.ts';

export interface DocumentParts {
  readonly routes: readonly AnyRoute[];
  readonly sandbox: boolean;
  readonly publicUrl: string;
  /** true: an upstream bank may also refuse, for reasons that the operation does not declare. */
  readonly hasUpstreamBank?: boolean;
}

export function createOpenApiDocument(parts: DocumentParts): OpenApiDocument {
  const components = new Components();
  const routes = parts.routes.filter((route) => parts.sandbox || !route.sandbox);
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    for (const documentPath of documentPaths(route)) {
      const method = route.method.toLowerCase() as keyof PathItem;
      const operation = operationOf(route, documentPath, routes, parts, components);
      paths[documentPath.path] = { ...paths[documentPath.path], [method]: operation };
    }
  }
  const { schemas, parameters, responses, headers } = components;
  const usedTags = new Set(routes.map(tagOf));
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
      headers: sortKeys(headers),
      securitySchemes,
    },
  };
}

/** Leaves out the refusals that payments of the product never get. */
function routeOfProduct(route: AnyRoute, { path, createdProduct }: DocumentPath): AnyRoute {
  if (!createdProduct) return route;
  // All rules of products are about dates.
  const hasDates = createdProduct.rules.length > 0;
  const refusals = route.operation.refusals.filter(
    (reason) => hasDates || reason !== 'EXECUTION_DATE_INVALID',
  );
  // `path` has no parameter `:product`, so the document leaves out PRODUCT_UNKNOWN too.
  return { ...route, path, operation: { ...route.operation, refusals } };
}

/** An operation with `prepare` asks the upstream bank, so it passes on that bank's refusals. */
function withUpstreamRefusals(route: AnyRoute): AnyRoute {
  const { operation } = route;
  if (operation.kind !== 'write' || operation.prepare === undefined) return route;
  return { ...route, operation: { ...operation, refusals: [...operation.refusals, ...reasonsPassedOn] } };
}

interface DocumentPath {
  readonly path: string;
  readonly products: readonly Product[];
  /** The path creates payments of this product. */
  readonly createdProduct?: Product;
}

/** If the route creates payments, it has one path for each product. */
export function documentPaths(route: AnyRoute): readonly DocumentPath[] {
  const products = allProducts.filter(({ service }) => service === route.service);
  if (!route.path.endsWith('/:product')) return [{ path: templateOf(route.path), products }];
  return products.map((product) => ({
    path: route.path.replace(':product', product.name),
    products: [product],
    createdProduct: product,
  }));
}

function operationOf(
  route: AnyRoute,
  documentPath: DocumentPath,
  routes: readonly AnyRoute[],
  { sandbox, hasUpstreamBank = false }: DocumentParts,
  components: Components,
): OperationObject {
  const { products, createdProduct } = documentPath;
  const productRoute = routeOfProduct(route, documentPath);
  const routeWithAllRefusals = hasUpstreamBank ? withUpstreamRefusals(productRoute) : productRoute;
  const body = bodyOf(route, createdProduct, components);
  return {
    operationId: operationIdOf(route, createdProduct, routes),
    summary: createdProduct ? `Create ${createdProduct.title}` : route.summary,
    description: describe(route, createdProduct),
    tags: [tagOf(route)],
    parameters: [
      ...(createdProduct ? [] : pathParameters(route.path, products)),
      ...queryParameters(route.query, components),
      ...headerParameters(route, sandbox, components),
      ...(sandbox ? [faultParameter(components)] : []),
    ],
    ...(body
      ? { requestBody: { required: route.body === 'json', content: { 'application/json': body } } }
      : {}),
    responses: responsesOf(routeWithAllRefusals, products, components),
    ...callbacksOf(route, products, components),
  };
}

function bodyOf(
  route: AnyRoute,
  createdProduct: Product | undefined,
  components: Components,
): MediaObject | null {
  if (createdProduct)
    return {
      schema: components.toSchemaJson(createdProduct.body, `${createdProduct.code}Body`),
      example: createdProduct.example,
    };
  if (route.documentedBody)
    return {
      schema: components.toSchemaJson(route.documentedBody.schema),
      example: route.documentedBody.example,
    };
  return route.method === 'POST' ? { schema: components.toSchemaJson(emptyBody), example: {} } : null;
}

function describe(route: AnyRoute, createdProduct: Product | undefined): string {
  const lines = [
    createdProduct?.description ?? route.description,
    route.body === 'json' && `The body may have at most ${route.bytesAtMost / 1_024} KiB.`,
    route.operation.role && `If the certificate names roles, ${route.operation.role} must be one of them.`,
  ];
  return lines.filter(Boolean).join(' ');
}

/** If routes share the operation, adds the words of the path that its name lacks, such as Bulk in `getPaymentStatusBulk`. */
function operationIdOf(
  route: AnyRoute,
  createdProduct: Product | undefined,
  routes: readonly AnyRoute[],
): string {
  const { name } = route.operation;
  if (createdProduct) return `${name}${createdProduct.code}`;
  if (routes.filter(({ operation }) => operation.name === name).length === 1) return name;
  const lowerName = name.toLowerCase();
  // Not `v1` or a parameter such as `:paymentId`.
  const words = route.path.split(/[/-]/).filter((word) => /^[a-z]{3,}$/.test(word));
  const otherWords = words.filter((word) => !lowerName.includes(word.replace(/s$/, '')));
  return name + otherWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const sortKeys = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
