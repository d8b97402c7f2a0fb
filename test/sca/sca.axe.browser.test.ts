/**
 * The pages of a PSU, by turns light and wide or dark and narrow, in Norwegian and in English. With NIGHTLY=1 or
 * PICTURES=folder every page is tested in all of these, and PICTURES keeps a picture of each. Skipped without Chromium.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { findings } from '../support/axe.ts';
import {
  chromiumPath,
  type Language,
  languages,
  languagesOf,
  leaveBrowser,
  looksOf,
  pictures,
  type Stage,
  setStage,
  takeBrowser,
  takeLook,
  wholly,
} from '../support/chromium.ts';
import { authorise } from '../support/story.ts';
import { instant, single } from './paying.ts';
import { corporateCustomer, privateCustomer, wrongCode } from './visitor.ts';

describe.skipIf(chromiumPath === undefined)('axe finds nothing', () => {
  let stage: Stage;
  /** One page for each language for all scenes: opening one costs as much as its test. */
  const pages = new Map<Language, Page>();
  beforeAll(async () => {
    stage = await setStage();
    const browser = await takeBrowser();
    for (const locale of languages) pages.set(locale, await browser.newPage({ locale }));
    if (pictures) mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const fresh = { remittanceInformationUnstructured: 'Invoice 4711' };
  const made = (path: string, body: object, headers = {}) =>
    stage.create(
      `${path}?allowLogicalDuplicate=true`,
      { ...body, ...('payments' in body ? {} : fresh) },
      { 'psu-id': randomUUID(), ...headers },
    );
  const start = async (collection: string): Promise<string> => {
    const { json } = await stage.tpp.rest('POST', collection, { headers: stage.headers });
    return json._links.scaRedirect.href;
  };
  const challenge = async (headers = {}): Promise<string> => {
    const answer = await stage.tpp.rest('POST', instant, {
      body: instantDomestic.example,
      headers: { ...stage.headers, 'psu-context': null, 'psu-id': randomUUID(), ...headers },
    });
    return answer.json._links.scaRedirect.href;
  };
  const logIn = async (page: Page, number = privateCustomer): Promise<string> => {
    await page.locator('#customerNumber').fill(number);
    await page.locator('form .buttons button').first().click();
    await page.waitForURL(/method=/);
    return (await page.locator('#sandbox-code').count()) ? page.locator('#sandbox-code').innerText() : '';
  };
  const giveCode = async (page: Page, code: string) => {
    await page.locator('#code').fill(code);
    await page.locator('button[value=approve]').click();
  };

  type Scenes = Readonly<Record<string, (page: Page) => Promise<unknown>>>;
  const scenes: Scenes = {
    'the log-in': async (page) => page.goto(await challenge()),
    'a payment': async (page) => {
      await page.goto((await made(instant, instantDomestic.example)).link);
      await logIn(page);
    },
    'a wrong code': async (page) => {
      const headers = { 'tpp-redirect-preferred': 'false', 'tpp-brand-logging-information': 'Shop & Co' };
      await page.goto((await made(instant, instantDomestic.example, headers)).link);
      await giveCode(page, wrongCode(await logIn(page)));
      await page.locator('#error').waitFor();
    },
    'a basket': async (page) => {
      const same = { 'psu-id': randomUUID() };
      const paymentIds = [
        (await made(single, domestic.example, same)).id,
        (await made(single, { ...domestic.example, creditorName: 'A Second Payee' }, same)).id,
      ];
      const body = { paymentIds };
      const headers = { ...stage.headers, ...same };
      const { json } = await stage.tpp.rest('POST', '/v1/signing-baskets', { body, headers });
      await page.goto(await start(`/v1/signing-baskets/${json.basketId}/authorisations`));
      await logIn(page);
    },
    'a choice of agreements': async (page) => {
      const second = { owner: corporateCustomer, name: 'Second agreement', engagements: [] };
      await stage.tpp.rest('POST', '/v1/sandbox/agreements', { body: second });
      const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': 'none' };
      await page.goto((await made(single, domestic.example, headers)).link);
      await logIn(page, corporateCustomer);
    },
    'an approved payment': async (page) => {
      await page.goto((await made(instant, instantDomestic.example)).link);
      const address = page.url();
      await giveCode(page, await logIn(page));
      await page.waitForURL(/\/return/);
      await page.goto(address);
    },
    'the log-in for a payment': async (page) =>
      page.goto((await made(instant, instantDomestic.example)).link),
    'a page that is out of date': async (page) => {
      await page.goto(await challenge());
      await page
        .locator('input[name=formToken]')
        .last()
        .evaluate((input: HTMLInputElement) => {
          input.value = 'stale';
        });
      await page.locator('#customerNumber').fill('1');
      await page.keyboard.press('Enter');
      await page.waitForURL(/identify$/);
    },
  };
  /** Each is similar to one of the others. */
  const alike: Scenes = {
    'a bulk payment': async (page) => {
      const path = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
      await page.goto((await made(path, bulkDomestic.example)).link);
      await logIn(page);
      await page.locator('summary').click();
    },
    'a log-in that is closed': async (page) => {
      const link = await challenge();
      await page.goto(link);
      await logIn(page);
      await stage.bank.sql`
        insert into wrong_code_counts (tpp_id, subject, wrong_codes, at, closed_until)
        select tpp_id, 'log-in of customer ' || customer_id, 15, now(), now() + interval '1 hour'
        from authorisations where link_token = ${link.slice(link.lastIndexOf('/') + 1)}
        on conflict (tpp_id, subject) do update set closed_until = excluded.closed_until`;
      await page.reload();
      await stage.bank.sql`delete from wrong_code_counts`;
    },
    'a wrong number': async (page) => {
      await page.goto(await challenge());
      await page.locator('#customerNumber').fill('1');
      await page.keyboard.press('Enter');
      await page.locator('#error').waitFor();
    },
    'the approval of a log-in': async (page) => {
      await page.goto(await challenge());
      await logIn(page);
    },
    'a periodic payment': async (page) => {
      const path = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
      await page.goto((await made(path, { ...periodicDomestic.example, startDate: '2030-01-15' })).link);
      await logIn(page);
    },
    'a cancellation': async (page) => {
      const { id } = await made(single, { ...domestic.example, requestedExecutionDate: '2030-01-15' });
      await authorise(stage.tpp, `${single}/${id}/authorisations`, 'APPROVE', privateCustomer);
      await page.goto(await start(`${single}/${id}/cancellation-authorisations`));
      await logIn(page);
    },
    'a rejected payment': async (page) => {
      await page.goto((await made(instant, instantDomestic.example)).link);
      const address = page.url();
      await page.locator('button[value=reject]').click();
      await page.waitForURL(/\/return/);
      await page.goto(address);
    },
    'a link that was used in another browser': async (page) => {
      await page.goto((await made(instant, instantDomestic.example)).link);
      const address = page.url();
      await giveCode(page, await logIn(page));
      await page.waitForURL(/\/return/);
      await page.context().clearCookies();
      await page.goto(address);
    },
    'a link that has been replaced': async (page) => {
      const { id, link } = await made(instant, instantDomestic.example);
      await page.goto(link);
      await start(`${instant}/${id}/authorisations`);
      await page.reload();
    },
    'an unknown link': async (page) =>
      page.goto(`${new URL(await challenge()).origin}/sca/${'b'.repeat(32)}`),
  };

  it.each(
    Object.entries({ ...scenes, ...(wholly ? alike : {}) }).map(([name, come], index) => {
      const [locales, looks] = [languagesOf(index), looksOf(index)];
      const shown = [...locales, ...looks.map(({ colorScheme }) => colorScheme)].join(' ');
      return [`${name}, ${shown}`, { name, come, locales, looks }] as const;
    }),
  )('in %s', async (_, { name, come, locales, looks }) => {
    for (const locale of locales) {
      const page = pages.get(locale) as Page;
      await page.context().clearCookies();
      await come(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      for (const look of looks) {
        await takeLook(page, look);
        const { colorScheme } = look;
        const picture =
          pictures && join(pictures, `${name.replaceAll(' ', '-')}-${locale}-${colorScheme}.png`);
        if (picture) await page.screenshot({ path: picture, fullPage: true });
        expect(await findings(page), `${name} in ${locale}, ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
          true,
        );
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(ground).toBe(colorScheme === 'dark' ? 'rgb(16, 23, 29)' : 'rgb(242, 244, 246)');
      }
    }
  });

  it('except a planted fault', async () => {
    const page = pages.get('en') as Page;
    await page.goto('about:blank');
    await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><h3>x</h3><img src="x"></main>');
    expect(await findings(page)).toEqual(['heading-order: h3', 'image-alt: img']);
  });
});
