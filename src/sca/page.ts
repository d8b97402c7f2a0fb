/** Makes the HTML of a page. The pages have no script and no inline style, and load nothing from another host. */

import { type Child, type Html, html } from '../browser/html.ts';
import type { AuthMethod } from '../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { PageView } from '../operations/sca/view.ts';
import { styleVersion } from './style.ts';
import { type Texts, texts } from './texts.ts';

export interface PageContext {
  readonly language: PageLanguage;
  readonly sandbox: boolean;
  /** Path of the public URL without a trailing slash: '' at the root. */
  readonly base: string;
  /** Address to which `lang=…` is added for the other language; absent on pages of faults. */
  readonly switchTo?: string;
}

export interface Scene extends PageContext {
  readonly view: PageView;
  readonly path: string;
  /** Forms send it again, so that the choice survives. */
  readonly chosenLanguage: PageLanguage | null;
  readonly method: AuthMethod;
}

export const wordsOf = ({ language }: Pick<PageContext, 'language'>): Texts => texts[language];

export function frame(context: PageContext, title: string, body: Html): Html {
  const words = wordsOf(context);
  return html`<!doctype html>
<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${words.bank}</title>
<link rel="stylesheet" href="${context.base}/sca/style.css?v=${styleVersion}">
</head>
<body>
<header><div class="column"><span class="bank">${words.bank}</span>${context.sandbox && html`<span class="badge">${words.sandbox}</span>`}${languageLink(context)}</div></header>
<main class="column">
<h1>${title}</h1>
${body}
</main>
${context.sandbox && html`<footer><div class="column"><p>${words.sandboxNote}</p></div></footer>`}
</body>
</html>
`;
}

function languageLink({ language, switchTo }: PageContext): Html | null {
  if (switchTo === undefined) return null;
  const other = language === 'en' ? 'nb' : 'en';
  return html`<nav aria-label="${texts[language].language}"><a href="${switchTo}lang=${other}" lang="${other}" hreflang="${other}">${texts[other].name}</a></nav>`;
}

/** `method` only selects the text about how the code was sent. */
export function form(scene: Scene, step: 'identify' | 'agreement' | 'decision' | 'leave', body: Child): Html {
  return html`<form method="post" action="${scene.path}/${step}" accept-charset="utf-8">
<input type="hidden" name="formToken" value="${scene.view.formToken}">
${scene.chosenLanguage !== null && html`<input type="hidden" name="lang" value="${scene.chosenLanguage}">`}
${step !== 'identify' && html`<input type="hidden" name="method" value="${scene.method}">`}
${body}
</form>`;
}

/** Rejects; the fields of the form may be empty. */
export function cancelButton(scene: Scene): Html {
  return html`<button class="plain" formaction="${scene.path}/decision" name="decision" value="reject" formnovalidate>${wordsOf(scene).cancel}</button>`;
}

/** The field refers to the id `error`. */
export function troubleLine(scene: Scene, triesLeft: number | null): Html | null {
  const { trouble } = scene.view;
  if (trouble === null) return null;
  const words = wordsOf(scene);
  return html`<p class="error" id="error" role="alert">${words.trouble[trouble]}${triesLeft !== null && ` ${words.triesLeft(triesLeft)}`}</p>`;
}

/** Shown when the TPP prefers no redirect. */
export function bankAppNote(scene: Scene): Html | null {
  if (scene.view.authorisation.redirectPreferred) return null;
  const words = wordsOf(scene);
  return html`<p class="note">${words.bankApp}${scene.sandbox && ` ${words.bankAppSandbox}`}</p>`;
}

export function tppRows(scene: Scene): readonly (readonly [string, Child])[] {
  const words = wordsOf(scene);
  const { tppName, authorisation } = scene.view;
  const brand = authorisation.brand;
  return [
    [words.row.tpp, html`<bdi>${tppName}</bdi>`],
    ...(brand ? [[words.row.brand, html`<bdi>${brand}</bdi>`] as const] : []),
  ];
}

/** Leaves out rows without a value; `key` emphasises the list. */
export function rows(list: readonly (readonly [string, Child])[], key = false): Html | null {
  const filledRows = list.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  if (filledRows.length === 0) return null;
  return html`<dl${key && html` class="key"`}>${filledRows.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>`;
}
