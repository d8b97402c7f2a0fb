import { afterEach, describe, expect, it } from 'vitest';
import { givenUpAfterMs } from '../../src/bank/upstream/statuses/poll-result.ts';
import type { HttpAnswer } from '../../src/http/message.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { answerOf, newBody, shareTwoBanks } from './two-banks.ts';

const two = shareTwoBanks();
afterEach(() => {
  two.alarms.length = 0;
});

const pay = async (): Promise<{ id: string; link: string }> => {
  const { status, text, json } = await two.tpp.rest('POST', path, { body: newBody(), headers: psuHeaders });
  expect(status, text).toBe(201);
  return { id: json.paymentId, link: json._links.scaRedirect.href };
};
const read = async (id: string) => {
  const { json } = await two.tpp.rest('GET', `${path}/${id}/status`);
  return [json.transactionStatus, ...(json.tppMessages ?? []).map(({ code }: { code: string }) => code)];
};
const coded = (code: string) => ({ tppMessages: [{ category: 'ERROR', code, text: 'no' }] });
const say = (given: HttpAnswer) => {
  two.intercept = async (line) => (line.endsWith('/status') ? given : undefined);
};
const later = (milliseconds = 3_001) => {
  two.facade.time.now += milliseconds;
};
const metric = async (name: string): Promise<number> => {
  const text = await (await two.facade.fetch('/metrics')).text();
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1]);
};
const history = async (id: string): Promise<readonly string[]> => {
  const rows = await two.facade.sql`
    select from_status, to_status, reason from payment_status_changes where payment_id = ${id} order by sequence`;
  return rows.map(({ from_status, to_status, reason }) => `${from_status} ${to_status} ${reason}`);
};

describe('a status for which the bank answers', () => {
  it.each<[string, HttpAnswer]>([
    ['404 RESOURCE_UNKNOWN', answerOf(404, coded('RESOURCE_UNKNOWN'))],
    ['404 without a word', answerOf(404)],
    ['404 by the page of a gateway', answerOf(404, '<h1>no</h1>')],
    ['410 without a word', answerOf(410)],
    ['410 RESOURCE_EXPIRED', answerOf(410, coded('RESOURCE_EXPIRED'))],
    ['403 RESOURCE_UNKNOWN', answerOf(403, coded('RESOURCE_UNKNOWN'))],
  ])('%s stays, with a warning and a metric; after a day polling stops', async (_, given) => {
    const { id, link } = await pay();
    await new Traveller(two, link).travel('approve');
    const [unknown, lost] = [
      'psd2_bank_unknown_payments_total',
      'psd2_upstream_alarms_total{kind="PAYMENT"}',
    ] as const;
    const before = [await metric(unknown), await metric(lost)] as const;
    say(given);
    later();
    expect(await read(id)).toEqual(['PDNG', 'RESOURCE_UNKNOWN']);
    expect(await metric(unknown)).toBe(before[0] + 1);
    later(givenUpAfterMs - 1);
    expect(await read(id)).toEqual(['PDNG', 'RESOURCE_UNKNOWN']);
    expect([await metric(lost), two.alarms]).toEqual([before[1], []]);
    later();
    expect(await read(id)).toEqual(['PDNG', 'RESOURCE_UNKNOWN']);
    expect([await metric(lost), two.alarms]).toEqual([before[1] + 1, ['PAYMENT']]);
    expect(await history(id)).toEqual([
      expect.stringMatching(/^RCVD PDNG/),
      expect.stringMatching(
        /^PDNG PDNG the bank no longer knows this payment; its status is not polled any more$/,
      ),
    ]);
    const asked = two.arrived.length;
    later(givenUpAfterMs);
    await two.facade.app.runner.tick();
    expect(await read(id)).toEqual(['PDNG', 'RESOURCE_UNKNOWN']);
    expect(two.arrived.slice(asked).filter((line) => line.endsWith('/status'))).toEqual([]);
    const { data } = await two.tpp.graphqlRaw(
      'query ($id: String!) { payment(paymentId: $id) { transactionStatus tppMessages { code text } } }',
      { id },
    );
    expect(data.payment).toMatchObject({
      transactionStatus: 'PDNG',
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', text: expect.stringContaining('no longer knows') }],
    });
  });

  it('404 for less than a day, and then with a status, goes on as before', async () => {
    const { id } = await pay();
    say(answerOf(404));
    later();
    expect(await read(id)).toEqual(['RCVD', 'RESOURCE_UNKNOWN']);
    two.intercept = null;
    later();
    expect(await read(id)).toEqual(['RCVD']);
    say(answerOf(404));
    later(givenUpAfterMs);
    expect(await read(id)).toEqual(['RCVD', 'RESOURCE_UNKNOWN']);
    two.intercept = null;
    later();
    expect(await read(id)).toEqual(['RCVD']);
    expect([await history(id), two.alarms]).toEqual([[], []]);
  });

  it('404, and then 500, is not given up', async () => {
    const { id } = await pay();
    say(answerOf(404));
    later();
    await read(id);
    say(answerOf(500));
    later(givenUpAfterMs);
    expect(await read(id)).toEqual(['RCVD', 'RESOURCE_UNKNOWN']);
    expect(two.alarms).toEqual([]);
  });
});
