/** The frame of the pages under /docs, which load nothing from other hosts. */
import { type Child, type Html, html } from '../../browser/html.ts';
import type { StaticDocument } from '../../browser/static-document.ts';
import { commonStyle, hashSource } from '../frame.ts';

interface DocsPage {
  readonly title: string;
  /** The relative path to the root of the service. */
  readonly root: string;
  readonly head?: Child;
  readonly style: Html;
  readonly body: Html;
  /** More directives of the Content-Security-Policy. Each ends with `; `. */
  readonly policy?: string;
}

const frameStyle = html`${commonStyle}
body > header { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; padding: .7rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
body > header b { flex: 1; white-space: nowrap; }
`;

export function docsPage({ title, root, head, style, body, policy = '' }: DocsPage): StaticDocument {
  const styles = html`${frameStyle}${style}`;
  const text = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – PSD2 bank</title><link rel="icon" href="data:,">${head}<style>${styles}</style></head>
<body><header><b>PSD2 bank</b><a href="${root}/docs">Reference</a><a href="${root}/docs/guide">Guide</a><a href="${root}/openapi.json">openapi.json</a></header>
${body}
</body></html>
`.toString();
  return {
    type: 'text/html; charset=utf-8',
    text,
    headers: {
      'content-security-policy': `default-src 'none'; img-src data:; style-src 'self' ${hashSource(styles)}; ${policy}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  };
}
