/** The frame of pages for developers. They contain their style and script, and load no other files. */
import { hash } from 'node:crypto';
import { type Html, html } from '../browser/html.ts';
import type { StaticDocument } from '../browser/static-document.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import { type HttpAnswer, textAnswer } from '../http/message.ts';

export const commonStyle = html`
:root { color-scheme: light dark; --ink: light-dark(#17212b, #e8edf1); --soft: light-dark(#4d5b69, #a9b6c2);
  --page: light-dark(#f2f4f6, #10171d); --card: light-dark(#fff, #19222a); --line: light-dark(#c9d1d9, #35424e);
  --link: light-dark(#0b5c7a, #7cc7e3); --good: light-dark(#0d5c38, #9be0bb); --bad: light-dark(#a3161f, #ffb3b0);
  --mono: ui-monospace, SFMono-Regular, Menlo, monospace; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); }
`;

const style = html`${commonStyle}
header { display: flex; gap: .75rem; align-items: center; padding: .75rem 1.5rem; background: light-dark(#0e3c4d, #0c242e); color: #fff; }
header span { padding: 0 .6rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .8rem; }
button { font: inherit; padding: .3rem .9rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--card); color: var(--ink); cursor: pointer; }
main { max-width: 46rem; margin: 2rem auto; padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
.soft { color: var(--soft); }
dl { margin: 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
dd ul { margin: 0; padding-left: 1.1rem; }
code, pre { font: .85rem/1.5 var(--mono); overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--page); border-radius: .35rem; white-space: pre-wrap; user-select: all; }
.good { color: var(--good); } .bad { color: var(--bad); }
.status { font-weight: 650; }
@media (max-width: 34rem) { main { margin: 0; border: 0; border-radius: 0; padding: 1.25rem; } dl > div { grid-template-columns: 1fr; } }
`;

/** The expression with which a Content-Security-Policy allows this inline style or script. */
export const hashSource = (content: Html): string =>
  `'sha256-${hash('sha256', content.toString(), 'base64')}'`;

interface DeveloperPage {
  readonly title: string;
  readonly language?: PageLanguage;
  readonly isSandbox?: boolean;
  readonly body: Html;
  /** The policy lets the script call only the service that has served the page. */
  readonly script?: Html;
}

export function developerPage({ title, language = 'en', isSandbox = true, body, script }: DeveloperPage) {
  const scriptPolicy = script ? ` script-src ${hashSource(script)}; connect-src 'self';` : '';
  const text = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} – PSD2 bank${isSandbox && ' sandbox'}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><header><b>PSD2 bank</b>${isSandbox && html`<span>${language === 'nb' ? 'Sandkasse' : 'Sandbox'}</span>`}</header>
<main><h1>${title}</h1>
${body}
</main>${script && html`<script>${script}</script>`}</body></html>
`.toString();
  const headers = {
    'content-security-policy': `default-src 'none'; img-src data:; style-src ${hashSource(style)};${scriptPolicy} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return { type: 'text/html; charset=utf-8', text, headers };
}

export function uncachedPage(
  status: number,
  { text, type, headers }: StaticDocument,
  otherHeaders: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const allHeaders = { ...headers, 'content-type': type, 'cache-control': 'no-store', ...otherHeaders };
  return textAnswer(status, text, allHeaders);
}
