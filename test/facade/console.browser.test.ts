import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type ConsoleStage, setConsoleStage, type Visit } from '../console/support.ts';
import { upstreamSecret } from '../support/bank.ts';
import { chromiumPath, leaveBrowser, pictures, takeBrowser } from '../support/chromium.ts';
import { domesticPath as path } from '../support/story.ts';
import { shareTwoBanks } from './two-banks.ts';

describe.skipIf(chromiumPath === undefined)('the console of a facade', () => {
  const two = shareTwoBanks(true);
  let stage: ConsoleStage;
  let visit: Visit;
  beforeAll(async () => {
    stage = await setConsoleStage({ upstream: { client: two.upstream, secret: () => upstreamSecret } });
    visit = await stage.visit(await takeBrowser());
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const look = async (name: string) =>
    pictures && (await visit.page.screenshot({ path: join(pictures, `facade-${name}.png`), fullPage: true }));

  it('has no links to customers, accounts, clock or scenarios', async () => {
    const { page, open, complaints } = visit;
    const links = page.getByRole('navigation').getByRole('link');
    await links.filter({ hasText: 'Overview' }).waitFor();
    expect(await links.allInnerTexts()).toEqual([
      'Overview',
      'Payments',
      'New payment',
      'Baskets',
      'Requests',
      'Certificates',
      'GraphQL explorer',
      'REST reference',
    ]);
    await page.getByText('Make your first payment').waitFor();
    await look('overview');
    for (const place of ['time', 'scenarios', 'customers', 'accounts', 'cards'])
      expect(await page.locator(`main a[href^="#/${place}"]`).count(), place).toBe(0);
    await open('customers');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('sets a fault on the page of the requests, because it has no page of scenarios', async () => {
    const { page, open } = visit;
    await open('requests');
    await page.getByRole('button', { name: 'Set the fault' }).click();
    await page.getByText('Requests left: 1. Fault:').waitFor();
    await page.getByRole('button', { name: 'Remove the fault' }).click();
    await page.getByText('No fault is set.').waitFor();
  });

  it('has no list of accounts to pay from', async () => {
    const { page, open } = visit;
    await open('create');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    expect(await page.getByLabel('Pay from').count()).toBe(0);
    await look('create');
  });

  it('sends the customer to the bank, and decides nothing for them', async () => {
    const { page, open, complaints } = visit;
    const { id } = await stage.create(path, domestic.example);
    await open(`payments/${id}`);
    await page.getByText('Open the approval page').first().waitFor();
    await look('payment');
    for (const name of ['Approve', 'Reject', 'Let it expire'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    expect(complaints).toEqual([]);
  });
});
