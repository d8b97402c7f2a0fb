/** The screen of a payment shows where the TPP is notified, and what came of it. Skipped without Chromium. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { notify, type Receiver, seal, startReceiver } from '../notifications/receiver.ts';
import { single as domestic } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, leaveBrowser, takeBrowser } from '../support/chromium.ts';
import { type ConsoleStage, setConsoleStage } from './support.ts';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let stage: ConsoleStage;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    stage = await setConsoleStage({ notifications: { identity: () => seal } });
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await receiver.stop();
    await stage?.stop();
  });

  it('shows the notifications of a payment: delivered ones, the last attempt, the next', async () => {
    const browser = await takeBrowser();
    const { page, open, complaints } = await stage.visit(browser, {
      locale: 'nb-NO',
      viewport: { width: 380, height: 800 },
    });
    const uri = `${receiver.url}/a-long-path/${'x'.repeat(200)}`;
    const { id } = await stage.create(domestic, instantDomestic.example, notify(uri, 'status=SCA,PROCESS'));
    receiver.answer = () => 503;
    await open(`payments/${id}`);
    const card = page.getByRole('region', { name: 'Varsler' });
    await card.getByText(uri).waitFor();
    await stage.tpp.rest('DELETE', `${domestic}/${id}`);
    await stage.bank.app.runner.tick();
    await card.getByText('svaret har status 503, ikke 2xx').waitFor();
    await card.getByText('HTTP 503').waitFor();
    await card.getByText('(1 venter)').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    receiver.answer = () => 200;
    stage.bank.time.now += 5_000;
    await stage.bank.app.runner.tick();
    await card.getByText('Alle endringer er levert.').waitFor();
    await card.getByText('HTTP 200').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
