/** A person in a browser on the pages of a facade and of its bank, each on its own origin. Skipped without Chromium. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { privateCustomer } from '../sca/visitor.ts';
import { upstreamSecret } from '../support/bank.ts';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';
import { domesticPath as path } from '../support/story.ts';
import { loseAnswers, newBody, shareTwoBanks } from './two-banks.ts';

describe.skipIf(chromiumPath === undefined)('a person in Chromium', () => {
  const two = shareTwoBanks(true);
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    stage = await setStage({ upstream: { client: two.upstream, secret: () => upstreamSecret } });
    browser = await takeBrowser();
    page = await (await browser.newContext()).newPage();
  });
  afterEach(() => page.context().clearCookies());
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const make = () => stage.create(path, newBody());
  const linkOf = async (start: string): Promise<string> => {
    const { json, status, text } = await stage.tpp.rest('POST', start);
    expect(status, text).toBe(201);
    return json._links.scaRedirect.href;
  };
  const statusOf = async (self: string): Promise<string> =>
    (await stage.tpp.rest('GET', `${self}/status`)).json.transactionStatus;

  async function approve(link: string): Promise<void> {
    await page.goto(link);
    expect(page.url().startsWith(two.bankUrl)).toBe(true);
    await page.getByLabel('Customer number').or(page.getByLabel('One-time code')).waitFor();
    if (await page.getByLabel('Customer number').isVisible()) {
      await page.getByLabel('Customer number').fill(privateCustomer);
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.getByLabel('One-time code').fill(await page.locator('#sandbox-code').innerText());
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL((url) => url.pathname === '/return');
  }
  it('approves a payment, comes back to the TPP with its own query and ids, and cancels it', async () => {
    const { id, link } = await make();
    await approve(link);
    expect(page.url()).toBe(`${stage.returnUri}&psu-id=${stage.headers['psu-id']}&tpp-session-id=session-1`);
    expect(await statusOf(`${path}/${id}`)).toBe('PDNG');
    const asked = await stage.tpp.rest('DELETE', `${path}/${id}`);
    expect(asked.status, asked.text).toBe(202);
    await approve(await linkOf(asked.json._links.startAuthorisation.href));
    expect(await statusOf(`${path}/${id}`)).toBe('CANC');
  });

  it('approves a basket', async () => {
    const paymentIds = [(await make()).id, (await make()).id];
    const { json } = await stage.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds },
      headers: stage.headers,
    });
    const self = `/v1/signing-baskets/${json.basketId}`;
    await approve(await linkOf(`${self}/authorisations`));
    expect(await statusOf(self)).toBe('ACTC');
  });

  it('who goes back and opens the link again sees that it is used', async () => {
    const { link } = await make();
    await approve(link);
    const again = await page.goto(link);
    expect(again?.status()).toBe(410);
  });

  it('whose bank is down sees an error page of ours, and continues once the bank is up', async () => {
    const { id } = await make();
    const link = await linkOf(`${path}/${id}/authorisations`);
    two.intercept = loseAnswers();
    expect((await page.goto(link))?.status()).toBe(503);
    two.intercept = null;
    await approve(link);
    expect(await statusOf(`${path}/${id}`)).toBe('PDNG');
  });
});
