/** The /openapi.json of a sandbox; the types of examples/rest come from it. */
import { products } from '../../src/domain/payments/products/list.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import type { OpenApiDocument } from '../../src/rest/openapi/model.ts';
import { routes } from '../../src/rest/routes.ts';

export const sandboxDocument = (): OpenApiDocument =>
  openApiDocument({ routes, products, sandbox: true, publicUrl: 'http://localhost:4000' });
