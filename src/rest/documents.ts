/** Documents for developers of a TPP, served without a signature: /openapi.json and the page /docs. */
import { staticDocument } from '../http/messages/static-document.ts';
import type { Toolkit } from '../http/messages/toolkit.ts';
import { docsPage } from './docs/page.ts';
import { type DocumentParts, openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/model.ts';

export function createDocuments(parts: DocumentParts & { readonly toolkit: Toolkit }) {
  let made: OpenApiDocument | undefined;
  const document = () => {
    made ??= openApiDocument(parts);
    return made;
  };
  return {
    '/openapi.json': staticDocument(() => ({ type: 'application/json', text: JSON.stringify(document()) })),
    '/docs': staticDocument(() => docsPage(document(), parts.toolkit)),
  } as const;
}
