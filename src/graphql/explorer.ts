/** The explorer in a browser: GraphiQL with everything inlined, so that it needs no network, and a tab per example. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parse, print } from 'graphql';
import type { HttpAnswer } from '../web/message.ts';
import { examples } from './examples/list.ts';

const compress = promisify(gzip);
let plain: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** The page. With a token it is filled in as the header of every tab; without one the page is made once. */
export async function explorerPage(token: string | null): Promise<HttpAnswer> {
  plain ??= render(null);
  const page = token === null ? await plain : await render(token);
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': token === null ? 'no-cache' : 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    },
    body: page,
  };
}

/** A line for every field, under the words that lead to the example: the editor is narrow. */
const spacious = (query: string): string => `${query.split('\n')[0]}\n${print(parse(query))}\n`;

async function render(token: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const authorization = token === null ? 'Bearer <npm run tpp -- token>' : `Bearer ${token}`;
  const headers = JSON.stringify({ Authorization: authorization }, null, 2);
  // Nine megabytes of page: loaded when somebody opens it, not at every start.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'PSD2 bank',
    headers,
    defaultHeaders: headers,
    shouldPersistHeaders: false,
    defaultTabs: examples.map(({ query, variables }) => ({
      query: spacious(query),
      variables: JSON.stringify(variables, null, 2),
      headers,
    })),
  });
  return new Uint8Array(await compress(html, { level: 1 }));
}
