/** The console of a sandbox whose PSUs approve at an identity provider. Skipped without Chromium. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { chromiumPath, leaveBrowser, takeBrowser } from '../support/chromium.ts';
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { type ConsoleStage, setConsoleStage, type Visit } from './support.ts';

describe.skipIf(chromiumPath === undefined)('the console with an identity provider', () => {
  let provider: TestProvider;
  let stage: ConsoleStage;
  let visit: Visit;
  beforeAll(async () => {
    provider = await startIdentityProvider();
    stage = await setConsoleStage({ identity: provider.behind });
    visit = await stage.visit(await takeBrowser());
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
    await provider?.stop();
  });

  it('offers no approval in a bank app, which would replace the link of the PSU and be refused', async () => {
    const { page, open, complaints } = visit;
    await open('overview');
    await page.getByText('approve the payment on the pages of the bank').waitFor();
    const { id } = await stage.create('/v1/payments/norwegian-domestic-credit-transfers', domestic.example);
    await open(`payments/${id}`);
    await page.getByText('Open the approval page').first().waitFor();
    for (const name of ['Approve', 'Reject', 'Let it expire'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    await page.getByRole('button', { name: 'Cancel the payment' }).click();
    await page.getByRole('alertdialog').getByText('The link for the customer then appears').waitFor();
    expect(complaints).toEqual([]);
  });
});
