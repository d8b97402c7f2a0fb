import { staticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { withCodeSamples } from './openapi/code-samples.ts';
import { contentsOf } from './openapi/contents.ts';
import { createOpenApiDocument, type DocumentParts } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/model.ts';
import { releaseFeed } from './releases.ts';

export function createDocuments(parts: DocumentParts & { readonly toolkit: Toolkit }) {
  let openApi: OpenApiDocument | undefined;
  const getDocument = () => {
    openApi ??= withCodeSamples(createOpenApiDocument(parts), parts.toolkit);
    return openApi;
  };
  return {
    pages: {
      '/openapi.json': staticDocument(() => ({
        type: 'application/json',
        text: JSON.stringify(getDocument()),
      })),
      '/releases.atom': staticDocument(() => releaseFeed(parts.publicUrl)),
    },
    tableOfContents: () => contentsOf(getDocument()),
  };
}
