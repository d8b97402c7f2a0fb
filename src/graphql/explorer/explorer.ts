/**
 * The explorer in a browser: GraphiQL, as yoga's package has it, with a tab per example. A small page beside a script and a style that
 * are made once in a process and that a browser keeps; nothing comes from the network.
 */
import { createHash, randomBytes } from 'node:crypto';
import { parse, print } from 'graphql';
import { refusePrefetch } from '../../browser/prefetch.ts';
import { staticDocument } from '../../browser/static-document.ts';
import { type Door, type HttpAnswer, type HttpRequest, reads } from '../../http/message.ts';
import { examples } from './examples/list.ts';
import { noticeOf, openingScript, openingStyle } from './explorer-opening.ts';
import { explorerPolicy } from './policy.ts';

/** What the package renders as one page, in parts. */
interface PageParts {
  readonly style: string;
  readonly script: string;
  /** Hash of style and script: a browser may keep what has this name for ever. */
  readonly version: string;
}

const call = 'YogaGraphiQL.renderYogaGraphiQL(';
let parts: Promise<PageParts> | undefined;

async function cut(): Promise<PageParts> {
  // Nine megabytes, so it is loaded when the page is first opened and not at every start.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: '' });
  const style = between(page, page.indexOf('<style'), '</style>');
  const whole = between(page, page.indexOf('<script'), '</script>');
  const script = whole.slice(0, whole.lastIndexOf(call));
  const version = createHash('sha256').update(style).update(script).digest('base64url').slice(0, 16);
  return { style, script, version };
}

/** The content of the element that begins at `start`. */
function between(page: string, start: number, end: string): string {
  const begin = page.indexOf('>', start) + 1;
  const close = page.indexOf(end, begin);
  if (start < 0 || close < 0) throw new Error('the explorer is not made of what was expected');
  return page.slice(begin, close);
}

const loadParts = (): Promise<PageParts> => {
  parts ??= cut();
  return parts;
};

const asset = (type: string, of: (parts: PageParts) => string): Door =>
  staticDocument(async () => ({
    type,
    text: of(await loadParts()),
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  }));

/** What the page loads, by path. */
export const explorerAssets: Readonly<Record<string, Door>> = {
  '/graphql/explorer.css': asset('text/css; charset=utf-8', ({ style }) => style),
  '/graphql/explorer.js': asset('text/javascript; charset=utf-8', ({ script }) => script),
};

/** The query with a line for every field, because the editor is narrow. */
const spacious = (query: string): string => `${query.split('\n')[0]}\n${print(parse(query))}\n`;

const tabs = examples.map(({ name, query, variables }) => ({
  title: name,
  query: spacious(query),
  variables: JSON.stringify(variables, null, 2),
}));

/** Otherwise the query is put into the address, and a reload sends it in the place of opening the explorer. */
const quietAddress = 'onEditQuery() {}';

/** True for a browser that asks for the explorer, not for an answer of GraphQL. */
export function wantsExplorer({ method, headers, query }: HttpRequest): boolean {
  return (
    reads(method) &&
    (headers.get('accept') ?? '').includes('text/html') &&
    !query.has('query') &&
    !query.has('extensions')
  );
}

export interface ExplorerParts {
  /** A new token for whom the link was made; null when it was used, or never made. */
  readonly redeem: (ticket: string) => Promise<string | null>;
  /** Whether `redeem` would make one. */
  readonly isGood: (ticket: string) => boolean;
  /** Whether the request carries the session of a console, by which the explorer then acts. */
  readonly isSignedIn: (request: HttpRequest) => Promise<boolean>;
  /** The command that prints a token. */
  readonly tokenLine: string;
  /** The answer when the page cannot be made. */
  readonly failed: (request: HttpRequest, error: unknown) => HttpAnswer;
}

interface ExplorerOpening {
  readonly nonce: string;
  /** Filled in as the header of every tab. */
  readonly token: string | null;
  readonly isSignedIn: boolean;
  /** Whether the link has been used already. */
  readonly used: boolean;
}

/** Makes the page, opened by a ticket, by a signed-in console or without. */
export function createExplorer({ redeem, isGood, isSignedIn, tokenLine, failed }: ExplorerParts): Door {
  async function open(request: HttpRequest): Promise<ExplorerOpening> {
    const { method, headers, query } = request;
    const page = { nonce: randomBytes(18).toString('base64url'), isSignedIn: await isSignedIn(request) };
    const ticket = query.get('ticket');
    if (ticket === null) return { ...page, token: null, used: false };
    if (method === 'HEAD') return { ...page, token: null, used: !isGood(ticket) };
    refusePrefetch(headers);
    const token = await redeem(ticket);
    return { ...page, token, used: token === null };
  }

  return async (request: HttpRequest): Promise<HttpAnswer> => {
    try {
      const opening = await open(request);
      const text = await page(opening, tokenLine);
      return { status: 200, headers: headersOf(opening.nonce), body: new TextEncoder().encode(text) };
    } catch (error) {
      return failed(request, error);
    }
  };
}

/** What GraphiQL is opened with. */
function optionsFor(opening: ExplorerOpening) {
  const headers = JSON.stringify(shownHeaders(opening), null, 2);
  return {
    title: 'PSD2 bank',
    headers,
    defaultHeaders: headers,
    shouldPersistHeaders: false,
    // The page's script adds the console's cookie where it is wanted: a request may carry only one credential.
    credentials: 'omit',
    defaultTabs: tabs.map((tab) => ({ ...tab, headers })),
  };
}

/** Of every tab; the session of a console is a cookie, which is none of them. */
const shownHeaders = ({ token, isSignedIn }: ExplorerOpening): Readonly<Record<string, string>> =>
  token === null && isSignedIn ? {} : { Authorization: `Bearer ${token ?? '<token>'}` };

const headersOf = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': explorerPolicy(nonce),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
});

async function page(opening: ExplorerOpening, tokenLine: string): Promise<string> {
  const { nonce, used } = opening;
  const { version } = await loadParts();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>PSD2 bank</title>
<link rel="icon" href="data:," />
<link rel="describedby" href="schema.graphql" type="text/plain" title="Schema" />
<link rel="stylesheet" href="graphql/explorer.css?v=${version}" nonce="${nonce}" />
<style nonce="${nonce}">${openingStyle}</style>
</head>
<body id="body" class="no-focus-outline">
<noscript>The explorer needs JavaScript; <a href="schema.graphql">schema.graphql</a> has the schema.</noscript>
${noticeOf(used, tokenLine)}
<main><h1>GraphQL explorer</h1><div id="root"></div></main>
<script nonce="${nonce}">${openingScript(opening, tabs)}</script>
<script nonce="${nonce}" src="graphql/explorer.js?v=${version}"></script>
<script nonce="${nonce}">${call}document.querySelector('#root'), { ...${JSON.stringify(optionsFor(opening)).replaceAll('<', '\\u003c')}, ${quietAddress} });</script>
</body>
</html>
`;
}
