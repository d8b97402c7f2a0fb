import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pauseAfterUnchanged, pollPauses } from '../../src/bank/upstream/statuses/poll-result.ts';
import { psuHeaders } from '../support/bank.ts';
import { domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { loseAnswers, newBody, referenceOf, shareTwoBanks, statusAt } from './two-banks.ts';

const two = shareTwoBanks();

const pay = (one: object, requestId: string = randomUUID()) =>
  two.tpp.rest('POST', path, { requestId, body: one, headers: psuHeaders });
const later = async (): Promise<void> => {
  await two.facade
    .sql`update remote_resources set asked_at = asked_at - interval '1 hour', ask_at = ask_at - interval '1 hour'`;
};

describe('a creation', () => {
  it('whose response is lost is 503, and the same request returns the one payment at the bank', async () => {
    const [one, requestId, before] = [newBody(), randomUUID(), await two.bank.count('payments')];
    two.intercept = loseAnswers();
    const lost = await pay(one, requestId);
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    two.intercept = null;
    const found = await pay(one, requestId);
    expect(found.status, found.text).toBe(201);
    expect(await two.bank.count('payments')).toBe(before + 1);
  });

  it('that dies between the bank and our database is recovered by its retry', async () => {
    const [one, requestId, before] = [newBody(), randomUUID(), await two.bank.count('payments')];
    await two.facade.sql`alter table payments add constraint broken check (false) not valid`;
    expect((await pay(one, requestId)).status).toBe(500);
    await two.facade.sql`alter table payments drop constraint broken`;
    const found = await pay(one, requestId);
    expect(found.status, found.text).toBe(201);
    expect(await two.bank.count('payments')).toBe(before + 1);
  });

  it('sent twice at once is one payment at the bank and one here', async () => {
    const [one, requestId, before] = [newBody(), randomUUID(), await two.bank.count('payments')];
    const answers = await Promise.all([pay(one, requestId), pay(one, requestId), pay(one, requestId)]);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.length).toBeGreaterThan(0);
    expect(await two.bank.count('payments')).toBe(before + 1);
  });
});

describe('a status', () => {
  it('is polled at most once in three seconds, however often it is read', async () => {
    const { json } = await pay(newBody());
    const asked = () => two.arrived.filter((line) => line.endsWith('/status')).length;
    await statusAt(two.tpp, `${path}/${json.paymentId}`);
    const once = asked();
    for (let read = 0; read < 5; read += 1) await statusAt(two.tpp, `${path}/${json.paymentId}`);
    expect(asked()).toBe(once);
  });

  it('that changes at the bank is polled in the background, as one row of the history', async () => {
    const { json } = await pay(newBody());
    await new Traveller(two, json._links.scaRedirect.href).travel('approve');
    const reference = await referenceOf(two, json.paymentId);
    await two.bank.sql`update payments set status = 'ACSC' where payment_id = ${reference}`;
    await later();
    const replica = two.facade.replica();
    await Promise.all([two.facade.app.runner.tick(), replica.app.runner.tick()]);
    await replica.stop();
    const moves = await two.facade.sql`
      select from_status, to_status from payment_status_changes where payment_id = ${json.paymentId} order by sequence`;
    expect(moves.map(({ from_status, to_status }) => `${from_status} ${to_status}`)).toEqual([
      'RCVD PDNG',
      'PDNG ACSC',
    ]);
    const [row] = await two.facade.sql`select ask_at from remote_resources where id = ${json.paymentId}`;
    expect(row?.ask_at).toBeNull();
  });

  it('that goes backward, or is not a status of ours, moves nothing and is counted', async () => {
    const { json } = await pay(newBody());
    await new Traveller(two, json._links.scaRedirect.href).travel('approve');
    const reference = await referenceOf(two, json.paymentId);
    await two.bank.sql`update payments set status = 'RCVD' where payment_id = ${reference}`;
    await later();
    await two.facade.app.runner.tick();
    expect(await statusAt(two.tpp, `${path}/${json.paymentId}`)).toBe('PDNG');
    const figures = await (await two.facade.fetch('/metrics')).text();
    expect(figures).toMatch(/psd2_bank_strange_statuses_total\{status="RCVD"\} [1-9]/);
  });

  it('is the last known one while the bank is down; an operation that needs the bank is 503', async () => {
    const { json } = await pay(newBody());
    two.intercept = loseAnswers();
    await later();
    expect(await statusAt(two.tpp, `${path}/${json.paymentId}`)).toBe('RCVD');
    const refused = await pay(newBody());
    expect([refused.status, refused.json.code]).toEqual([503, 'SYSTEM_ERROR']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await two.facade.fetch('/readyz')).status).toBe(200);
  });

  it('is polled within five minutes of an outage, however long it has not changed', async () => {
    const { json } = await pay(newBody());
    await two.facade.sql`update remote_resources set unchanged = 20 where id = ${json.paymentId}`;
    two.intercept = loseAnswers();
    await later();
    await statusAt(two.tpp, `${path}/${json.paymentId}`);
    const [row] = await two.facade.sql`
      select extract(epoch from ask_at - asked_at) as seconds from remote_resources where id = ${json.paymentId}`;
    expect(Number(row?.seconds)).toBeGreaterThan(60);
    expect(Number(row?.seconds)).toBeLessThan(330);
  });

  it('is polled soon after a PSU has left for the bank, also of an old payment', async () => {
    const { json } = await pay(newBody());
    const pauseInSeconds = async () => {
      const [row] = await two.facade.sql`
        select extract(epoch from ask_at - now()) as seconds from remote_resources where id = ${json.paymentId}`;
      return Number(row?.seconds);
    };
    await two.facade
      .sql`update payments set created_at = created_at - interval '2 days' where payment_id = ${json.paymentId}`;
    await two.facade.sql`update remote_resources set unchanged = 100 where id = ${json.paymentId}`;
    await later();
    await two.facade.app.runner.tick();
    expect(await pauseInSeconds()).toBeGreaterThan(11 * 3_600);
    await new Traveller(two, json._links.scaRedirect.href).approveThere();
    expect(await pauseInSeconds()).toBeLessThan(20);
    await two.facade
      .sql`update remote_resources set ask_at = now() - interval '1 hour' where id = ${json.paymentId}`;
    await two.facade.app.runner.tick();
    const [payment] = await two.facade.sql`select status from payments where payment_id = ${json.paymentId}`;
    expect(payment?.status).toBe('PDNG');
  });

  it('is polled for a read after the clock of a process was days ahead', async () => {
    const { json } = await pay(newBody());
    await statusAt(two.tpp, `${path}/${json.paymentId}`);
    await two.facade.sql`
      update remote_resources set asked_at = asked_at + interval '3 days', heard_at = heard_at + interval '3 days',
        ask_at = ask_at + interval '3 days' where id = ${json.paymentId}`;
    await two.bank
      .sql`update payments set status = 'RJCT' where payment_id = ${await referenceOf(two, json.paymentId)}`;
    two.facade.time.now += 3_001;
    expect(await statusAt(two.tpp, `${path}/${json.paymentId}`)).toBe('RJCT');
    const [row] = await two.facade.sql`select heard_at from remote_resources where id = ${json.paymentId}`;
    expect(new Date(row?.heard_at).getTime()).toBe(two.facade.time.now);
  });

  it('is polled in the background as soon as before, however often the TPP reads it', async () => {
    const { json } = await pay(newBody());
    for (let read = 0; read < 12; read += 1) {
      two.facade.time.now += 3_001;
      await statusAt(two.tpp, `${path}/${json.paymentId}`);
    }
    const [row] = await two.facade.sql`
      select extract(epoch from ask_at - asked_at) as seconds from remote_resources where id = ${json.paymentId}`;
    expect(Number(row?.seconds)).toBeLessThan(20);
  });

  it('is polled soon after a PSU has left for the bank during a poll', async () => {
    const { json } = await pay(newBody());
    await two.facade
      .sql`update payments set created_at = created_at - interval '2 days' where payment_id = ${json.paymentId}`;
    await two.facade.sql`update remote_resources set unchanged = 100 where id = ${json.paymentId}`;
    await later();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    two.intercept = async (line) => {
      if (line.endsWith('/status')) {
        isHeld = true;
        await held;
      }
      return undefined;
    };
    const poll = two.facade.app.runner.tick();
    await expect.poll(() => isHeld).toBe(true);
    await new Traveller(two, json._links.scaRedirect.href).leave();
    release();
    await poll;
    const [row] = await two.facade.sql`
      select extract(epoch from ask_at - asked_at) as seconds from remote_resources where id = ${json.paymentId}`;
    expect(Number(row?.seconds)).toBeLessThan(30);
  });

  it('is polled with pollPauses that grow to a quarter of an hour', () => {
    expect([0, 1, 2, 3].map(pauseAfterUnchanged)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect([10, 100, 100_000].map(pauseAfterUnchanged)).toEqual([
      pollPauses.last,
      pollPauses.last,
      pollPauses.last,
    ]);
  });
});
