/** Skipped without Chromium. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';

const tppId = 'PSDNO-FSA-TEST1';

describe.skipIf(chromiumPath === undefined)("the explorer's policy", () => {
  let stage: Stage;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    stage = await setStage();
    const browser = await takeBrowser();
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
    page = await context.newPage();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addInitScript(() => {
      const broken: string[] = [];
      Object.assign(window, { broken });
      document.addEventListener('securitypolicyviolation', (event) =>
        broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  it('lets GraphiQL draw, complete and send requests, without a violation', async () => {
    const ticket = await stage.bank.app.issueTicket('EXPLORER', { tppId, name: 'TPP', roles: null });
    const answer = await page.goto(`${stage.base}/graphql?ticket=${ticket}`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    await page.locator('.graphiql-execute-button').waitFor();
    const editor = page.locator('.graphiql-query-editor');
    await expect.poll(() => editor.locator('.view-lines').innerText()).toMatch(/query\sPayments/);
    await page.locator('.graphiql-execute-button').click();
    await expect.poll(() => page.locator('.graphiql-response').innerText()).toContain('"data"');
    await editor.locator('.view-lines').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ viewer { tp');
    await page.locator('.suggest-widget').getByText('tppId').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /documentation/i }).click();
    await page.locator('.graphiql-doc-explorer').waitFor();
    const broken = await page.evaluate('broken');
    expect([broken, complaints]).toEqual([[], []]);
  }, 60_000);

  it('runs no foreign script, and lets the token leave nowhere', async () => {
    await page.goto(`${stage.base}/graphql`);
    await page.locator('.graphiql-execute-button').waitFor();
    complaints.length = 0;
    const elsewhere = new URL(stage.returnUri).origin;
    const came = await page.evaluate(async (elsewhere) => {
      const holder = document.createElement('div');
      holder.innerHTML = `<img src="x" onerror="window.came = 'handler'"><style>body { color: red }</style>`;
      const script = document.createElement('script');
      script.textContent = "window.came = 'script'";
      document.body.append(holder, script);
      await fetch(`${elsewhere}/token`, { mode: 'no-cors' }).catch(() => undefined);
      const image = new Image();
      await new Promise((resolve) => {
        image.onerror = resolve;
        image.onload = resolve;
        image.src = `${elsewhere}/token.png`;
      });
      return 'came' in window;
    }, elsewhere);
    expect(came).toBe(false);
    await expect
      .poll(async () => [
        ...new Set((await page.evaluate<string[]>('broken')).map((one) => one.split(' ')[0])),
      ])
      .toEqual(
        expect.arrayContaining([
          'script-src-elem',
          'script-src-attr',
          'style-src-elem',
          'connect-src',
          'img-src',
        ]),
      );
  }, 60_000);
});
