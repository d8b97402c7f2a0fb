import { expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { instant, shareScaBank } from './paying.ts';
import { type Page, privateCustomer, type Visitor } from './visitor.ts';

const at = shareScaBank();

const link = async (headers: Readonly<Record<string, string>> = {}): Promise<Visitor> =>
  (await at.pay(instant, instantDomestic.example, headers)).psu;
const languageOf = ({ text }: Page) => /<html lang="(\w+)">/.exec(text)?.[1];
const opened = async (psu: Visitor, browser: string) =>
  languageOf(await psu.send('GET', '', { 'accept-language': browser }));
function otherLanguage(page: Page, psu: Visitor): Promise<Page> {
  const href = /<a href="([^"]+)" lang="\w\w" hreflang/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(href.startsWith(psu.path)).toBe(true);
  return psu.open(href.slice(psu.path.length));
}

it.each([
  [null, 'nb-NO', 'nb'],
  [null, 'nn, en;q=0.5', 'nb'],
  [null, 'de, no;q=0.5', 'nb'],
  [null, 'de', 'en'],
  ['en', 'nb', 'en'],
  ['sv', 'nb', 'en'],
  ['nn-NO', 'en', 'nb'],
  ['', 'nb', 'nb'],
] as const)('PSU-Accept-Language %j and a browser of %s: %s', async (psu, browser, language) => {
  expect(await opened(await link(psu === null ? {} : { 'psu-accept-language': psu }), browser)).toBe(
    language,
  );
});

it('ignores the Accept-Language of the TPP, which is not a PSU', async () => {
  expect(await opened(await link({ 'accept-language': 'nb' }), 'en')).toBe('en');
});

it('the language chosen on the page stays to the end, whatever was sent', async () => {
  const psu = await link({ 'psu-accept-language': 'en' });
  const first = await psu.open('?method=SMS');
  expect(first.text).toContain('>Norsk</a>');
  const chosen = await otherLanguage(first, psu);
  expect([languageOf(chosen), chosen.text.includes('value="SMS" selected')]).toEqual(['nb', true]);
  const wrong = await psu.follow(psu.identify('1'));
  expect(languageOf(wrong)).toBe('nb');
  expect((await otherLanguage(wrong, psu)).text).toContain('No customer has this number.');
  await psu.open('?lang=nb');
  await psu.identify(privateCustomer);
  const page = await psu.open();
  expect(page.text).toContain('Engangskode');
  expect(page.text).toContain('>English</a>');
  const back = await otherLanguage(page, psu);
  expect(back.text).toContain('One-time code');
  await otherLanguage(back, psu);
  await psu.reject();
  const ended = await psu.open();
  expect(ended.text).toContain('Du har avvist betalingen');
  expect((await otherLanguage(ended, psu)).text).toContain('You have rejected the payment');
});

it('the language chosen on an outdated page is used; an unknown choice is ignored', async () => {
  const psu = await link();
  await psu.open('?lang=nb');
  const { formToken } = psu;
  psu.formToken = 'stale';
  const stale = await psu.identify(privateCustomer);
  expect([languageOf(stale), stale.text.includes(`href="${psu.path}?lang=nb"`)]).toEqual(['nb', true]);
  psu.formToken = formToken;
  await psu.identify(privateCustomer);
  expect(languageOf(await psu.open('?lang=%22%3E'))).toBe('nb');
});

it('the language chosen on the page is also that of a form that cannot be read, and of the page after it', async () => {
  const psu = await link();
  await psu.open('?lang=nb');
  const refused = await psu.identify('');
  expect([refused.status, languageOf(refused)]).toEqual([400, 'nb']);
  expect(refused.text).toContain(`href="${psu.path}?lang=nb"`);
});
