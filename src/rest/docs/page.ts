/**
 * /docs: the OpenAPI document as one page, rendered on the server and escaped throughout, with one small script for
 * the search. One click selects a text to copy.
 */
import { createHash } from 'node:crypto';
import { type Html, html } from '../../http/messages/html.ts';
import type { StaticDocument } from '../../http/messages/static-document.ts';
import type { Toolkit } from '../../http/messages/toolkit.ts';
import {
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolve,
} from '../openapi/model.ts';
import { titleOf } from '../openapi/texts.ts';
import { bounds, deref, fieldTable, mark, prose, table, typeOf } from './fields.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { triesOf } from './try-it.ts';

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

export function docsPage(document: OpenApiDocument, toolkit: Toolkit): StaticDocument {
  const hashOf = (part: Html) => `'sha256-${createHash('sha256').update(part.toString()).digest('base64')}'`;
  return {
    type: 'text/html; charset=utf-8',
    text: page(document, toolkit).toString(),
    headers: {
      'content-security-policy': `default-src 'none'; img-src data:; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  };
}

function page(document: OpenApiDocument, toolkit: Toolkit): Html {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Listed => ({ method, path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    listed: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><div class="frame">
<nav aria-label="Operations"><form role="search" hidden><label for="search">Search</label><input id="search" type="search" placeholder="instant, PSU-ID, KID …" autocomplete="off"><span id="found" role="status"></span></form>
${groups.map(({ name, listed }) => html`<div data-group><h2><a href="#${name}">${titleOf(name)}</a></h2><ul>${listed.map(navItem)}</ul></div>`)}<h2><a href="#errors">Errors</a></h2></nav>
<main><h1>${document.info.title}</h1>
${document.info.description.split('\n\n').map((text) => html`<p>${text}</p>\n`)}
<p>Version ${document.info.version} at <code>${document.servers[0]?.url}</code>. The same as data: <a href="openapi.json">openapi.json</a>.</p>
${tryNote()}
${groups.map(({ name, description, listed }) => html`<div data-group><h2 id="${name}">${titleOf(name)}</h2><p class="dim">${description}</p>${listed.map((one) => section(document, one, toolkit))}</div>`)}
${errors(document)}
</main></div><script>${script}</script></body></html>
`;
}

const navItem = ({ method, operation }: Listed): Html =>
  html`<li data-words="${operation.operationId.toLowerCase()}"><a href="#${operation.operationId}"><span class="m ${method}">${method.toUpperCase()}</span>${operation.summary}</a></li>`;

function tryNote(): Html {
  return html`<h2 id="try">Try it</h2>
<p>Every request is signed, so a page cannot send one by itself. In the folder of the service, <code>npm run tpp -- send</code>
signs a request as the demo TPP (or as yours: <code>--certificate</code>, <code>--key</code>) and sends it; <code>npm run --silent tpp -- curl</code> prints the same request as a
<code>curl</code> command, good for as long as its Date. Each operation below shows both; one click selects the command.
Put identifiers from earlier answers in the place of <code>&lt;…&gt;</code>.</p>`;
}

function section(document: OpenApiDocument, { method, path, operation }: Listed, toolkit: Toolkit): Html {
  const { send, curl } = triesOf(document, method, path, operation, toolkit);
  return html`<details class="op" id="${operation.operationId}" data-words="${method} ${operation.operationId.toLowerCase()}"><summary><h3><span class="m ${method}">${method.toUpperCase()}</span>${operation.summary}</h3>
<span class="path">${path}</span></summary><div>
<p>${prose(operation.description)}</p>
<h4>Try it</h4><pre class="copy">${send}</pre>
<details class="more"><summary>As curl</summary><pre class="copy">${curl}</pre></details>
${parameterTables(document, operation)}
${body(document, operation)}
<h4>Answers</h4>
${Object.entries(operation.responses).map(([status, response]) => answer(document, status, resolve<ResponseObject>(document, response)))}
</div></details>
`;
}

function parameterTables(document: OpenApiDocument, operation: OperationObject): readonly Html[] {
  const parameters = operation.parameters.map((parameter) => resolve<ParameterObject>(document, parameter));
  return (['path', 'query', 'header'] as const).flatMap((location) => {
    const rows = parameters.filter((parameter) => parameter.in === location);
    if (rows.length === 0) return [];
    const cells = rows.map((parameter) => {
      const schema = deref(document, parameter.schema);
      return [
        html`<code>${parameter.name}</code>`,
        html`${typeOf(schema)}${mark(parameter.required)}`,
        html`${prose(parameter.description)} ${bounds(schema)}`,
      ];
    });
    return [html`<h4>${headings[location]}</h4>${table(['Name', 'Type', 'Meaning'], cells)}`];
  });
}

const headings = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function body(document: OpenApiDocument, operation: OperationObject): Html | null {
  const media = operation.requestBody?.content['application/json'];
  if (media === undefined) return null;
  return html`<h4>Body</h4>${fieldTable(document, media.schema)}<pre>${pretty(media.example)}</pre>`;
}

function answer(document: OpenApiDocument, status: string, { description, content }: ResponseObject): Html {
  const media = content?.['application/json'];
  if (media === undefined) return html`<p><b>${status}</b> ${description}</p>`;
  if (Number(status) < 400) {
    return html`<p><b>${status}</b> ${description}</p>${fieldTable(document, media.schema)}<pre>${pretty(media.example)}</pre>`;
  }
  const reasons = Object.keys(media.examples ?? {});
  return html`<p><b>${status}</b> ${reasons.map((reason) => html`<a href="#${reason}">${reason}</a> `)}</p>`;
}

/** Every error once; operations link to it. */
function errors(document: OpenApiDocument): Html {
  const examples = Object.values(document.components.responses).flatMap(({ content }) =>
    Object.entries(content?.['application/json'].examples ?? {}),
  );
  return html`<h2 id="errors">Errors</h2><p class="dim">Every error of every operation has this body; <code>tppMessages</code> has an entry for each fault.</p>
${[...new Map(examples)]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([reason, { summary, value }]) =>
      html`<section data-words="${reason.toLowerCase()}"><h3 id="${reason}">${summary} <code>${reason}</code></h3><pre>${pretty(value)}</pre></section>`,
  )}`;
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';
