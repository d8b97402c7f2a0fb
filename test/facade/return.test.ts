import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { psuRedirectCookieName } from '../../src/sca/browser.ts';
import { codeOn, privateCustomer, Visitor } from '../sca/visitor.ts';
import { psuHeaders } from '../support/bank.ts';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { loseAnswers, shareTwoBanks, statusAt } from './two-banks.ts';

const minute = 60_000;

const two = shareTwoBanks();

const make = () => newPayment(two.tpp);

async function started(self: string) {
  const { json, status, text } = await two.tpp.rest('POST', `${self}/authorisations`);
  expect(status, text).toBe(201);
  const psu = new Traveller(two, json._links.scaRedirect.href);
  const preview = () => new Traveller(two, json._links.scaRedirect.href);
  const scaStatus = async () => (await two.tpp.rest('GET', json._links.scaStatus.href)).json.scaStatus;
  return { psu, preview, scaStatus };
}

async function approveThere(location: string | null): Promise<string> {
  const there = new Visitor(two.bank, location ?? '');
  await there.open();
  const identified = await there.identify(privateCustomer);
  const page = identified.status === 303 ? await there.open() : identified;
  const done = await there.approve(codeOn(page));
  expect(done.location, done.text).not.toBeNull();
  return done.location ?? '';
}

const without = (address: string, ...names: readonly string[]): string => {
  const url = new URL(address);
  for (const name of names) url.searchParams.delete(name);
  return url.href;
};

async function basketOfTwo() {
  const paymentIds = [await make(), await make()];
  const { json } = await two.tpp.rest('POST', '/v1/signing-baskets', {
    body: { paymentIds },
    headers: psuHeaders,
  });
  return { paymentIds, self: `/v1/signing-baskets/${json.basketId}` };
}

it('a PSU who has approved at the bank is not asked to start again when the link has expired', async () => {
  const paymentId = await make();
  const { psu, preview } = await started(`${path}/${paymentId}`);
  const left = await psu.leave();
  await approveThere(left.location);
  await two.facade
    .sql`update remote_resources set ask_at = ask_at + interval '1 day' where ask_at is not null`;
  two.facade.time.now += 61 * minute;
  await two.facade.app.runner.tick();
  const page = await preview().leave();
  expect(page.text).toContain('This was done in another browser');
  expect(page.text).not.toContain('Nothing has been approved');
  const { preview: unused } = await started(`${path}/${await make()}`);
  two.facade.time.now += 61 * minute;
  expect((await unused().leave()).text).toContain('Nothing has been approved');
});

describe('a PSU who comes back before anything was approved', () => {
  it('has finished nothing', async () => {
    const paymentId = await make();
    const { psu, scaStatus } = await started(`${path}/${paymentId}`);
    const left = await psu.leave();
    const [row] = await two.facade.sql`
      select return_state from remote_resources where sca_redirect = ${left.location}`;
    const back = await psu.come(`http://localhost:4000/sca/return?state=${row?.return_state}`);
    expect(back.status, back.text).toBe(303);
    expect([await statusAt(two.tpp, `${path}/${paymentId}`), await scaStatus()]).not.toContain('finalised');
    const address = await approveThere(left.location);
    await psu.come(address);
    expect([await statusAt(two.tpp, `${path}/${paymentId}`), await scaStatus()]).toEqual([
      'PDNG',
      'finalised',
    ]);
  });

  it('leaves a basket open', async () => {
    const { paymentIds, self } = await basketOfTwo();
    const { psu } = await started(self);
    const left = await psu.leave();
    const [row] = await two.facade.sql`
      select return_state from remote_resources where sca_redirect = ${left.location}`;
    await psu.come(`http://localhost:4000/sca/return?state=${row?.return_state}`);
    expect(await statusAt(two.tpp, `${path}/${paymentIds[0]}`)).toBe('RCVD');
    expect((await two.tpp.rest('POST', `${self}/authorisations`)).status).toBe(201);
  });
});

describe('a PSU whom the bank asks to log in before it starts the authorisation', () => {
  const logIn = 'https://bank.example/log-in';
  const challenge = JSON.stringify({ _links: { scaRedirect: { href: logIn } } });
  async function atLogIn() {
    const paymentId = await make();
    const { psu, scaStatus } = await started(`${path}/${paymentId}`);
    two.intercept = async (line, answer) =>
      line.startsWith('POST') ? { ...answer, status: 401, body: Buffer.from(challenge) } : undefined;
    expect((await psu.leave()).location).toBe(logIn);
    two.intercept = null;
    const [row] = await two.facade.sql`
      select return_state from remote_resources where kind = 'AUTHORISATION' and sca_redirect is null
      order by recorded_at desc limit 1`;
    return { paymentId, psu, scaStatus, back: `http://localhost:4000/sca/return?state=${row?.return_state}` };
  }

  it('goes on to the approval after the log-in, and then to the TPP', async () => {
    const { paymentId, psu, scaStatus, back } = await atLogIn();
    const loggedIn = await psu.come(`${back}&psu-id=${randomUUID()}`);
    expect([loggedIn.status, loggedIn.location]).toEqual([303, psu.link]);
    const done = await psu.travel('approve');
    expect(new URL(done.location ?? '').searchParams.get('psu-id')).toBe(psuHeaders['psu-id']);
    expect([await statusAt(two.tpp, `${path}/${paymentId}`), await scaStatus()]).toEqual([
      'PDNG',
      'finalised',
    ]);
  });

  it('goes back to the TPP with the message if the log-in fails', async () => {
    const { psu, scaStatus, back } = await atLogIn();
    const failed = await psu.come(`${back}&message=no`);
    expect(new URL(failed.location ?? '').searchParams.get('message')).toBe('no');
    expect(await scaStatus()).toBe('failed');
  });
});

it('the cookie of a PSU at the bank lasts a day, because the cookies of many payments exceed the limit of headers', async () => {
  const { psu } = await started(`${path}/${await make()}`);
  const [cookie] = (await psu.leave()).headers.getSetCookie().filter((text) => text.startsWith('sca-'));
  expect(cookie).toContain('; Path=/sca/return; Max-Age=86400; HttpOnly; SameSite=Lax');
});

describe('a preview of the link while the PSU is at the bank', () => {
  it('does not strand the PSU, who returns to the TPP, and alone gets the ids', async () => {
    const paymentId = await make();
    const { psu, preview } = await started(`${path}/${paymentId}`);
    const address = await approveThere((await psu.leave()).location);
    const robot = preview();
    expect((await robot.leave()).status).toBe(303);
    const back = await psu.come(address);
    expect([back.status, new URL(back.location ?? 'none:').searchParams.get('psu-id')]).toEqual([
      303,
      psuHeaders['psu-id'],
    ]);
    expect(await statusAt(two.tpp, `${path}/${paymentId}`)).toBe('PDNG');
    expect((await robot.come(address)).status).toBe(404);
    expect((await psu.come(address)).status).toBe(303);
  });

  it('finds the approval, also if a replica whose clock is ahead polled just before', async () => {
    const paymentId = await make();
    const { psu } = await started(`${path}/${paymentId}`);
    const address = await approveThere((await psu.leave()).location);
    const ahead = new Date(two.facade.time.now + 4_000);
    await two.facade.sql`update remote_resources set asked_at = ${ahead} where id = ${paymentId}`;
    await psu.come(address);
    const [payment] = await two.facade.sql`select status from payments where payment_id = ${paymentId}`;
    expect(payment?.status).toBe('PDNG');
  });

  it('redirects to the page at the bank that the PSU has', async () => {
    const paymentId = await make();
    const { psu, preview } = await started(`${path}/${paymentId}`);
    const there = (await psu.leave()).location;
    expect((await preview().leave()).location).toBe(there);
  });
});

describe('a return address that was changed on the way', () => {
  it('to a state that cannot be stored is unknown', async () => {
    const stranger = new Traveller(two, 'http://localhost:4000/');
    stranger.cookies.set(psuRedirectCookieName('\0'), `${'a'.repeat(40)}.${'b'.repeat(32)}`);
    expect((await stranger.come('http://localhost:4000/sca/return?state=%00')).status).toBe(404);
  });

  it('with a message does not turn an approval into a refusal', async () => {
    const { paymentIds, self } = await basketOfTwo();
    const { psu, scaStatus } = await started(self);
    const address = await approveThere((await psu.leave()).location);
    await psu.come(`${without(address, 'psu-id', 'tpp-session-id')}&message=no`);
    for (const id of paymentIds) expect(await statusAt(two.tpp, `${path}/${id}`)).toBe('PDNG');
    expect([(await two.tpp.rest('GET', `${self}/status`)).json.transactionStatus, await scaStatus()]).toEqual(
      ['ACTC', 'finalised'],
    );
  });

  it.each([
    ['no thanks', 'no thanks'],
    ['payment enc!!x at core-7.bank.internal failed', 'rejected at the bank'],
  ])('with the message %j leads to the TPP with %j', async (message, shown) => {
    const { psu } = await started(`${path}/${await make()}`);
    const left = await psu.leave();
    const [row] = await two.facade.sql`
      select return_state from remote_resources where sca_redirect = ${left.location}`;
    const query = new URLSearchParams({ state: row?.return_state, message });
    const back = await psu.come(`http://localhost:4000/sca/return?${query}`);
    expect(new URL(back.location ?? '').searchParams.get('message')).toBe(shown);
  });

  it('decides nothing while the bank is down', async () => {
    const { paymentIds, self } = await basketOfTwo();
    const { psu } = await started(self);
    const left = await psu.leave();
    const [row] = await two.facade.sql`
      select return_state from remote_resources where sca_redirect = ${left.location}`;
    two.intercept = loseAnswers();
    await psu.come(`http://localhost:4000/sca/return?state=${row?.return_state}`);
    const [basket] = await two.facade.sql`
      select state from signing_baskets where basket_id = ${self.split('/').at(-1) ?? ''}`;
    expect(basket?.state).toBe('OPEN');
    expect(paymentIds).toHaveLength(2);
  });
});

describe('a PSU who takes longer at the bank than our link lives', () => {
  it('still approves, and the TPP gets no refusal', async () => {
    const paymentId = await make();
    const { psu } = await started(`${path}/${paymentId}`);
    two.facade.time.now += 14 * minute;
    const left = await psu.leave();
    two.facade.time.now += 2 * minute;
    await two.facade.app.runner.tick();
    const back = await psu.come(await approveThere(left.location));
    expect(back.status, back.text).toBe(303);
    const parameters = new URL(back.location ?? '').searchParams;
    expect([parameters.get('message'), parameters.get('psu-id')]).toEqual([null, psuHeaders['psu-id']]);
    expect(await statusAt(two.tpp, `${path}/${paymentId}`)).toBe('PDNG');
  });

  it('signs a basket that was not rejected meanwhile', async () => {
    const { paymentIds, self } = await basketOfTwo();
    const { psu } = await started(self);
    two.facade.time.now += 14 * minute;
    const left = await psu.leave();
    two.facade.time.now += 2 * minute;
    await two.facade.app.runner.tick();
    await psu.come(await approveThere(left.location));
    for (const id of paymentIds) expect(await statusAt(two.tpp, `${path}/${id}`)).toBe('PDNG');
    const [basket] = await two.facade.sql`
      select state from signing_baskets where basket_id = ${self.split('/').at(-1) ?? ''}`;
    expect(basket?.state).toBe('APPROVED');
  });
});
