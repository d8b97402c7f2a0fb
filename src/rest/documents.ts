/** Documents for developers of a TPP, served without a signature: /openapi.json, the page /docs, the feed /releases.atom. */
import { staticDocument } from '../http/messages/static-document.ts';
import type { Toolkit } from '../http/messages/toolkit.ts';
import { docsPage } from './docs/page.ts';
import { type DocumentParts, openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/model.ts';
import { releaseFeed } from './releases.ts';

export function createDocuments(parts: DocumentParts & { readonly toolkit: Toolkit }) {
  let made: OpenApiDocument | undefined;
  const document = () => {
    made ??= openApiDocument(parts);
    return made;
  };
  return {
    '/openapi.json': staticDocument(() => ({ type: 'application/json', text: JSON.stringify(document()) })),
    '/docs': staticDocument(() => docsPage(document(), parts.toolkit)),
    '/releases.atom': staticDocument(() => releaseFeed(parts.publicUrl)),
  } as const;
}
