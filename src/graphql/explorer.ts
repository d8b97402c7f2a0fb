/** The explorer in a browser: GraphiQL with everything inlined, so that it needs no network. */
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

let page: Uint8Array<ArrayBuffer> | undefined;

/** The page, made and compressed once, when it is first asked for. */
export function explorerPage(): Response {
  page ??= new Uint8Array(
    gzipSync(renderGraphiQL({ title: 'PSD2 bank: GraphQL explorer', endpoint: '/graphql' })),
  );
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    },
  });
}
