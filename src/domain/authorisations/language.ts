import Negotiator from 'negotiator';

export type PageLanguage = 'en' | 'nb';

export const pageLanguages: readonly PageLanguage[] = ['en', 'nb'];

/** English is first, because `*` selects the first code. */
const languageCodes = ['en', 'nb', 'nn', 'no'];
const headerLengthAtMost = 200;

export function pageLanguage(acceptLanguage: string | null): PageLanguage {
  const header = (acceptLanguage ?? '').slice(0, headerLengthAtMost);
  const best = new Negotiator({ headers: { 'accept-language': header } }).language(languageCodes);
  return (best ?? 'en') === 'en' ? 'en' : 'nb';
}
