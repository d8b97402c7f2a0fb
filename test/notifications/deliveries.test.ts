/** Notifications from the change of a payment to the receiver of its TPP. */
import { createHash, randomUUID, verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pauseMsAfter, retryForMs } from '../../src/domain/notifications/notification.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { endedTargetsKeptMs, firstCheckAfterMs } from '../../src/operations/notifications/ports.ts';
import { payAt } from '../sca/paying.ts';
import { authority, type Bank, type Tpp } from '../support/bank.ts';
import { authorise, complete, domesticPath, newPayment } from '../support/story.ts';
import {
  arrived,
  hold,
  notify,
  type Received,
  type Receiver,
  seal,
  startNotifyingBank,
  startReceiver,
} from './receiver.ts';

let bank: Bank;
let tpp: Tpp;
let receiver: Receiver;
beforeAll(async () => {
  [bank, receiver] = await Promise.all([startNotifyingBank(), startReceiver()]);
  tpp = bank.tpp();
});
afterAll(async () => {
  await Promise.all([bank.stop(), receiver.stop()]);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => 200;
});

const create = (content?: string, path = '/hook?payment=1') =>
  newPayment(tpp, future, notify(`${receiver.url}${path}`, content));
const authorisations = (paymentId: string) => `${domesticPath}/${paymentId}/authorisations`;
const approve = (paymentId: string) => authorise(tpp, authorisations(paymentId));
const cancel = (paymentId: string) => tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
/** A payment that is not executed while a test moves the clock. */
const future = { requestedExecutionDate: '2035-06-01' };
const statusesOf = (paymentId: string) =>
  receiver.received.flatMap(({ json }) =>
    json.paymentId === paymentId ? (json.transactionStatus ?? json.scaStatus) : [],
  );
const send = () => bank.app.runner.tick();
const targetOf = async (paymentId: string) => {
  const [row] = await bank.sql`select * from notification_targets where payment_id = ${paymentId}`;
  return row;
};

describe('a notification', () => {
  it('reports every status of the payment in order, and ends with the final one', async () => {
    const paymentId = await create();
    await approve(paymentId);
    await send();
    const started = await tpp.rest('POST', `${domesticPath}/${paymentId}/cancellation-authorisations`);
    await complete(tpp, started.json.authorisationId, 'APPROVE');
    await send();
    expect(receiver.statuses()).toEqual(['PDNG', 'CANC']);
    expect(receiver.received[0]?.json).toEqual({
      paymentId,
      transactionStatus: 'PDNG',
      _links: {
        self: { href: `${domesticPath}/${paymentId}`, verbs: ['GET'] },
        status: { href: `${domesticPath}/${paymentId}/status`, verbs: ['GET'] },
      },
    });
    expect(receiver.received[0]?.path).toBe('/hook?payment=1');
    expect(await targetOf(paymentId)).toMatchObject({ delivered: 2, end_reason: 'FINAL', last_status: 200 });
  });

  it('is signed by the bank over Date, Digest and X-Request-ID', async () => {
    await cancel(await create());
    await send();
    const [one] = receiver.received as [Received];
    const header = (name: string) => String(one.headers[name]);
    const certificate = new X509Certificate(Buffer.from(header('aspsp-signature-certificate'), 'base64'));
    expect(certificate.verify(new X509Certificate(authority.certificatePem).publicKey)).toBe(true);
    expect(header('digest')).toBe(`SHA-256=${createHash('sha256').update(one.text).digest('base64')}`);
    expect(header('x-request-id')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const { headers, signature } =
      /headers="(?<headers>[^"]+)",signature="(?<signature>[^"]+)"/.exec(header('signature'))?.groups ?? {};
    expect(headers).toBe('date digest x-request-id');
    const text = (headers ?? '')
      .split(' ')
      .map((name) => `${name}: ${header(name)}`)
      .join('\n');
    const bytes = Buffer.from(signature ?? '', 'base64');
    expect(verify('RSA-SHA256', Buffer.from(text), certificate.publicKey, bytes)).toBe(true);
  });

  it('with LAST reports the final status alone', async () => {
    const paymentId = await create('status=LAST');
    await approve(paymentId);
    await send();
    expect(receiver.received).toEqual([]);
    await cancelApproved(paymentId);
    await send();
    expect(receiver.statuses()).toEqual(['CANC']);
  });

  it('with SCA reports each scaStatus of the payment and its cancellation, once the TPP can see it', async () => {
    const paymentId = await create('status=SCA');
    const first = (await tpp.rest('POST', authorisations(paymentId))).json.authorisationId;
    const second = (await tpp.rest('POST', authorisations(paymentId))).json.authorisationId;
    await complete(tpp, second, 'APPROVE');
    const path = `${domesticPath}/${paymentId}/cancellation-authorisations`;
    const third = (await tpp.rest('POST', path)).json.authorisationId;
    await complete(tpp, third, 'REJECT');
    await send();
    expect(receiver.received.map(({ json }) => [json.authorisationId, json.scaStatus])).toEqual([
      [first, 'failed'],
      [second, 'finalised'],
      [third, 'failed'],
    ]);
    expect(receiver.received.map(({ json }) => json._links.scaStatus.href)).toEqual([
      `${authorisations(paymentId)}/${first}`,
      `${authorisations(paymentId)}/${second}`,
      `${path}/${third}`,
    ]);
  });

  it('with SCA reports an authorisation that the creation has started, once the PSU is on its page', async () => {
    const headers = { ...notify(receiver.url, 'status=SCA,PROCESS'), 'psu-id': randomUUID() };
    const example = { ...domestic.example, ...future };
    const expired = await payAt({ bank, tpp }, domesticPath, example, headers);
    const approved = await payAt({ bank, tpp }, domesticPath, example, headers);
    await approved.psu.approve((await approved.psu.logIn()).code);
    await send();
    expect(statusesOf(approved.id)).toEqual(['PDNG', 'finalised']);
    const rejected = await payAt({ bank, tpp }, domesticPath, example, headers);
    await rejected.psu.open();
    await rejected.psu.reject();
    await send();
    expect(statusesOf(rejected.id)).toEqual(['RJCT', 'failed']);
    bank.time.now += 16 * 60_000;
    await send();
    expect(statusesOf(expired.id)).toEqual([]);
  });

  it('with SCA reports the end of a cancellation that is open when the payment ends', async () => {
    const other = bank.tpp('PSDNO-FSA-RUN');
    const moveTo = (to: string) =>
      other.graphqlRaw(`mutation { advanceSandboxClock(input: { to: "${to}" }) { tppMessages { text } } }`);
    await moveTo('2030-03-04T09:55:00Z');
    const paymentId = await newPayment(other, {}, notify(receiver.url, 'status=SCA,PROCESS'));
    await authorise(other, authorisations(paymentId));
    await other.rest('POST', `${domesticPath}/${paymentId}/cancellation-authorisations`);
    await moveTo('2030-03-04T10:01:00Z');
    await send();
    expect(statusesOf(paymentId)).toEqual(['PDNG', 'finalised', 'ACSC']);
    await moveTo('2030-03-04T10:11:00Z');
    await send();
    expect(statusesOf(paymentId).slice(3)).toEqual(['failed']);
    expect(await targetOf(paymentId)).toMatchObject({ end_reason: 'FINAL', pending: [] });
  });

  it('goes to the address of a later authorisation, with its content', async () => {
    const paymentId = await create('status=LAST', '/old');
    const headers = notify(`${receiver.url}/new`, 'status=SCA, PROCESS');
    const started = await tpp.rest('POST', authorisations(paymentId), { headers });
    expect(started.headers.get('aspsp-notification-support')).toBe('true');
    expect(started.headers.get('aspsp-notification-content')).toBe('status=SCA,PROCESS');
    await complete(tpp, started.json.authorisationId, 'APPROVE');
    await send();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/new', '/new']);
    expect(receiver.statuses().sort()).toEqual(['PDNG', 'finalised']);
  });

  it('that the address before accepts late goes to the new one too, before the next', async () => {
    const [process, former] = [bank.replica(), await startReceiver()];
    const paymentId = await newPayment(tpp, future, notify(former.url));
    await approve(paymentId);
    const respondLate = hold(former);
    const sendingToFormer = process.app.runner.tick();
    await arrived(former, 1);
    const path = `${domesticPath}/${paymentId}/cancellation-authorisations`;
    const started = await tpp.rest('POST', path, { headers: notify(receiver.url) });
    await complete(tpp, started.json.authorisationId, 'APPROVE');
    const respond = hold(receiver);
    bank.time.now += 1;
    const sending = send();
    await arrived(receiver, 1);
    respondLate();
    await Promise.race([sendingToFormer, arrived(receiver, 2)]);
    expect(receiver.statuses()).toEqual(['PDNG']);
    respond();
    await Promise.all([sending, sendingToFormer]);
    expect(receiver.statuses()).toEqual(['PDNG', 'CANC']);
    await Promise.all([process.stop(), former.stop()]);
  });
});

describe('a failure', () => {
  it('is tried again under the same id, after pauses that double, and keeps the order', async () => {
    const paymentId = await create();
    await approve(paymentId);
    receiver.answer = () => 500;
    await send();
    await send();
    expect(receiver.received.length).toBe(1);
    for (const failures of [1, 2]) {
      bank.time.now += pauseMsAfter(failures);
      await send();
      expect(receiver.received.length).toBe(failures + 1);
    }
    await cancelApproved(paymentId);
    receiver.answer = () => 204;
    bank.time.now += pauseMsAfter(3);
    await send();
    expect(receiver.statuses()).toEqual(['PDNG', 'PDNG', 'PDNG', 'PDNG', 'CANC']);
    const ids = receiver.received.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(ids[4]).not.toBe(ids[0]);
    expect(await targetOf(paymentId)).toMatchObject({ failures: 0, last_status: 204, last_failure: null });
  });

  it('of a day is given up, and a later authorisation begins anew', async () => {
    const paymentId = await create();
    await approve(paymentId);
    receiver.answer = () => 503;
    await send();
    bank.time.now += retryForMs;
    await send();
    expect(await targetOf(paymentId)).toMatchObject({
      end_reason: 'GIVEN_UP',
      last_failure: 'the response has status 503, not 2xx',
    });
    receiver.answer = () => 200;
    bank.time.now += retryForMs;
    await send();
    expect(statusesOf(paymentId)).toEqual(['PDNG', 'PDNG']);
    const path = `${domesticPath}/${paymentId}/cancellation-authorisations`;
    const started = await tpp.rest('POST', path, { headers: notify(receiver.url) });
    await send();
    expect(statusesOf(paymentId)).toEqual(['PDNG', 'PDNG', 'PDNG']);
    await complete(tpp, started.json.authorisationId, 'APPROVE');
    await send();
    expect(statusesOf(paymentId).at(-1)).toBe('CANC');
  });

  it.each([
    ['begins anew', 0],
    ['is not given up', retryForMs],
  ])('at the address before changes nothing at the new one, which %s', async (_, failingMs) => {
    const givenUp: string[] = [];
    const onGivenUp = ({ paymentId }: { readonly paymentId: string }) => givenUp.push(paymentId);
    const process = bank.replica({ notifications: { identity: () => seal, onGivenUp } });
    const former = await startReceiver();
    const paymentId = await newPayment(tpp, future, notify(former.url));
    await approve(paymentId);
    former.answer = () => 500;
    await process.app.runner.tick();
    bank.time.now += pauseMsAfter(1) + failingMs;
    const respond = hold(former, 500);
    const sending = process.app.runner.tick();
    await arrived(former, 2);
    const path = `${domesticPath}/${paymentId}/cancellation-authorisations`;
    await tpp.rest('POST', path, { headers: notify(receiver.url) });
    receiver.answer = () => 503;
    bank.time.now += 1;
    await send();
    respond();
    await sending;
    expect(await targetOf(paymentId)).toMatchObject({ failures: 1, last_status: 503, end_reason: null });
    expect(givenUp).toEqual([]);
    await Promise.all([process.stop(), former.stop()]);
  });

  it('is a redirect, which is not followed', async () => {
    const paymentId = await create();
    await approve(paymentId);
    receiver.answer = () => 302;
    await send();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?payment=1']);
    const failure = 'the response has status 302; redirects are not followed';
    expect((await targetOf(paymentId))?.last_failure).toBe(failure);
  });

  it('without a receiver says that nobody is there', async () => {
    const gone = await startReceiver();
    const paymentId = await newPayment(tpp, {}, notify(gone.url));
    await gone.stop();
    await approve(paymentId);
    await send();
    const failure = { last_status: null, last_failure: 'the host refuses the connection' };
    expect(await targetOf(paymentId)).toMatchObject(failure);
  });
});

const cancelApproved = (paymentId: string) =>
  authorise(tpp, `${domesticPath}/${paymentId}/cancellation-authorisations`);

it('Payment.notifications shows what was delivered, the last attempt and the next', async () => {
  const ask = async (paymentId: string) => {
    const { data } = await tpp.graphqlRaw(
      `query Shown($paymentId: String!) { payment(paymentId: $paymentId) { notifications {
        uri content state delivered pending failures lastAttempt { at status failure } nextAttemptAt } } }`,
      { paymentId },
    );
    return data.payment.notifications;
  };
  expect(await ask(await newPayment(tpp, future))).toBeNull();
  const paymentId = await create('status=PROCESS,SCA');
  const asked = {
    uri: `${receiver.url}/hook?payment=1`,
    content: ['SCA', 'PROCESS'],
    state: 'ACTIVE',
    delivered: 0,
    pending: 0,
    failures: 0,
    lastAttempt: null,
    nextAttemptAt: null,
  };
  expect(await ask(paymentId)).toEqual(asked);
  await approve(paymentId);
  const now = new Date(bank.time.now).toISOString();
  expect(await ask(paymentId)).toEqual({ ...asked, pending: 2, nextAttemptAt: now });
  receiver.answer = () => 500;
  await send();
  const failure = 'the response has status 500, not 2xx';
  expect(await ask(paymentId)).toEqual({
    ...asked,
    pending: 2,
    failures: 1,
    lastAttempt: { at: now, status: 500, failure },
    nextAttemptAt: new Date(bank.time.now + pauseMsAfter(1)).toISOString(),
  });
  receiver.answer = () => 200;
  bank.time.now += pauseMsAfter(1);
  await cancelApproved(paymentId);
  await send();
  expect(await ask(paymentId)).toMatchObject({
    state: 'FINAL',
    delivered: 4,
    pending: 0,
    nextAttemptAt: null,
  });
});

it('ends the deliveries of a final payment that the TPP is not notified of', async () => {
  const paymentId = await create('status=SCA');
  await bank.sql`update payments set status = 'RJCT' where payment_id = ${paymentId}`;
  await send();
  expect(statusesOf(paymentId)).toEqual([]);
  bank.time.now += firstCheckAfterMs;
  await send();
  expect(statusesOf(paymentId)).toEqual([]);
  expect((await targetOf(paymentId))?.end_reason).toBe('FINAL');
});

describe('two processes', () => {
  it('send a notification once', async () => {
    const paymentId = await create();
    await cancel(paymentId);
    const replica = bank.replica();
    await Promise.all([send(), replica.app.runner.tick()]);
    expect(receiver.statuses()).toEqual(['CANC']);
    await replica.stop();
  });

  it('one takes over when the lease of the other has ended', async () => {
    const paymentId = await create();
    await cancel(paymentId);
    const { time } = bank;
    await bank.sql`
      update notification_targets set next_at = ${new Date(time.now + 30_000)} where payment_id = ${paymentId}`;
    await send();
    expect(statusesOf(paymentId)).toEqual([]);
    time.now += 30_000;
    await send();
    expect(statusesOf(paymentId)).toEqual(['CANC']);
  });
});

describe('bounds', () => {
  it('an outbox holds a hundred notifications of SCA, and every status', async () => {
    const paymentId = await create('status=SCA,LAST');
    receiver.answer = () => 500;
    for (let start = 0; start < 2; start += 1) await tpp.rest('POST', authorisations(paymentId));
    // As if it had been started again and again.
    await bank.sql`
      update notification_targets set pending = (
        select jsonb_agg(one) from generate_series(1, 98), lateral (select pending -> 0 as one) as first)
      where payment_id = ${paymentId}`;
    for (let start = 0; start < 4; start += 1) await tpp.rest('POST', authorisations(paymentId));
    await cancel(paymentId);
    const [row] = await bank.sql`
      select jsonb_array_length(pending) as length from notification_targets where payment_id = ${paymentId}`;
    expect(row?.length).toBe(101);
    receiver.answer = () => 200;
    await send();
    expect(statusesOf(paymentId).length).toBe(101);
    expect(statusesOf(paymentId).at(-1)).toBe('CANC');
    expect((await targetOf(paymentId))?.end_reason).toBe('FINAL');
  });

  it('a target that follows a deleted one gives its notifications ids of their own', async () => {
    const paymentId = await create('status=SCA,PROCESS');
    await approve(paymentId);
    receiver.answer = () => 500;
    await send();
    bank.time.now += retryForMs;
    await send();
    bank.time.now += endedTargetsKeptMs + 61_000;
    await send();
    expect(await targetOf(paymentId)).toBeUndefined();
    receiver.answer = () => 200;
    const path = `${domesticPath}/${paymentId}/cancellation-authorisations`;
    const started = await tpp.rest('POST', path, { headers: notify(receiver.url) });
    await complete(tpp, started.json.authorisationId, 'APPROVE');
    await send();
    expect(receiver.statuses()).toEqual(['PDNG', 'PDNG', 'CANC']);
    const [first, repetition, later] = receiver.received.map(({ headers }) => headers['x-request-id']);
    expect(repetition).toBe(first);
    expect(later).not.toBe(first);
  });

  it('a target is deleted a week after its end', async () => {
    const paymentId = await create();
    await cancel(paymentId);
    await send();
    bank.time.now += endedTargetsKeptMs - 1_000;
    await send();
    expect(await targetOf(paymentId)).toBeDefined();
    bank.time.now += 61_000;
    await send();
    expect(await targetOf(paymentId)).toBeUndefined();
  });
});
