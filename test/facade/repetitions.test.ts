import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { newPayment, domesticPath as path } from '../support/story.ts';
import { Traveller } from '../support/traveller.ts';
import { loseAnswers, newBody, shareTwoBanks, statusAt, type TwoBanks } from './two-banks.ts';

const creation = `POST ${path}`;

const two = shareTwoBanks();

const stranger = () => ({
  ...psuHeaders,
  'psu-context': null,
  'psu-id': randomUUID(),
  'tpp-session-id': randomUUID(),
});
const callsOf = (line: string) => two.arrived.filter((one) => one.startsWith(line)).length;

describe('an X-Request-ID whose request was refused with a challenge', () => {
  it('may be sent again while the PSU is at the log-in, and once they have logged in', async () => {
    const [one, requestId, headers] = [newBody(), randomUUID(), stranger()];
    const send = () => two.tpp.rest('POST', path, { requestId, body: one, headers });
    const first = await send();
    expect(first.status, first.text).toBe(401);
    const psu = new Traveller(two, first.json._links.scaRedirect.href);
    await psu.leave();
    const second = await send();
    expect([second.status, second.json.code], second.text).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    await psu.travel('approve');
    const third = await send();
    expect(third.status, third.text).toBe(201);
  });

  it('may be corrected with PSU-Context', async () => {
    const [one, requestId, headers] = [newBody(), randomUUID(), stranger()];
    const first = await two.tpp.rest('POST', path, { requestId, body: one, headers });
    expect(first.status, first.text).toBe(401);
    const mended = { ...headers, 'psu-context': 'PRIVATE' };
    const second = await two.tpp.rest('POST', path, { requestId, body: one, headers: mended });
    expect(second.status, second.text).toBe(201);
    const back = await new Traveller(two, second.json._links.scaRedirect.href).travel('approve');
    expect(back.status, back.text).toBe(303);
  });
});

describe('a challenge of the bank to a request without TPP-Redirect-URI', () => {
  const challenge = JSON.stringify({
    tppMessages: [{ category: 'ERROR', code: 'PSU_CREDENTIALS_INVALID' }],
    _links: { scaRedirect: { href: '/sca/log-in' } },
  });
  const challenged =
    (wanted: string): TwoBanks['intercept'] =>
    async (line, answer) =>
      line.startsWith(wanted) ? { ...answer, status: 401, body: Buffer.from(challenge) } : undefined;

  it.each([
    ['the deletion of a payment', 'DELETE /v1/payments', 'DELETE', ''],
    ['the start of a basket', 'POST /v1/signing-baskets', 'POST', '/authorisations'],
    ['the deletion of a basket', 'DELETE /v1/signing-baskets', 'DELETE', ''],
  ] as const)(
    'at %s is 401 with a log-in, which leads to the address of the creation',
    async (_, line, method, end) => {
      const paymentId = await newPayment(two.tpp);
      let self = `${path}/${paymentId}`;
      if (line.includes('baskets')) {
        const basket = { paymentIds: [paymentId] };
        const { json } = await two.tpp.rest('POST', '/v1/signing-baskets', {
          body: basket,
          headers: psuHeaders,
        });
        self = `/v1/signing-baskets/${json.basketId}`;
        if (method === 'DELETE') await two.tpp.rest('POST', `${self}/authorisations`);
      }
      two.intercept = challenged(line);
      const answer = await two.tpp.rest(method, `${self}${end}`);
      two.intercept = null;
      expect([answer.status, answer.json.code], answer.text).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
      expect(answer.json._links.scaRedirect.href).toContain('/sca/');
      const logins = await two.facade.sql`
        select redirect_uri from authorisations where kind = 'LOGIN' and psu_id = ${psuHeaders['psu-id'] ?? ''}`;
      expect(logins).toEqual([{ redirect_uri: psuHeaders['tpp-redirect-uri'] }]);
    },
  );
});

describe('a duplicate of an earlier payment', () => {
  it('that the TPP allows causes one call', async () => {
    const one = newBody();
    const send = (query = '') =>
      two.tpp.rest('POST', `${path}${query}`, { requestId: randomUUID(), body: one, headers: psuHeaders });
    expect((await send()).status).toBe(201);
    const before = callsOf(creation);
    const again = await send('?allowLogicalDuplicate=true');
    expect(again.status, again.text).toBe(201);
    expect(callsOf(creation) - before).toBe(1);
  });

  it('that the TPP does not allow causes no call', async () => {
    const one = newBody();
    const send = () =>
      two.tpp.rest('POST', path, { requestId: randomUUID(), body: one, headers: psuHeaders });
    expect((await send()).status).toBe(201);
    const before = callsOf(creation);
    expect((await send()).json.code).toBe('CONFLICT');
    expect(callsOf(creation) - before).toBe(0);
  });
});

it('an equal payment of another TPP is no duplicate, also if both name the PSU by number alone', async () => {
  const one = newBody();
  const headers = { ...psuHeaders, 'psu-id': null, 'x-psu-identity': '13039319955' };
  const send = (by: Tpp) => by.rest('POST', path, { requestId: randomUUID(), body: one, headers });
  const others = two.facade.tpp('PSDNO-FSA-OTHER');
  expect([(await send(two.tpp)).status, (await send(others)).status]).toEqual([201, 201]);
  expect([(await send(two.tpp)).status, (await send(others)).status]).toEqual([409, 409]);
});

describe('a DELETE', () => {
  const made = async () => `${path}/${await newPayment(two.tpp)}`;

  it('whose response is lost is 503, and 204 when it is sent again', async () => {
    const [self, requestId] = [await made(), randomUUID()];
    two.intercept = loseAnswers('DELETE');
    expect((await two.tpp.rest('DELETE', self, { requestId })).status).toBe(503);
    two.intercept = null;
    await two.facade.sql`update remote_resources set asked_at = asked_at - interval '1 hour'`;
    expect(await statusAt(two.tpp, self)).toBe('CANC');
    const again = await two.tpp.rest('DELETE', self, { requestId });
    expect(again.status, again.text).toBe(204);
    const another = await two.tpp.rest('DELETE', self);
    expect([another.status, another.json.code]).toEqual([409, 'CONFLICT']);
  });

  it('of a payment that was approved while the bank was down leads to its cancellation, once the bank says so', async () => {
    const self = await made();
    const started = await two.tpp.rest('POST', `${self}/authorisations`);
    await new Traveller(two, started.json._links.scaRedirect.href).approveThere();
    two.intercept = async (line) => {
      if (line.endsWith('/status')) throw new Error('cut');
    };
    const cancel = () => two.tpp.rest('POST', `${self}/cancellation-authorisations`);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(202);
    const tooSoon = await cancel();
    expect([tooSoon.status, tooSoon.json.code], tooSoon.text).toEqual([503, 'SYSTEM_ERROR']);
    two.intercept = null;
    const known = await cancel();
    expect(known.status, known.text).toBe(201);
  });

  it('of a payment that has ended meanwhile is not a defect', async () => {
    const self = await made();
    const paymentId = self.split('/').at(-1) ?? '';
    two.intercept = async (line) => {
      if (line.startsWith('DELETE'))
        await two.facade.sql`update payments set status = 'RJCT' where payment_id = ${paymentId}`;
    };
    const gone = await two.tpp.rest('DELETE', self);
    expect(gone.status, gone.text).toBeLessThan(500);
  });
});

describe('a basket that is deleted before its approval', () => {
  it('is deleted at the bank too, so that its payments can be approved alone', async () => {
    const paymentIds: string[] = [];
    for (let count = 0; count < 2; count += 1) paymentIds.push(await newPayment(two.tpp));
    const basket = await two.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds },
      headers: psuHeaders,
    });
    const self = `/v1/signing-baskets/${basket.json.basketId}`;
    expect((await two.tpp.rest('POST', `${self}/authorisations`)).status).toBe(201);
    expect((await two.tpp.rest('DELETE', self)).status).toBe(204);
    const started = await two.tpp.rest('POST', `${path}/${paymentIds[0]}/authorisations`);
    expect(started.status, started.text).toBe(201);
    const back = await new Traveller(two, started.json._links.scaRedirect.href).travel('approve');
    expect(back.status, back.text).toBe(303);
    expect(await statusAt(two.tpp, `${path}/${paymentIds[0]}`)).toBe('PDNG');
  });
});
