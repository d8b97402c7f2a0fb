/** Skipped without Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWellLooking } from '../support/axe.ts';
import {
  chromiumPath,
  leaveBrowser,
  pictures,
  type Stage,
  setStage,
  takeBrowser,
  wholly,
} from '../support/chromium.ts';
import { nightly } from '../support/nightly.ts';

const tppId = 'PSDNO-FSA-TEST1';
/** Findings of GraphiQL itself: its tabs hold buttons, and its editor is pale in the dark. */
const ofGraphiql = ['.graphiql-tabs', '.monaco-editor'];

describe.skipIf(chromiumPath === undefined)('the explorer', () => {
  let stage: Stage;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    stage = await setStage();
    browser = await takeBrowser();
    context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
    page = await context.newPage();
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const link = async () => {
    const ticket = await stage.bank.app.issueTicket('EXPLORER', { tppId, name: 'TPP', roles: null });
    return `${stage.base}/graphql?ticket=${ticket}`;
  };
  /** The page of the first tests: GraphiQL is large, and each opening costs a second. */
  let page: Page;
  const ready = (page: Page) => page.locator('.graphiql-execute-button').waitFor();
  /** Opens the explorer when a test runs alone. */
  const opened = async () => {
    if (page.url() === 'about:blank') await page.goto(await link());
    await ready(page);
  };
  const credentialOf = async (page: Page, open: () => Promise<unknown>) => {
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await open();
    return (await asked).headers().authorization;
  };

  it('uses the token of its link, even after a reload', async () => {
    const first = await credentialOf(page, async () => page.goto(await link(), { waitUntil: 'commit' }));
    expect(first).toMatch(/^Bearer [\w-]{32}$/);
    await ready(page);
    expect(page.url()).toBe(`${stage.base}/graphql`);
    const tabs = await page.locator('.graphiql-tab').count();
    const shown = page.locator('.graphiql-query-editor .view-lines');
    await expect.poll(() => shown.innerText()).toMatch(/query\sPayments/);
    const again = await credentialOf(page, () => page.reload({ waitUntil: 'commit' }));
    expect(again).toBe(first);
    await ready(page);
    await expect.poll(() => shown.innerText()).toMatch(/query\sPayments/);
    expect(await page.locator('.graphiql-tab').count()).toBe(tabs);
    const answer = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ viewer { tppId } }' });
      return (await fetch('/graphql', { method: 'POST', headers, body })).text();
    });
    expect(answer).toContain(tppId);
    expect(await page.locator('#notice').isVisible()).toBe(false);
  }, 60_000);

  it.runIf(nightly)(
    'shows the query and variables of each tab: after opening, after a click, after a reload',
    async () => {
      const fresh = await browser.newContext({ viewport: { width: 1200, height: 800 } });
      const page = await fresh.newPage();
      const shown = async () => [
        await page.locator('.graphiql-tab-active').innerText(),
        /(?:query|mutation)\s(\w+)/.exec(
          await page.locator('.graphiql-query-editor .view-lines').innerText(),
        )?.[1],
        /"(\w+)"/.exec(await page.locator('.graphiql-editor-tool .view-lines').first().innerText())?.[1],
      ];
      await page.goto(await link(), { waitUntil: 'commit' });
      await ready(page);
      await expect.poll(shown).toEqual(['Payments', 'Payments', 'first']);
      // A real click: the pointer goes down, and up at the same place.
      await page.getByRole('button', { name: 'CreateInstantPayment', exact: true }).click();
      const chosen = ['CreateInstantPayment', 'CreateInstantPayment', 'input'];
      await expect.poll(shown).toEqual(chosen);
      // Not waitForFunction: the policy of the page forbids text as a script.
      await expect
        .poll(() => page.evaluate(() => JSON.parse(localStorage['graphiql:tabState'] ?? '{}').activeTabIndex))
        .toBe(1);
      await page.reload({ waitUntil: 'commit' });
      await ready(page);
      await expect.poll(shown).toEqual(chosen);
      expect(await page.locator('.graphiql-tab').count()).toBe(5);
      await page.getByLabel('Examples').selectOption('CreateSigningBasket');
      await ready(page);
      await expect.poll(shown).toEqual(['CreateSigningBasket', 'CreateSigningBasket', 'input']);
      expect(await page.locator('.graphiql-tab').count()).toBe(6);
      await page.getByLabel('Examples').selectOption('Payments');
      await ready(page);
      await expect.poll(shown).toEqual(['Payments', 'Payments', 'first']);
      expect(await page.locator('.graphiql-tab').count()).toBe(6);
      if (pictures) await page.screenshot({ path: `${pictures}/explorer-tabs.png` });
      await fresh.close();
    },
    60_000,
  );

  it('has no axe finding', async () => {
    await opened();
    await expectWellLooking(page, 1, ofGraphiql);
  }, 60_000);

  it('fits a phone: nothing overflows the screen, and query and answer have room', async () => {
    await opened();
    await page.setViewportSize({ width: 375, height: 700 });
    // The editors follow a frame or two later.
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(375);
    if (pictures) await page.screenshot({ path: `${pictures}/explorer-phone.png` });
    const sizes = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [editor, answer] = [box('.graphiql-query-editor'), box('.graphiql-response')];
      return [editor?.width, editor?.height, answer?.width, answer?.height, editor?.right, answer?.right];
    });
    const others = sizes.map((size) => Math.round(size ?? 0));
    const [queryWidth = 0, queryHeight = 0, answerWidth = 0, answerHeight = 0, ...right] = others;
    expect(Math.min(queryWidth, answerWidth), String(others)).toBeGreaterThan(250);
    expect(Math.min(queryHeight, answerHeight), String(others)).toBeGreaterThan(120);
    expect(Math.max(...right), String(others)).toBeLessThanOrEqual(375);
  }, 60_000);

  const watched = async (page: Page) => {
    const [cached, fetched] = [new Set<string>(), new Set<string>()];
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ response }) => {
      const { pathname } = new URL(response.url);
      if (pathname.startsWith('/graphql/')) (response.fromDiskCache ? cached : fetched).add(pathname);
    });
    return { cached, fetched };
  };

  it.runIf(wholly)(
    'says that a used link is used, and how to get a token; its script comes from the cache',
    async () => {
      const used = await link();
      await (await fetch(used, { headers: { accept: 'text/html' } })).text();
      await opened();
      const page = await context.newPage();
      const { cached, fetched } = await watched(page);
      const notice = page.locator('#notice');
      await page.goto(used, { waitUntil: 'commit' });
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(/has been used.*npm run --silent tpp -- token/s);
      if (pictures)
        await ready(page).then(() => page.screenshot({ path: `${pictures}/explorer-notice.png` }));
      await page.goto(`${stage.base}/graphql`, { waitUntil: 'commit' });
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(/needs a token.*npm run --silent tpp -- token/s);
      await ready(page);
      expect(fetched).toEqual(new Set());
      expect(cached).toEqual(new Set(['/graphql/explorer.css', '/graphql/explorer.js']));
      await expectWellLooking(page, 0, ofGraphiql);
    },
    60_000,
  );
});
