import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { authorise } from '../support/story.ts';
import { instant, shareScaBank, single } from './paying.ts';
import { codeOn, corporateCustomer, otherPrivateCustomer, privateCustomer, Visitor } from './visitor.ts';

const at = shareScaBank();
const { newTpp, pay } = at;
const stranger = (psu: Visitor) => new Visitor(at.bank, `http://localhost${psu.path}`);

const challenge = async () => at.psuOf(await at.challenge());
async function idOf(customerNumber: string): Promise<string> {
  const all = (await at.tpp.rest('GET', '/v1/sandbox/customers')).json as {
    customerNumber: string;
    customerId: string;
  }[];
  return all.find((one) => one.customerNumber === customerNumber)?.customerId ?? '';
}

describe('a deleted customer', () => {
  const ways = {
    'was deleted': async () => at.tpp.rest('DELETE', `/v1/sandbox/customers/${await idOf(privateCustomer)}`),
    'is another since the sandbox was initialised': () =>
      at.tpp.rest('POST', '/v1/sandbox/initialize', { body: {} }),
  };
  it.each(Object.entries(ways))('%s: the log-in asks again and accepts another', async (_, lose) => {
    newTpp();
    const psu = await challenge();
    const { code } = await psu.logIn();
    expect((await lose()).status).toBeLessThan(300);
    expect((await psu.approve(code)).status).toBe(409);
    const again = await psu.open();
    expect([again.status, again.text.includes('Customer number')]).toEqual([200, true]);
    expect((await psu.identify(otherPrivateCustomer)).status).toBe(303);
    const page = await psu.open();
    expect(page.text).toContain('One-time code');
    expect((await psu.approve(codeOn(page))).location).toContain('psu-id=');
  });
});

describe('the agreement that PSU-Corporate-ID names', () => {
  const ownerNumber = corporateCustomer;
  const body = { ...domestic.example, debtorAccount: { bban: '95362141002', currency: 'NOK' } };

  /** Two agreements of one owner, so that naming the owner leaves a choice; the second covers nothing. */
  async function corporate(named: (ids: readonly string[]) => string) {
    newTpp();
    const extra = { owner: ownerNumber, name: 'Covers nothing', engagements: [] };
    await at.tpp.rest('POST', '/v1/sandbox/agreements', { body: extra });
    const { agreements } = (await at.tpp.rest('GET', `/v1/sandbox/customers/${await idOf(ownerNumber)}`))
      .json;
    const ids = (agreements as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': named(ids) };
    return { ...(await pay(single, body, headers)), tpp: at.tpp, ids };
  }
  const covering = (ids: readonly string[]) => ids[0] ?? '';
  const empty = (ids: readonly string[]) => ids[1] ?? '';

  it.each([
    ['by its id', covering, 'PDNG'],
    ['by the number of its owner', () => ownerNumber, 'PDNG'],
    ['by the id of one that covers nothing', empty, 'RJCT'],
    ['by nothing that is known', () => 'nobody', 'PDNG'],
  ] as const)('%s leads to the same end on the page and in the bank app', async (_, named, status) => {
    const paper = await corporate(named);
    await paper.psu.open();
    await paper.psu.identify(ownerNumber);
    let page = await paper.psu.open();
    if (page.text.includes('Choose an agreement')) {
      await paper.psu.post('agreement', { agreementId: covering(paper.ids) });
      page = await paper.psu.open();
    }
    await paper.psu.approve(codeOn(page));
    const app = await corporate(named);
    await authorise(app.tpp, `${app.self}/authorisations`, 'APPROVE', ownerNumber);
    for (const { tpp, self } of [paper, app])
      expect((await tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe(status);
  });

  it('is absent for a private customer without a context, on the page as in the bank app', async () => {
    newTpp();
    const engagement = { customer: privateCustomer, account: { bban: '95362141002' }, roles: ['REGISTER'] };
    const added = { owner: ownerNumber, name: 'Also Ola', engagements: [engagement] };
    expect((await at.tpp.rest('POST', '/v1/sandbox/agreements', { body: added })).status).toBe(201);
    const session = { 'psu-id': randomUUID(), 'tpp-session-id': 'known', 'psu-context': null };
    const login = await at.tpp.rest('POST', single, { body, headers: { ...psuHeaders, ...session } });
    const psu = at.psuOf(login);
    await psu.approve((await psu.logIn()).code);
    const ends: string[] = [];
    for (const way of ['page', 'app']) {
      const changed = { ...body, remittanceInformationUnstructured: way };
      const made = await at.tpp.rest('POST', single, {
        body: changed,
        headers: { ...psuHeaders, ...session },
      });
      const collection = `${single}/${made.json.paymentId}/authorisations`;
      if (way === 'app') await authorise(at.tpp, collection, 'APPROVE', privateCustomer);
      else {
        const started = await at.tpp.rest('POST', collection, { headers: { ...psuHeaders, ...session } });
        const visitor = at.psuOf(started);
        await visitor.approve(codeOn(await visitor.open()));
      }
      const status = await at.tpp.rest('GET', `${single}/${made.json.paymentId}/status`);
      ends.push(status.json.transactionStatus);
    }
    expect(ends).toEqual(['RJCT', 'RJCT']);
  });
});

describe('a used link', () => {
  const ids = /psu-id|tpp-session-id/;

  it('leads the browser that ended it back with the ids, also at a second click, and no other browser', async () => {
    newTpp();
    const { psu } = await pay();
    const { code } = await psu.logIn();
    const second = stranger(psu);
    [second.cookie, second.formToken] = [psu.cookie, psu.formToken];
    expect((await psu.approve(code)).location).toMatch(ids);
    expect((await psu.open()).text).toMatch(ids);
    expect((await second.approve(code)).text).toMatch(ids);
    const other = await stranger(psu).open();
    expect([other.status, other.text.includes('Payment approved')]).toEqual([410, true]);
    expect(other.text).not.toContain('You have');
    expect(other.text).toContain('in another browser or in the bank app');
    expect(other.text).not.toMatch(/psu-id|tpp-session-id|Return to|state=/);
    const forged = stranger(psu);
    forged.cookie = `sca=${'a'.repeat(32)}`;
    expect((await forged.open()).text).not.toMatch(ids);
  });

  it('that the bank app has approved gives the ids to no browser, not even to the one that had it open', async () => {
    newTpp();
    const made = await pay();
    await made.psu.logIn();
    const started = await at.tpp.rest('GET', `${made.self}/authorisations`);
    await at.tpp.graphqlRaw(
      `mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { authorisation { scaStatus } } }`,
      { input: { authorisationId: started.json.authorisationIds[0], outcome: 'APPROVE' } },
    );
    const page = await made.psu.open();
    expect(page.text).toContain('Payment approved');
    expect(page.text).not.toMatch(ids);
  });

  it('says that it was used when the PSU has decided, and where to go on, in every browser', async () => {
    const tppId = newTpp();
    const rejected = await pay();
    await rejected.psu.open();
    await rejected.psu.reject();
    const replaced = await pay();
    await at.tpp.rest('POST', `${replaced.self}/authorisations`, { headers: psuHeaders });
    const withdrawn = await pay();
    await at.tpp.rest('DELETE', withdrawn.self);
    for (const [made, used] of [
      [rejected, true],
      [replaced, false],
      [withdrawn, false],
    ] as const) {
      const { text } = await stranger(made.psu).open();
      expect([text.includes('has been used'), text.includes('no longer works')]).toEqual([used, true]);
      expect(text).toContain(`Go back to <bdi>TPP ${tppId}</bdi>`);
      expect(text).not.toMatch(/You have|You may/);
    }
    expect((await rejected.psu.open()).text).toContain('You have rejected the payment');
  });

  it('that failed leads only the browser that had it back', async () => {
    newTpp();
    const made = await pay();
    await made.psu.logIn();
    await at.tpp.rest('DELETE', made.self);
    expect((await made.psu.open()).text).toContain('message=withdrawn');
    expect((await stranger(made.psu).open()).text).not.toMatch(/message=|Return to/);
  });
});

describe('a sandbox', () => {
  it('offers its customers at the log-in by name and number, with a button for each', async () => {
    newTpp();
    const { psu, self } = await pay();
    const page = await psu.open();
    expect(page.text).toMatch(/name="pick" value="13039319955"><bdi>Ola Nordmann<\/bdi>/);
    expect(page.text).toContain('href="/docs/guide/test-data"');
    // With PSU-Context PRIVATE a company could not go on.
    expect(page.text).not.toContain(corporateCustomer);
    expect((await psu.post('identify', { customerNumber: '', pick: privateCustomer })).status).toBe(303);
    await psu.approve(codeOn(await psu.open()));
    expect((await at.tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('ACSC');
  });

  it('offers the owner of the account first, and says so next to the name', async () => {
    newTpp();
    const offered = async ({ psu }: { psu: Visitor }) =>
      [...(await psu.open()).text.matchAll(/name="pick" value="(\d+)"[\s\S]*?<\/button>/g)].map(
        ([text, number]) => [number, /owns <data[^>]*><bdi>([^<]*)/.exec(text)?.[1]],
      );
    expect(await offered(await pay())).toEqual([
      [privateCustomer, '9536 05 73002'],
      [otherPrivateCustomer, undefined],
    ]);
    const company = { ...domestic.example, debtorAccount: { bban: '95362141002', currency: 'NOK' } };
    const headers = { 'psu-context': 'CORPORATE', 'psu-corporate-id': corporateCustomer };
    const [first, ...others] = await offered(await pay(single, company, headers));
    expect(first).toEqual([corporateCustomer, '9536 21 41002']);
    expect(others.map(([, owns]) => owns)).toEqual([undefined, undefined, undefined]);
    const nobodys = { ...domestic.example, debtorAccount: { bban: '12345678903', currency: 'NOK' } };
    expect((await offered(await pay(single, nobodys))).map(([, owns]) => owns)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('offers at most eight, the owner among them, and with X-PSU-IDENTITY only the named one', async () => {
    newTpp();
    for (let index = 0; index < 9; index += 1) {
      const body = { customerNumber: `1000000000${index}`, name: `Customer ${index}`, type: 'private' };
      await at.tpp.rest('POST', '/v1/sandbox/customers', { body });
    }
    const numbers = async ({ psu }: { psu: Visitor }) =>
      [...(await psu.open()).text.matchAll(/name="pick" value="(\d+)"/g)].map(([, number]) => number);
    const offered = await numbers(await pay());
    expect([offered.length, offered[0]]).toEqual([8, privateCustomer]);
    expect(await numbers({ psu: await challenge() })).toHaveLength(8);
    const named = { 'psu-id': null, 'x-psu-identity': otherPrivateCustomer };
    expect(await numbers(await pay(instant, instantDomestic.example, named))).toEqual([otherPrivateCustomer]);
  });
});
