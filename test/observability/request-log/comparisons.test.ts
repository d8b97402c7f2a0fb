import { createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signRequest } from '../../../packages/toolkit/src/sign.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../../support/bank.ts';
import { inject } from '../../support/inject.ts';
import { domesticPath } from '../../support/story.ts';
import { longestShare } from '../../support/stretch.ts';

const signatures =
  'query { requestLog(first: 100, filter: { code: "SIGNATURE_INVALID" }) { nodes { signature { received firstDifference } } } }';
let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
  await sendForeignSignatures(100);
});
afterAll(() => bank.stop());

async function sendForeignSignatures(count: number): Promise<void> {
  const url = `http://localhost:4000${domesticPath}`;
  const corporate = { ...psuHeaders, 'psu-context': 'CORPORATE', 'psu-corporate-id': 'corporate-1' };
  const headers = signRequest({ method: 'POST', url, headers: corporate, body: '{}' }, tpp.identity);
  const key = createPrivateKey(tpp.identity.privateKeyPem);
  const foreign = sign('RSA-SHA256', Buffer.from('something else'), key).toString('base64');
  const written = headers.get('signature') ?? '';
  headers.set('signature', written.replace(/signature="[^"]*"/, `signature="${foreign}"`));
  for (let index = 0; index < count; index += 1) {
    const { status } = await inject(bank.app, url, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(401);
  }
}

it('a page of a hundred comparisons delays others by a small share of its time', async () => {
  const ask = async () => {
    const { json } = await tpp.graphqlRaw(signatures);
    expect(json.data.requestLog.nodes).toHaveLength(100);
    expect(json.data.requestLog.nodes[0].signature).toEqual({ received: null, firstDifference: null });
  };
  expect(await longestShare(ask, 0.2)).toBeLessThan(0.2);
});
