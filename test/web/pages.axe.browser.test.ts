/**
 * The pages for developers: axe finds nothing, light and wide or dark and narrow, and nothing runs out of the screen. Those of
 * a PSU and /docs are in sca.axe.browser.test.ts, the console's in test/console. Skipped without Chromium.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { startPage } from '../../src/web/sandbox/start-page.ts';
import { findings } from './axe.ts';
import {
  chromiumPath,
  leaveBrowser,
  looksOf,
  type Stage,
  setStage,
  takeBrowser,
  takeLook,
} from './chromium.ts';
import { instant } from './paying.ts';
import { privateCustomer } from './visitor.ts';

const tppId = 'PSDNO-FSA-TEST1';
/** What GraphiQL draws by itself: its tabs hold buttons, and its editor is pale in the dark. */
const ofGraphiql = ['.graphiql-tabs', '.monaco-editor'];

/** How bright it is behind everything, from 0 to 255. */
const brightness = `Math.max(...getComputedStyle(document.querySelector('.graphiql-container') ?? document.body)
  .backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number))`;

describe.skipIf(chromiumPath === undefined)('axe finds nothing', () => {
  let stage: Stage;
  let browser: Browser;
  /** One page, taken from scene to scene: opening one costs as much as looking at it. */
  let page: Page;
  beforeAll(async () => {
    stage = await setStage();
    browser = await takeBrowser();
    page = await browser.newPage({ locale: 'en' });
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const ended = async (page: Page, button: 'Approve' | 'Reject') => {
    const { link } = await stage.create(`${instant}?allowLogicalDuplicate=true`, instantDomestic.example, {
      'tpp-redirect-uri': `${stage.base}/sandbox/return?state=1`,
    });
    await page.goto(link);
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = (await page.locator('#sandbox-code').textContent()) ?? '';
    if (button === 'Approve') await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('**/sandbox/return**');
  };

  const scenes: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the return page after an approval': (page) => ended(page, 'Approve'),
    'the return page after a rejection': (page) => ended(page, 'Reject'),
    'the return page when nobody was sent to it': (page) => page.goto(`${stage.base}/sandbox/return`),
    'the page at / where the console was not built': (page) => page.setContent(startPage(stage.base).text),
    'a used link of the console': async (page) => {
      const link = `${stage.base}/?ticket=${stage.bank.app.consoleTicket({ tppId, name: 'TPP', roles: null })}`;
      await stage.bank.fetch(link.slice(stage.base.length));
      expect((await page.goto(link))?.status()).toBe(410);
    },
    'the explorer': async (page) => {
      const ticket = stage.bank.app.explorerTicket({ tppId, name: 'TPP', roles: null });
      await page.goto(`${stage.base}/graphql?ticket=${ticket}`);
      await page.locator('.graphiql-execute-button').waitFor();
    },
    'the explorer without a token': async (page) => {
      await page.goto(`${stage.base}/graphql`);
      await page.locator('#notice').waitFor();
      await page.locator('.graphiql-execute-button').waitFor();
    },
  };

  it.each(Object.entries(scenes).map(([name, come], index) => [name, come, index] as const))(
    'in %s',
    async (_, come, index) => {
      await come(page);
      for (const look of looksOf(index)) {
        await takeLook(page, look);
        const isDark = (await page.evaluate<number>(brightness)) < 100;
        expect(isDark, 'it is dark in the dark').toBe(look.colorScheme === 'dark');
        expect(await findings(page, ofGraphiql), look.colorScheme).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
          true,
        );
      }
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies();
    },
    60_000,
  );
});
