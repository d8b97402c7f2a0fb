/** The parts of the PSU's pages, which have no script and no inline style, and load nothing from another host. */
import { type Child, type Html, html } from '../browser/html.ts';
import type { AuthMethod } from '../domain/authorisations/authorisation.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { PageView } from '../operations/sca/view.ts';
import { isolate } from './format.ts';
import { styleVersion } from './style.ts';
import { type Texts, textsByLanguage } from './texts.ts';

export interface PageContext {
  readonly language: PageLanguage;
  readonly sandbox: boolean;
  /** The path of the public URL without a slash at the end. */
  readonly base: string;
  /** The address of this page, to which `lang=…` is added. It ends with `?` or `&`. Absent: no link to the other language. */
  readonly languageAddress?: string;
}

/** A row without a value is not shown. */
export type Rows = readonly (readonly [name: string, value: Child])[];

/** What the page of a step shows. */
export interface Scene extends PageContext {
  readonly view: PageView;
  readonly path: string;
  /** null: the request has no valid `lang`. Each form sends the chosen language again. */
  readonly chosenLanguage: PageLanguage | null;
  /** How the PSU receives the one-time code. */
  readonly method: AuthMethod;
}

export const textsOf = ({ language }: Pick<PageContext, 'language'>): Texts => textsByLanguage[language];

export function frame(context: PageContext, title: string, body: Html): Html {
  const texts = textsOf(context);
  return html`<!doctype html>
<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} – ${texts.bank}</title>
<link rel="stylesheet" href="${context.base}/sca/style.css?v=${styleVersion}">
</head>
<body>
<header><div class="column"><span class="bank">${texts.bank}</span>${context.sandbox && html`<span class="badge">${texts.sandbox}</span>`}${languageLink(context)}</div></header>
<main class="column">
<h1>${title}</h1>
${body}
</main>
${context.sandbox && html`<footer><div class="column"><p>${texts.sandboxNote}</p></div></footer>`}
</body>
</html>
`;
}

function languageLink({ language, languageAddress }: PageContext): Html | null {
  if (languageAddress === undefined) return null;
  const otherLanguage = language === 'en' ? 'nb' : 'en';
  const { languageName } = textsByLanguage[otherLanguage];
  return html`<nav aria-label="${textsByLanguage[language].languageLabel}"><a href="${languageAddress}lang=${otherLanguage}" lang="${otherLanguage}" hreflang="${otherLanguage}">${languageName}</a></nav>`;
}

/** The PSU chooses the method on the page of `identify`. Later forms send it again; only the text about the code depends on it. */
export function form(scene: Scene, step: 'identify' | 'agreement' | 'decision' | 'leave', body: Child): Html {
  return html`<form method="post" action="${scene.path}/${step}" accept-charset="utf-8">
<input type="hidden" name="formToken" value="${scene.view.formToken}">
${scene.chosenLanguage !== null && html`<input type="hidden" name="lang" value="${scene.chosenLanguage}">`}
${step !== 'identify' && html`<input type="hidden" name="method" value="${scene.method}">`}
${body}
</form>`;
}

export function cancelButton(scene: Scene): Html {
  return html`<button class="plain" formaction="${scene.path}/decision" name="decision" value="reject" formnovalidate>${textsOf(scene).cancel}</button>`;
}

/** `triesLeft` null: this step has no limit of tries. */
export function troubleLine(scene: Scene, triesLeft: number | null): Html | null {
  const { trouble } = scene.view;
  if (trouble === null) return null;
  const texts = textsOf(scene);
  return html`<p class="error" id="error" role="alert">${texts.trouble[trouble]}${triesLeft !== null && ` ${texts.triesLeft(triesLeft)}`}</p>`;
}

/** null: the TPP prefers that the PSU approves on these pages, so they do not mention the bank app. */
export function bankAppNote(scene: Scene): Html | null {
  if (scene.view.authorisation.redirectPreferred) return null;
  const texts = textsOf(scene);
  return html`<p class="note">${texts.bankApp}${scene.sandbox && ` ${texts.bankAppSandbox}`}</p>`;
}

export function tppRows(scene: Scene): Rows {
  const texts = textsOf(scene);
  const { tppName, authorisation } = scene.view;
  return [
    [texts.row.tpp, isolate(tppName)],
    [texts.row.brand, authorisation.brand && isolate(authorisation.brand)],
  ];
}

export function rows(list: Rows, emphasis: 'USUAL' | 'EMPHASISED' = 'USUAL'): Html | null {
  const filledRows = list.filter(([, value]) => Boolean(value));
  if (filledRows.length === 0) return null;
  return html`<dl${emphasis === 'EMPHASISED' && html` class="emphasised"`}>${filledRows.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>`;
}
