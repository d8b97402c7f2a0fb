/** A browser gets this page at an address that has no page. Programs get the usual error body instead. */
import { html } from '../browser/html.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import type { HttpAnswer } from '../http/message.ts';
import { developerPage, uncachedPage } from './frame.ts';

interface AddressWithoutPage {
  readonly language: PageLanguage;
  readonly sandbox: boolean;
  /** The path of the public URL without a slash at the end. */
  readonly base: string;
  /** The methods of the address. null: the address does not exist. */
  readonly allow: string | null;
}

const texts = {
  en: {
    title: 'There is no page at this address',
    addressUnknown: 'This address does not exist.',
    onlyMethods: 'This address is for programs. It supports only',
    reference: 'the reference of the interface',
    guide: 'the guide',
    console: 'the console',
  },
  nb: {
    title: 'Det er ingen side på denne adressen',
    addressUnknown: 'Denne adressen finnes ikke.',
    onlyMethods: 'Denne adressen er for programmer. Den støtter bare',
    reference: 'referansen for grensesnittet',
    guide: 'veiledningen',
    console: 'konsollen',
  },
} as const;

export function noSuchPage({ language, sandbox, base, allow }: AddressWithoutPage): HttpAnswer {
  const pageTexts = texts[language];
  const links = [
    ...(sandbox ? [html`<a href="${base}/">${pageTexts.console}</a>`] : []),
    html`<a href="${base}/docs">${pageTexts.reference}</a>`,
    html`<a href="${base}/docs/guide">${pageTexts.guide}</a>`,
  ];
  const body = html`<p>${allow === null ? pageTexts.addressUnknown : html`${pageTexts.onlyMethods} <code>${allow}</code>.`}</p>
<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`;
  const page = developerPage({ title: pageTexts.title, language, isSandbox: sandbox, body });
  return allow === null ? uncachedPage(404, page) : uncachedPage(405, page, { allow });
}
