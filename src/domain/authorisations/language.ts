/** The language of the pages (bokmål or English), negotiated from a header in the form of Accept-Language. */
import Negotiator from 'negotiator';

export type PageLanguage = 'en' | 'nb';

export const pageLanguages: readonly PageLanguage[] = ['en', 'nb'];

/** English first: `*` and every other language lead to it. */
const languageCodes = ['en', 'nb', 'nn', 'no'];
/** The rest of a longer header is ignored. */
const charactersAtMost = 200;

/** Norwegian for nb, nn and no, else English. */
export function pageLanguage(acceptLanguage: string | null): PageLanguage {
  const header = (acceptLanguage ?? '').slice(0, charactersAtMost);
  const best = new Negotiator({ headers: { 'accept-language': header } }).language(languageCodes);
  return best === undefined || best === 'en' ? 'en' : 'nb';
}
