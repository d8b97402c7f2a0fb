import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Html, html } from '../../browser/html.ts';
import { type StaticDocument, staticDocument } from '../../browser/static-document.ts';
import type { RequestHandler } from '../../http/message.ts';
import { builtConsole } from '../console.ts';
import { hashSource } from '../frame.ts';
import { docsPage } from './frame.ts';
import { script } from './reference-script.ts';
import { style } from './reference-style.ts';

interface Contents {
  readonly title: string;
  readonly version: string;
  readonly paragraphs: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    readonly title: string;
    readonly operations: readonly ListedOperation[];
  }[];
}

interface ListedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly summary: string;
  /** The search looks for words in this lower-case text. */
  readonly words: string;
}

const assets = {
  '/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/docs/swagger-ui.css': 'text/css; charset=utf-8',
} as const;

/** The build of the console copies the assets, so without a built console there are none. */
export function createReference(contents: () => Contents): Readonly<Record<string, RequestHandler>> {
  const folder = join(builtConsole, 'swagger-ui');
  const pages: Record<string, RequestHandler> = { '/docs': staticDocument(() => referencePage(contents())) };
  for (const [path, type] of Object.entries(assets)) {
    const file = join(folder, basename(path));
    if (existsSync(file)) pages[path] = staticDocument(() => ({ type, text: readFileSync(file, 'utf8') }));
  }
  return pages;
}

function referencePage({ title, version, paragraphs, groups }: Contents): StaticDocument {
  const body = html`<div class="frame"><nav aria-label="Operations">
<form role="search"><label for="search">Search</label><input id="search" type="search" placeholder="instant, PSU-ID, KID …" autocomplete="off"><span id="found" role="status"></span></form>
${groups.map(groupSection)}</nav>
<main><h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>`)}
<p>Version ${version}. <a href="docs/guide/signing">How to sign</a>, <a href="docs/guide/headers">every header</a>, <a href="docs/guide/errors">every code</a>.</p>
<p>Every request needs a signature, so this page does not send requests. The toolkit’s command <code>send</code> signs a
request with your <code>--certificate</code> and <code>--key</code>, and sends it. Without these options, the
command acts as the demo TPP of a sandbox. The command <code>curl</code> prints a command line for <code>curl</code>. This line
contains a signed Date, so it works only for a short time. Each operation below shows both commands. In these, replace
<code>&lt;…&gt;</code> with your files and with identifiers from earlier responses.</p>
<h2>Operations</h2>
<div id="operations"><noscript>This list needs JavaScript. <a href="openapi.json">openapi.json</a> has the same content.</noscript></div></main></div>
<script src="docs/swagger-ui-bundle.js"></script><script>${script}</script>`;
  return docsPage({
    title: 'Reference',
    root: '.',
    head: html`<link rel="stylesheet" href="docs/swagger-ui.css">`,
    style,
    body,
    policy: `script-src 'self' ${hashSource(script)}; connect-src 'self'; `,
  });
}

const groupSection = ({ name, title, operations }: Contents['groups'][number]): Html =>
  html`<section data-group><h2 data-tag="${name}">${title}</h2><ul>${operations.map((operation) => operationItem(name, operation))}</ul></section>
`;

const operationItem = (tag: string, { operationId, method, summary, words }: ListedOperation): Html =>
  html`<li data-operation="${operationId}" data-words="${words}"><a href="#/${tag}/${operationId}"><span class="method ${method}">${method.toUpperCase()}</span>${summary}</a></li>`;
