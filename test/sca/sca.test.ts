import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../../packages/toolkit/src/certificates.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { authority, psuHeaders, tppOf } from '../support/bank.ts';
import { sharedKey } from '../support/keys.ts';
import { instant, payAt, shareScaBank, single } from './paying.ts';
import { codeOn, otherPrivateCustomer, privateCustomer, Visitor, wrongCode } from './visitor.ts';

const returnUri = psuHeaders['tpp-redirect-uri'];

const at = shareScaBank();
const { pay, statusOf } = at;

const renewal = {
  authority,
  organizationIdentifier: 'PSDNO-FSA-RENEWED',
  commonName: 'seal',
  roles: ['PSP_PI' as const],
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000),
  privateKeyPem: sharedKey(),
};

const message = (text: string) => `${returnUri}&${new URLSearchParams({ message: text })}`;

describe('a payment', () => {
  it('is approved: customer number, code, 303 to the TPP with psu-id and tpp-session-id after its own query', async () => {
    const made = await pay();
    const { page, code } = await made.psu.logIn();
    for (const part of [
      'NOK 125.50',
      'Kari Nordmann',
      '8601 11 17947',
      '9536 05 73002',
      'TPP PSDNO-FSA-TEST1',
      'Ola Nordmann',
    ]) {
      expect(page.text).toContain(part);
    }
    const done = await made.psu.approve(code);
    expect(done.status).toBe(303);
    expect(done.location).toBe(`${returnUri}&psu-id=${psuHeaders['psu-id']}&tpp-session-id=session-1`);
    expect(await statusOf(made)).toBe('ACSC');
    const used = await made.psu.open();
    expect(used.status).toBe(410);
    expect(used.text).toContain('Payment approved');
    expect(used.text).toContain(`href="${done.location?.replaceAll('&', '&amp;')}"`);
    expect(used.text).not.toContain('NOK 125.50');
  });

  it('shows the name in the renewed certificate of the TPP', async () => {
    const names = ['Before AS', 'Renamed AS'];
    for (const organizationName of names) {
      const identity = issueCertificate({ ...renewal, organizationName });
      const page = await (
        await payAt({ bank: at.bank, tpp: tppOf(at.bank.app, identity, at.bank.time) })
      ).psu.open();
      expect(names.filter((name) => page.text.includes(name))).toEqual([organizationName]);
    }
  });

  it('is rejected without a code', async () => {
    const made = await pay();
    await made.psu.logIn();
    const done = await made.psu.reject();
    expect([done.status, done.location]).toEqual([303, message('rejected by the PSU')]);
    expect(await statusOf(made)).toBe('RJCT');
    expect((await made.psu.open()).text).toContain('You have rejected the payment');
  });

  it('is aborted from the first page', async () => {
    const made = await pay();
    const page = await made.psu.open();
    expect(page.text).toContain('Cancel</button>');
    const done = await made.psu.reject();
    expect([done.status, done.location]).toEqual([303, message('rejected by the PSU')]);
    expect(await statusOf(made)).toBe('RJCT');
  });

  it('allows a wrong number and a wrong code, shows the remaining tries, and can still be approved', async () => {
    const made = await pay();
    await made.psu.open();
    const number = await made.psu.follow(made.psu.identify('00000000000'));
    expect(number.text).toContain('No customer has this number. You have 4 attempts left.');
    expect(number.text).toContain('required autofocus aria-describedby="error hint" aria-invalid="true"');
    await made.psu.identify(` ${privateCustomer.slice(0, 6)} ${privateCustomer.slice(6)} `);
    const code = codeOn(await made.psu.open());
    const wrong = await made.psu.approve(wrongCode(code));
    expect([wrong.status, wrong.text]).toEqual([303, '']);
    const shown = await made.psu.follow(Promise.resolve(wrong));
    expect(shown.text).toContain('This code is wrong. You have 3 attempts left.');
    expect((await made.psu.approve(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
    expect(await statusOf(made)).toBe('ACSC');
  });

  it('ends after five wrong codes', async () => {
    const made = await pay();
    const { code } = await made.psu.logIn();
    for (let left = 4; left > 0; left -= 1) {
      expect((await made.psu.follow(made.psu.approve(wrongCode(code)))).text).toContain(
        left === 1 ? 'You have 1 attempt left.' : `You have ${left} attempts left.`,
      );
    }
    const last = await made.psu.approve(wrongCode(code));
    expect([last.status, last.location]).toEqual([303, message('ended after five wrong numbers or codes')]);
    expect((await made.psu.approve(code)).status).toBe(410);
    expect(await statusOf(made)).toBe('RJCT');
    expect((await made.psu.open()).text).toContain('Too many wrong attempts');
  });

  it('ends after five wrong numbers', async () => {
    const made = await pay();
    await made.psu.open();
    for (let turn = 0; turn < 4; turn += 1) await made.psu.identify('1');
    expect((await made.psu.identify('1')).location).toBe(message('ended after five wrong numbers or codes'));
    expect(await statusOf(made)).toBe('RJCT');
  });

  it('expires 15 minutes after the PSU has started', async () => {
    const made = await pay();
    const { code } = await made.psu.logIn();
    at.bank.time.now += 15 * 60_000;
    const late = await made.psu.approve(code);
    expect(late.status).toBe(410);
    expect(late.text).toContain('The link has expired');
    expect(late.text).toContain('message=not+finished+in+time');
    const again = (await made.psu.open()).text;
    expect(again).toContain('The link has expired');
    expect(again).toContain('Go back to the service that sent you here and start again.');
    expect(await statusOf(made)).toBe('RJCT');
  });

  it('counts its 15 minutes from the PSU’s first form, not from later ones', async () => {
    const made = await pay();
    at.bank.time.now += 14 * 60_000;
    await made.psu.logIn();
    at.bank.time.now += 14 * 60_000;
    expect(codeOn(await made.psu.open())).not.toBe('');
    // Another browser gets the page, and no more time.
    const other = new Visitor(at.bank, `http://localhost${made.psu.path}`);
    await other.logIn();
    at.bank.time.now += 60_000;
    expect((await other.open()).text).toContain('The link has expired');
  });

  it('is not approved by a person who may not use the debtor account', async () => {
    const made = await pay();
    const { code } = await made.psu.logIn(otherPrivateCustomer);
    const done = await made.psu.approve(code);
    expect([done.status, done.location]).toEqual([
      303,
      message('the customer may not use the debtor account'),
    ]);
    expect(await statusOf(made)).toBe('RJCT');
    expect((await made.psu.open()).text).toContain('Not allowed');
  });

  it('has changed when the TPP deleted it, or when a later link has replaced this one', async () => {
    const deleted = await pay();
    const { code } = await deleted.psu.logIn();
    await at.tpp.rest('DELETE', deleted.self);
    const late = await deleted.psu.approve(code);
    expect(late.status).toBe(410);
    expect(late.text).toContain('withdrawn');
    expect(late.text).toContain('Return to');
    const replaced = await pay();
    await replaced.psu.open();
    const again = await at.tpp.rest('POST', `${replaced.self}/authorisations`, { headers: psuHeaders });
    expect((await replaced.psu.open()).text).toContain('The link has been replaced');
    const newer = at.psuOf(again);
    expect((await newer.approve((await newer.logIn()).code)).status).toBe(303);
    expect(await statusOf(replaced)).toBe('ACSC');
  });

  it('in a basket can only be decided with the basket', async () => {
    const made = await pay();
    const { code } = await made.psu.logIn();
    const basket = await at.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: [made.id] },
      headers: psuHeaders,
    });
    expect(basket.status, basket.text).toBe(201);
    const late = await made.psu.approve(code);
    expect(late.status).toBe(410);
    expect(late.text).toContain('Changed in the meantime');
    expect(await statusOf(made)).toBe('RCVD');
  });

  it('in a basket fails with all others when the customer may not use the account', async () => {
    const one = await pay();
    const two = await pay();
    const body = { paymentIds: [one.id, two.id] };
    const basket = await at.tpp.rest('POST', '/v1/signing-baskets', { body, headers: psuHeaders });
    const psu = await at.start(`/v1/signing-baskets/${basket.json.basketId}/authorisations`);
    const done = await psu.approve((await psu.logIn(otherPrivateCustomer)).code);
    expect(done.location).toBe(message('the customer may not use the debtor account'));
    expect([await statusOf(one), await statusOf(two)]).toEqual(['RJCT', 'RJCT']);
  });

  it('asks for no number in an authenticated session', async () => {
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'known', 'psu-context': null };
    const login = at.psuOf(await at.challenge(session));
    await login.approve((await login.logIn()).code);
    const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() };
    const made = await at.tpp.rest('POST', instant, { body, headers: { ...psuHeaders, ...session } });
    const path = `${instant}/${made.json.paymentId}/authorisations`;
    const started = await at.tpp.rest('POST', path, { headers: { ...psuHeaders, ...session } });
    const psu = at.psuOf(started);
    const code = codeOn(await psu.open());
    expect((await psu.approve(code)).location).toContain(`&psu-id=${session['psu-id']}&tpp-session-id=known`);
  });
});

describe('a log-in', () => {
  it('authenticates the session: customer number, code, and the payment is then accepted', async () => {
    const session = { 'psu-context': null, 'psu-id': randomUUID() };
    const answer = await at.challenge(session);
    expect(answer.status).toBe(401);
    const psu = at.psuOf(answer);
    expect((await psu.open()).text).toContain('<h1>Log in</h1>');
    const { page, code } = await psu.logIn();
    expect(page.text).toContain('Approve</button>');
    const done = await psu.approve(code);
    expect(done.location).toContain(`&psu-id=${session['psu-id']}&tpp-session-id=session-1`);
    expect((await psu.open()).text).toContain('You are logged in');
    const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() };
    const made = await at.tpp.rest('POST', instant, { body, headers: { ...psuHeaders, ...session } });
    expect(made.status, made.text).toBe(201);
  });

  it('that is rejected authenticates nobody', async () => {
    const session = { 'psu-id': randomUUID() };
    const psu = at.psuOf(await at.challenge(session));
    await psu.logIn();
    expect((await psu.reject()).location).toBe(message('rejected by the PSU'));
    expect((await at.challenge(session)).status).toBe(401);
  });

  it('with X-PSU-IDENTITY is open to that customer alone', async () => {
    const psu = at.psuOf(await at.challenge({ 'psu-id': null, 'x-psu-identity': privateCustomer }));
    await psu.open();
    expect((await psu.follow(psu.identify(otherPrivateCustomer))).text).toContain(
      'The service named a different customer.',
    );
    expect((await psu.identify(privateCustomer)).status).toBe(303);
  });
});

describe('a cancellation', () => {
  const approved = async () => {
    const made = await pay(single, { ...domestic.example, requestedExecutionDate: '2030-01-15' });
    await made.psu.approve((await made.psu.logIn()).code);
    expect(await statusOf(made)).toBe('PDNG');
    return { made, psu: await at.start(`${made.self}/cancellation-authorisations`) };
  };

  it('says that it cancels, and cancels when approved', async () => {
    const { made, psu } = await approved();
    const { page, code } = await psu.logIn();
    expect(page.text).toContain('this payment is cancelled');
    expect((await psu.approve(code)).status).toBe(303);
    expect(await statusOf(made)).toBe('CANC');
    expect((await psu.open()).text).toContain('Payment cancelled');
  });

  it('that is rejected leaves the payment unchanged', async () => {
    const { made, psu } = await approved();
    await psu.logIn();
    await psu.reject();
    expect(await statusOf(made)).toBe('PDNG');
    expect((await psu.open()).text).toContain('The payment has not changed.');
  });
});
