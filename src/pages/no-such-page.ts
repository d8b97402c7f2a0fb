/** What a person sees in a browser at an address without a page; a program gets the usual error body. */
import { html } from '../browser/html.ts';
import type { PageLanguage } from '../domain/authorisations/language.ts';
import { type HttpAnswer, textAnswer } from '../http/message.ts';
import { sandboxPage, sandboxPageHeaders } from './frame.ts';

export interface AddressWithoutPage {
  readonly language: PageLanguage;
  readonly sandbox: boolean;
  /** Path of the public address, without a final slash. */
  readonly base: string;
  /** The methods that programs may use there; null when the address does not exist. */
  readonly allow: string | null;
}

const texts = {
  en: {
    title: 'There is no page at this address',
    unknown: 'This address does not exist.',
    methods: 'This address is for programs. It supports only',
    see: 'See',
    reference: 'the reference of the interface',
    guide: 'the guide',
    console: 'the console',
  },
  nb: {
    title: 'Det er ingen side på denne adressen',
    unknown: 'Denne adressen finnes ikke.',
    methods: 'Denne adressen er for programmer. Den støtter bare',
    see: 'Se',
    reference: 'referansen for grensesnittet',
    guide: 'veiledningen',
    console: 'konsollen',
  },
} as const;

export function noSuchPage({ language, sandbox, base, allow }: AddressWithoutPage): HttpAnswer {
  const words = texts[language];
  const links = [
    ...(sandbox ? [html`<a href="${base}/">${words.console}</a>`] : []),
    html`<a href="${base}/docs">${words.reference}</a>`,
    html`<a href="${base}/docs/guide">${words.guide}</a>`,
  ];
  const body = html`<p>${allow === null ? words.unknown : html`${words.methods} <code>${allow}</code>.`}</p>
<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`;
  const text = sandboxPage({ title: words.title, language, isSandbox: sandbox, body });
  return textAnswer(allow === null ? 404 : 405, text, {
    ...sandboxPageHeaders(),
    ...(allow === null ? {} : { allow }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
}
