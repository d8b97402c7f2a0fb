/** The pages under /docs load nothing from other hosts. */
import { createHash } from 'node:crypto';
import { type Child, type Html, html } from '../../browser/html.ts';
import type { StaticDocument } from '../../browser/static-document.ts';

interface DocsPage {
  readonly title: string;
  /** The relative path to the root of the service. */
  readonly root: string;
  readonly head?: Child;
  readonly style: Html;
  readonly body: Html;
  /** Each directive ends with `; `. */
  readonly policy?: string;
}

const frameStyle = html`
:root { color-scheme: light dark; --ink: light-dark(#17212b, #e8edf1); --soft: light-dark(#4d5b69, #a9b6c2);
  --page: light-dark(#f2f4f6, #10171d); --card: light-dark(#fff, #19222a); --line: light-dark(#c9d1d9, #35424e);
  --link: light-dark(#0b5c7a, #7cc7e3); --mono: ui-monospace, SFMono-Regular, Menlo, monospace; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
body > header { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; padding: .7rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
body > header b { flex: 1; white-space: nowrap; }
a { color: var(--link); }
`;

export function docsPage({ title, root, head, style, body, policy = '' }: DocsPage): StaticDocument {
  const styles = html`${frameStyle}${style}`;
  const hash = createHash('sha256').update(styles.toString()).digest('base64');
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
      'content-security-policy': `default-src 'none'; img-src data:; style-src 'self' 'sha256-${hash}'; ${policy}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  };
}
