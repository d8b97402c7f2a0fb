/** Faults of the PSU are named where they were sent: a field of the `psu` input, or the header. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../src/graphql/examples/list.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

const psu = {
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'session-1',
  redirectUri: 'https://tpp.example/return?state=1',
  ipAddress: '192.0.2.7',
  context: 'PRIVATE',
};
const example = examples.find(({ name }) => name === 'CreateInstantPayment');
if (example === undefined) throw new Error('there is no example of an instant payment');
const { query, variables } = example;

const messagesOf = async (given: object, headers: Readonly<Record<string, string>> = {}) => {
  const input = { ...(variables.input as object), psu: given };
  const answer = await tpp.graphqlRaw(query, { input }, { headers });
  const { tppMessages } = answer.data?.createInstantPayment ?? { tppMessages: answer.json.errors };
  return tppMessages.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
};

describe('a fault of the psu input', () => {
  it.each([
    ['psuId', 'no uuid'],
    ['sessionId', 'ø'],
    ['sessionId', 'x'.repeat(257)],
    ['redirectUri', 'tpp.example'],
    ['ipAddress', 'x'.repeat(65)],
    ['corporateId', 'x'.repeat(141)],
  ])('stands at psu.%s: %s', async (field, value) => {
    expect(await messagesOf({ ...psu, [field]: value })).toEqual([`FORMAT_ERROR psu.${field}`]);
  });

  it.each([
    ['psuId', 'PSU-ID'],
    ['sessionId', 'TPP-Session-ID'],
    ['redirectUri', 'TPP-Redirect-URI'],
    ['ipAddress', 'PSU-IP-Address'],
  ])('stands at the header when psu.%s is missing altogether', async (field, header) => {
    expect(await messagesOf({ ...psu, [field]: null })).toContain(`HTTP_HEADER_REQUIRED ${header}`);
  });

  it('stands at the header that a corporate PSU needs', async () => {
    expect(await messagesOf({ ...psu, context: 'CORPORATE' })).toEqual([
      'HTTP_HEADER_REQUIRED PSU-Corporate-ID',
    ]);
  });
});

describe('psu input and headers', () => {
  it.each([
    ['psuId', '11111111-1111-4111-8111-111111111111'],
    ['sessionId', 'other'],
    ['redirectUri', 'https://tpp.example/other'],
    ['ipAddress', '192.0.2.8'],
    ['context', 'CORPORATE'],
    ['corporateId', 'other'],
  ])('that differ in psu.%s are refused there', async (field, value) => {
    const headers = { ...psuHeaders, 'psu-corporate-id': 'corporate' };
    expect(await messagesOf({ [field]: value }, headers)).toEqual([`FORMAT_ERROR psu.${field}`]);
  });

  it('may say the same', async () => {
    expect(await messagesOf(psu, psuHeaders)).toEqual([]);
  });

  it('have the fault of a header at the header', async () => {
    const { psuId: _, ...others } = psu;
    expect(await messagesOf(others, { 'psu-id': 'no uuid' })).toEqual(['FORMAT_ERROR PSU-ID']);
    expect(await messagesOf(psu, { 'psu-id': 'no uuid' })).toEqual([
      'FORMAT_ERROR psu.psuId',
      'FORMAT_ERROR PSU-ID',
    ]);
  });
});
