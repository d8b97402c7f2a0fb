/** The SCA page with an identity provider: what a PSU approves there is what is carried out here, or nothing is. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { payAt, single } from './paying.ts';
import { ProviderVisitor } from './provider-visitor.ts';

let idp: TestProvider;
let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  idp = await startIdentityProvider();
  bank = await startBank({ identity: idp.behind });
  tpp = bank.tpp();
});
beforeEach(() => {
  for (const name of Object.keys(idp.behaviour)) delete idp.behaviour[name as keyof typeof idp.behaviour];
  idp.failed.length = 0;
});
afterAll(async () => {
  await bank?.stop();
  await idp?.stop();
});

const pay = async (headers: Readonly<Record<string, string | null>> = {}) => {
  const { self, psu } = await payAt({ bank, tpp }, undefined, undefined, headers);
  return { self, psu: new ProviderVisitor(bank, `http://localhost:4000${psu.path}`) };
};
const statusOf = async (self: string): Promise<string> =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus;

describe('a payment', () => {
  it('is approved at the provider', async () => {
    const { self, psu } = await pay();
    const page = await psu.open();
    expect(page.status).toBe(200);
    expect(page.text).toContain('Continue to your bank');
    const back = await psu.travel().catch((e) => { console.log(idp.away); throw e; });
    expect([back.status, back.location]).toEqual([303, expect.stringMatching(/^https:\/\/tpp\.example\/return\?state=1&psu-id=/)]);
    expect(await statusOf(self)).toBe('ACSC');
  });
});
