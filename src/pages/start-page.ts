import { html } from '../browser/html.ts';
import type { StaticDocument } from '../browser/static-document.ts';
import type { Toolkit } from '../browser/toolkit.ts';
import { developerPage } from './frame.ts';

/** The page at the root of a sandbox whose console is not built. */
export function startPage(publicUrl: string, toolkit: Toolkit): StaticDocument {
  const body = html`<p class="soft">This service is a bank's PSD2 interface to build and test against. It runs at <code>${publicUrl}</code>.</p>
<p>The console was not built, so this page replaces it. To build it, run <code>npm ci</code> with development packages. Then restart the service.</p>
<h2>Make the first payment</h2>
<p>In the folder of the service, from another terminal:</p>
<pre>${toolkit.line(['pay'])}</pre>
<p>Open the address that the command prints, and approve as customer <code>13039319955</code> (private) with the code on the page.</p>
<h2>Where to go next</h2>
<dl>
<div><dt><a href="${publicUrl}/docs">/docs</a></dt><dd>The REST interface: every operation, header, field and error, with commands to try them.</dd></div>
<div><dt><a href="${publicUrl}/graphql">/graphql</a></dt><dd>GraphQL, with an explorer. When the service starts, it prints an address that opens the explorer with a token. <code>${toolkit.line(['token'])}</code> creates another token.</dd></div>
<div><dt><a href="${publicUrl}/schema.graphql">/schema.graphql</a></dt><dd>The GraphQL schema, for tools.</dd></div>
<div><dt><a href="${publicUrl}/openapi.json">/openapi.json</a></dt><dd>The REST interface as OpenAPI, for tools.</dd></div>
<div><dt><a href="${publicUrl}/releases.atom">/releases.atom</a></dt><dd>The changes of each release, as a feed.</dd></div>
<div><dt><a href="${publicUrl}/readyz">/readyz</a>, <a href="${publicUrl}/metrics">/metrics</a></dt><dd>Readiness of the service, and metrics for Prometheus.</dd></div>
</dl>
<p class="soft">The <a href="${publicUrl}/docs/guide">guide</a> explains the rest.</p>`;
  return developerPage({ title: 'PSD2 bank sandbox', body });
}
