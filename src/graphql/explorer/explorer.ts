/** GraphiQL from yoga's package with a tab for each example. Script and style are separate files that browsers cache. */
import { createHash, randomBytes } from 'node:crypto';
import { parse, print } from 'graphql';
import { refusePrefetch } from '../../browser/prefetch.ts';
import { staticDocument } from '../../browser/static-document.ts';
import { type Door, type HttpAnswer, type HttpRequest, isRead } from '../../http/message.ts';
import { examples } from './examples/list.ts';
import {
  exampleList,
  noticeOf,
  type OpeningExample,
  openingScript,
  openingStyle,
} from './explorer-opening.ts';
import { explorerPolicy } from './policy.ts';

interface PageParts {
  readonly style: string;
  readonly script: string;
  /** Hash of style and script, for permanent caching. */
  readonly version: string;
}

const call = 'YogaGraphiQL.renderYogaGraphiQL(';
let parts: Promise<PageParts> | undefined;

async function cut(): Promise<PageParts> {
  // Nine megabytes: loaded at the first visit, not at every start.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: '' });
  const style = between(page, page.indexOf('<style'), '</style>');
  const whole = between(page, page.indexOf('<script'), '</script>');
  const script = whole.slice(0, whole.lastIndexOf(call));
  const version = createHash('sha256').update(style).update(script).digest('base64url').slice(0, 16);
  return { style, script, version };
}

function between(page: string, start: number, end: string): string {
  const begin = page.indexOf('>', start) + 1;
  const close = page.indexOf(end, begin);
  if (start < 0 || close < 0) throw new Error('@graphql-yoga/render-graphiql renders an unexpected page');
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

export const explorerAssets: Readonly<Record<string, Door>> = {
  '/graphql/explorer.css': asset('text/css; charset=utf-8', ({ style }) => style),
  '/graphql/explorer.js': asset('text/javascript; charset=utf-8', ({ script }) => script),
};

/** The editor is narrow, so every field gets a line. */
const spacious = (query: string): string => `${query.split('\n')[0]}\n${print(parse(query))}\n`;

const namesOfTabs = [
  'Payments',
  'CreateInstantPayment',
  'PaymentStatusChanged',
  'CompleteAuthorisation',
  'SandboxCustomers',
];

const openings: readonly OpeningExample[] = examples.map(({ name, query, variables }) => ({
  title: name,
  query: spacious(query),
  variables: JSON.stringify(variables, null, 2),
  hasTab: namesOfTabs.includes(name),
}));
const tabs = openings.filter(({ hasTab }) => hasTab);

/** Keeps GraphiQL from putting the query into the address, where a reload would send it. */
const quietAddress = 'onEditQuery() {}';

/** Whether the client wants the page and not a GraphQL response. */
export function wantsExplorer({ method, headers, query }: HttpRequest): boolean {
  return (
    isRead(method) &&
    (headers.get('accept') ?? '').includes('text/html') &&
    !query.has('query') &&
    !query.has('extensions')
  );
}

export interface ExplorerParts {
  /** null when the link was used or never existed. */
  readonly redeem: (ticket: string) => Promise<string | null>;
  readonly isTicketValid: (ticket: string) => Promise<boolean>;
  readonly isSignedIn: (request: HttpRequest) => Promise<boolean>;
  readonly tokenLine: string;
  readonly failed: (request: HttpRequest, error: unknown) => HttpAnswer;
}

interface ExplorerOpening {
  readonly nonce: string;
  /** Header of every tab. */
  readonly token: string | null;
  readonly isSignedIn: boolean;
  readonly used: boolean;
}

export function createExplorer({
  redeem,
  isTicketValid,
  isSignedIn,
  tokenLine,
  failed,
}: ExplorerParts): Door {
  async function open(request: HttpRequest): Promise<ExplorerOpening> {
    const { method, headers, query } = request;
    const page = { nonce: randomBytes(18).toString('base64url'), isSignedIn: await isSignedIn(request) };
    const ticket = query.get('ticket');
    if (ticket === null) return { ...page, token: null, used: false };
    if (method === 'HEAD') return { ...page, token: null, used: !(await isTicketValid(ticket)) };
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

function optionsFor(opening: ExplorerOpening) {
  const headers = JSON.stringify(shownHeaders(opening), null, 2);
  return {
    title: 'PSD2 bank',
    headers,
    defaultHeaders: headers,
    shouldPersistHeaders: false,
    // The page's script adds the console's cookie itself: a request may carry only one credential.
    credentials: 'omit',
    defaultTabs: tabs.map((tab) => ({ ...tab, headers })),
  };
}

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
<noscript>The explorer needs JavaScript. <a href="schema.graphql">schema.graphql</a> contains the schema.</noscript>
${noticeOf(used, tokenLine)}
<main><h1>GraphQL explorer</h1>${exampleList(openings.map(({ title }) => title))}<div id="root"></div></main>
<script nonce="${nonce}">${openingScript(opening, openings)}</script>
<script nonce="${nonce}" src="graphql/explorer.js?v=${version}"></script>
<script nonce="${nonce}">${call}document.querySelector('#root'), { ...${JSON.stringify(optionsFor(opening)).replaceAll('<', '\\u003c')}, ${quietAddress} });</script>
</body>
</html>
`;
}
