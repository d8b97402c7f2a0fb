import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import type { OpenApiDocument } from '../../src/rest/openapi/model.ts';
import { routes } from '../../src/rest/routes.ts';

export const sandboxDocument = (): OpenApiDocument =>
  createOpenApiDocument({ routes, sandbox: true, publicUrl: 'http://localhost:4000' });
