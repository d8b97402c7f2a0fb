/**
 * The frame that all pages share: head, bank's name, main part, a note in a sandbox. No script, no inline style, nothing
 * from another host. Start at `frame`; the other functions are the parts that several pages have.
 */

import { type Child, type Html, html } from '../browser/html.ts';
import type { AuthMethod } from '../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { PageView } from '../operations/sca/view.ts';
import { styleVersion } from './style.ts';
import { type Texts, texts } from './texts.ts';

/** What every page knows of its surroundings. */
export interface PageContext {
  readonly language: PageLanguage;
  readonly sandbox: boolean;
  /** Path under which the service is published, without a trailing slash: '' where it is the root. */
  readonly base: string;
  /** Address of this page, to which `lang=…` is added for the other language; a fault's page has none. */
  readonly switchTo?: string;
}

/** What the pages of a live authorisation need besides the view. */
export interface Scene extends PageContext {
  readonly view: PageView;
  /** Path of the page itself, the start of its forms' addresses. */
  readonly path: string;
  /** The language that the PSU has just chosen, for a form that is to keep it. */
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

/** A link to this page in the other language, with its text in that language. */
function languageLink({ language, switchTo }: PageContext): Html | null {
  if (switchTo === undefined) return null;
  const other = language === 'en' ? 'nb' : 'en';
  return html`<nav aria-label="${texts[language].language}"><a href="${switchTo}lang=${other}" lang="${other}" hreflang="${other}">${texts[other].name}</a></nav>`;
}

/** A form with its token, and with the chosen method, which only changes the text about how the code was sent. */
export function form(scene: Scene, step: 'identify' | 'agreement' | 'decision' | 'leave', body: Child): Html {
  return html`<form method="post" action="${scene.path}/${step}" accept-charset="utf-8">
<input type="hidden" name="formToken" value="${scene.view.formToken}">
${scene.chosenLanguage !== null && html`<input type="hidden" name="lang" value="${scene.chosenLanguage}">`}
${step !== 'identify' && html`<input type="hidden" name="method" value="${scene.method}">`}
${body}
</form>`;
}

/** A button that rejects from a page that asks for something else; the fields need not be filled in. */
export function cancelButton(scene: Scene): Html {
  return html`<button class="plain" formaction="${scene.path}/decision" name="decision" value="reject" formnovalidate>${wordsOf(scene).cancel}</button>`;
}

/** What went wrong with the last attempt, linked to its field by the id `error`. */
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

/** The TPP: the name in the certificate, and the brand that it sent. */
export function tppRows(scene: Scene): readonly (readonly [string, Child])[] {
  const words = wordsOf(scene);
  const { tppName, authorisation } = scene.view;
  const brand = authorisation.brand;
  return [
    [words.row.tpp, html`<bdi>${tppName}</bdi>`],
    ...(brand ? [[words.row.brand, html`<bdi>${brand}</bdi>`] as const] : []),
  ];
}

/** A list of names and values; rows without a value are left out. `key` emphasises it. */
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
