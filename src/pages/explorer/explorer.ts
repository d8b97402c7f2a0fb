/** The page of GraphiQL. GraphiQL's style and script are separate files, so that browsers cache them. */
import { createHash, randomBytes } from 'node:crypto';
import { parse, print } from 'graphql';
import { refusePrefetch } from '../../browser/prefetch.ts';
import { staticDocument } from '../../browser/static-document.ts';
import { type HttpRequest, type RequestHandler, textAnswer } from '../../http/message.ts';
import type { Example } from './examples/example.ts';
import { exampleAddress, paymentExamples } from './examples/payments.ts';
import { sandboxExamples } from './examples/sandbox.ts';
import {
  exampleList,
  inScript,
  noticeOf,
  openingScript,
  openingStyle,
  type PageExample,
} from './explorer-opening.ts';

interface PageAssets {
  readonly style: string;
  readonly script: string;
  readonly version: string;
}

const renderCall = 'YogaGraphiQL.renderYogaGraphiQL(';
let assets: Promise<PageAssets> | undefined;

async function extractAssets(): Promise<PageAssets> {
  // The package has nine megabytes, so the first visit loads it, not the start of the service.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: '' });
  const style = contentOf(page, page.indexOf('<style'), '</style>');
  const scriptWithCall = contentOf(page, page.indexOf('<script'), '</script>');
  // `renderPage` writes this call with its own options.
  const script = scriptWithCall.slice(0, scriptWithCall.lastIndexOf(renderCall));
  const version = createHash('sha256').update(style).update(script).digest('base64url').slice(0, 16);
  return { style, script, version };
}

function contentOf(page: string, tagStart: number, endTag: string): string {
  const contentStart = page.indexOf('>', tagStart) + 1;
  const contentEnd = page.indexOf(endTag, contentStart);
  if (tagStart < 0 || contentEnd < 0)
    throw new Error('@graphql-yoga/render-graphiql renders an unexpected page');
  return page.slice(contentStart, contentEnd);
}

const loadAssets = (): Promise<PageAssets> => {
  assets ??= extractAssets();
  return assets;
};

const asset = (type: string, textOf: (assets: PageAssets) => string): RequestHandler =>
  staticDocument(async () => ({
    type,
    text: textOf(await loadAssets()),
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  }));

export const explorerAssets: Readonly<Record<string, RequestHandler>> = {
  '/graphql/explorer.css': asset('text/css; charset=utf-8', ({ style }) => style),
  '/graphql/explorer.js': asset('text/javascript; charset=utf-8', ({ script }) => script),
};

/** Breaks the query into short lines, because the editor is narrow. The first line is a comment, which `print` would drop. */
const formatQuery = (query: string): string => `${query.split('\n')[0]}\n${print(parse(query))}\n`;

export const examples: readonly Example[] = [...paymentExamples, ...sandboxExamples];

const examplesWithTab = [
  'Payments',
  'CreateInstantPayment',
  'PaymentStatusChanged',
  'CompleteAuthorisation',
  'SandboxCustomers',
];

const pageExamplesFor = (publicUrl: string): readonly PageExample[] =>
  examples.map(({ name, query, variables }) => ({
    title: name,
    query: formatQuery(query),
    variables: JSON.stringify(variables, null, 2).replaceAll(exampleAddress, publicUrl),
  }));

/** Keeps the query out of the page's address. Otherwise a reload would send the query instead of opening the page. */
const keepAddress = 'onEditQuery() {}';

interface ExplorerParts {
  /** Returns a token. null: the ticket was used, has expired, or never existed. */
  readonly redeem: (ticket: string) => Promise<string | null>;
  readonly isTicketValid: (ticket: string) => Promise<boolean>;
  readonly isSignedIn: (request: HttpRequest) => Promise<boolean>;
  readonly tokenCommand: string;
  readonly publicUrl: string;
}

interface PageState {
  readonly nonce: string;
  readonly token: string | null;
  readonly isSignedIn: boolean;
  readonly isTicketUnusable: boolean;
}

export function createExplorer(parts: ExplorerParts): RequestHandler {
  const { redeem, isTicketValid, isSignedIn, tokenCommand, publicUrl } = parts;
  const pageExamples = pageExamplesFor(publicUrl);
  async function stateOf(request: HttpRequest): Promise<PageState> {
    const { method, headers, query } = request;
    const state = { nonce: randomBytes(18).toString('base64url'), isSignedIn: await isSignedIn(request) };
    const ticket = query.get('ticket');
    if (ticket === null) return { ...state, token: null, isTicketUnusable: false };
    // HEAD does not use up the ticket.
    if (method === 'HEAD') return { ...state, token: null, isTicketUnusable: !(await isTicketValid(ticket)) };
    refusePrefetch(headers);
    const token = await redeem(ticket);
    return { ...state, token, isTicketUnusable: token === null };
  }

  return async (request) => {
    const state = await stateOf(request);
    return textAnswer(200, await renderPage(state, pageExamples, tokenCommand), headersOf(state.nonce));
  };
}

function graphiqlOptions({ token, isSignedIn }: PageState, pageExamples: readonly PageExample[]) {
  const tabs = pageExamples.filter(({ title }) => examplesWithTab.includes(title));
  const shownToken = token ?? (isSignedIn ? null : '<token>');
  const tabHeaders = shownToken === null ? {} : { Authorization: `Bearer ${shownToken}` };
  const headers = JSON.stringify(tabHeaders, null, 2);
  return {
    title: 'PSD2 bank',
    headers,
    defaultHeaders: headers,
    shouldPersistHeaders: false,
    // GraphiQL itself never sends the console's cookie. A request may carry only one credential, so the opening script sends the cookie
    // only with a request that has no token.
    credentials: 'omit',
    // Usually GraphiQL opens the tabs that the opening script has stored. These are for a browser that forbids the page to store anything.
    defaultTabs: tabs.map((tab) => ({ ...tab, headers })),
  };
}

/** The page contains a token, so it may contact only the service itself. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src-elem 'nonce-${nonce}'`,
    // The editor positions its lines with style attributes.
    "style-src-attr 'unsafe-inline'",
    // The editor parses queries in blob workers.
    'worker-src blob:',
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const headersOf = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(nonce),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
});

async function renderPage(
  state: PageState,
  pageExamples: readonly PageExample[],
  tokenCommand: string,
): Promise<string> {
  const { nonce, isTicketUnusable } = state;
  const { version } = await loadAssets();
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
<noscript>The explorer needs JavaScript. <a href="schema.graphql">schema.graphql</a> contains the schema.</noscript>
${noticeOf(isTicketUnusable, tokenCommand)}
<main><h1>GraphQL explorer</h1>${exampleList(pageExamples.map(({ title }) => title))}<div id="root"></div></main>
<script nonce="${nonce}">${openingScript(state, pageExamples, examplesWithTab)}</script>
<script nonce="${nonce}" src="graphql/explorer.js?v=${version}"></script>
<script nonce="${nonce}">${renderCall}document.querySelector('#root'), { ...${inScript(graphiqlOptions(state, pageExamples))}, ${keepAddress} });</script>
</body>
</html>
`;
}
