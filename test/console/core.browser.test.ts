/** The console of a sandbox in front of a core system. Skipped without Chromium. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withOwnOrProviderApproval } from '../../src/app/bank.ts';
import { createSimulatedBank } from '../../src/bank/simulated/simulated-bank.ts';
import { chromiumPath, leaveBrowser, takeBrowser } from '../support/chromium.ts';
import { type ConsoleStage, setConsoleStage, type Visit } from './support.ts';

describe.skipIf(chromiumPath === undefined)('the console of a service with a core system', () => {
  let stage: ConsoleStage;
  let visit: Visit;
  beforeAll(async () => {
    stage = await setConsoleStage({
      createBank: (parts) => ({
        ...withOwnOrProviderApproval(createSimulatedBank(parts), parts),
        usesSandboxAccounts: false,
      }),
    });
    visit = await stage.visit(await takeBrowser());
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  it('hides the accounts of the sandbox, which no payment uses, and keeps clock and scenarios', async () => {
    const { page, open, complaints } = visit;
    const links = page.getByRole('navigation').getByRole('link');
    await links.filter({ hasText: 'Overview' }).waitFor();
    const names = await links.allInnerTexts();
    expect(names).not.toContain('Customers');
    expect(names).toEqual(expect.arrayContaining(['Time', 'Scenarios', 'Test data']));
    await open('customers');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await open('create');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    expect(await page.getByLabel('Pay from').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
