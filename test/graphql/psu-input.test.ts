import { describe, expect, it } from 'vitest';
import { examples } from '../../src/pages/explorer/explorer.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { basketsPath, domesticPath, newBasket, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();

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
  const input = { ...(variables.input as object), allowLogicalDuplicate: true, psu: given };
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
  ])('has its path at psu.%s: %s', async (field, value) => {
    expect(await messagesOf({ ...psu, [field]: value })).toEqual([`FORMAT_ERROR psu.${field}`]);
  });

  it.each(['psuId', 'sessionId', 'redirectUri', 'ipAddress'])(
    'has its path at psu.%s when that is missing and no header was sent',
    async (field) => {
      expect(await messagesOf({ ...psu, [field]: null })).toContain(`HTTP_HEADER_REQUIRED psu.${field}`);
    },
  );

  it('is in the order of REST, so that the first has the code of REST', async () => {
    expect(await messagesOf({ ...psu, sessionId: null, context: 'NONE' })).toEqual([
      'HTTP_HEADER_REQUIRED psu.sessionId',
      'FORMAT_ERROR psu.context',
    ]);
  });

  it('has its path at the field that a corporate PSU needs', async () => {
    expect(await messagesOf({ ...psu, context: 'CORPORATE' })).toEqual([
      'HTTP_HEADER_REQUIRED psu.corporateId',
    ]);
  });

  it('has that path too when only the session shows that the PSU is corporate', async () => {
    const { psuId, sessionId } = { psuId: '2b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', sessionId: 'corporate' };
    await tpp.graphqlRaw('{ sandboxCustomers { nodes { id } } }');
    await bank.sql`
      insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
      select tpp_id, ${psuId}, ${sessionId}, customer_id, customer_number, 'CORPORATE', now()
      from sandbox_customers where customer_number = '18129215603'`;
    expect(await messagesOf({ ...psu, psuId, sessionId, context: null })).toEqual([
      'HTTP_HEADER_REQUIRED psu.corporateId',
    ]);
  });

  it('has a text that does not repeat the path', async () => {
    const input = { ...(variables.input as object), psu: { ...psu, sessionId: null, context: 'CORPORATE' } };
    const answer = await tpp.graphqlRaw(query, { input });
    expect(answer.data.createInstantPayment.tppMessages).toMatchObject([
      { path: 'psu.sessionId', text: 'is required' },
      { path: 'psu.corporateId', text: 'is required for a corporate PSU' },
    ]);
  });

  it('has its path at the header, with both names in the text, when there is no psu input', async () => {
    const answer = await tpp.graphqlRaw(query, { input: { ...(variables.input as object), psu: null } });
    const { tppMessages } = answer.data.createInstantPayment;
    expect(tppMessages[0]).toMatchObject({ code: 'HTTP_HEADER_REQUIRED', path: 'TPP-Session-ID' });
    expect(tppMessages[0].text).toBe('the header TPP-Session-ID is required, or psu.sessionId in the input');
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

  it('may agree', async () => {
    expect(await messagesOf(psu, psuHeaders)).toEqual([]);
    expect(await messagesOf({ ...psu, psuId: psu.psuId.toUpperCase() }, psuHeaders)).toEqual([]);
    const unknownCompany = await messagesOf({ ...psu, corporateId: 'x' }, { 'psu-corporate-id': '' });
    expect(unknownCompany).toEqual(['FORMAT_ERROR psu.corporateId']);
  });

  it('have no spaces around them, as in a header', async () => {
    const spaced = Object.fromEntries(Object.entries(psu).map(([field, value]) => [field, ` ${value}\t`]));
    expect(await messagesOf({ ...spaced, context: psu.context }, psuHeaders)).toEqual([]);
    expect(await messagesOf({ ...psu, sessionId: ' ', ipAddress: '\t' })).toEqual([
      'HTTP_HEADER_REQUIRED psu.sessionId',
      'HTTP_HEADER_REQUIRED psu.ipAddress',
    ]);
  });

  it('have the warning of an unknown company at the one that names it', async () => {
    expect(await messagesOf({ ...psu, corporateId: 'nobody' })).toEqual(['FORMAT_ERROR psu.corporateId']);
    expect(await messagesOf(psu, { 'psu-corporate-id': 'nobody' })).toEqual([
      'FORMAT_ERROR PSU-Corporate-ID',
    ]);
  });

  it('have a header fault at the header', async () => {
    const { psuId: _, ...others } = psu;
    expect(await messagesOf(others, { 'psu-id': 'no uuid' })).toEqual(['FORMAT_ERROR PSU-ID']);
    expect(await messagesOf(psu, { 'psu-id': 'no uuid' })).toEqual([
      'FORMAT_ERROR psu.psuId',
      'FORMAT_ERROR PSU-ID',
    ]);
  });
});

describe('a cancellation and the deletion of a basket', () => {
  const createBasket = async () => newBasket(tpp, [await newPayment(tpp)]);
  const mutations = [
    ['cancelPayment', 'paymentId', () => newPayment(tpp), domesticPath],
    ['deleteSigningBasket', 'basketId', createBasket, basketsPath],
  ] as const;

  it.each(mutations)(
    '%s checks the PSU headers as REST does, and the psu input',
    async (name, id, create, path) => {
      const resourceId = await create();
      const act = async (psuInput: object, headers: Readonly<Record<string, string>>) => {
        const input = { [id]: resourceId, ...psuInput };
        const { tppMessages } = await mutate(tpp, name, input, 'tppMessages { code path }', headers);
        return tppMessages.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`);
      };
      const faulty: readonly (readonly [header: string, value: string, field: string, fault: string])[] = [
        ['PSU-ID', 'no uuid', 'psuId', 'FORMAT_ERROR'],
        ['TPP-Redirect-URI', 'javascript:alert(1)', 'redirectUri', 'FORMAT_ERROR'],
        ['PSU-Context', 'CORPORATE', 'context', 'HTTP_HEADER_REQUIRED'],
      ];
      for (const [header, value, field, fault] of faulty) {
        const refused = await tpp.rest('DELETE', `${path}/${resourceId}`, { headers: { [header]: value } });
        const [{ path: headerPath }] = refused.json.tppMessages;
        expect([refused.status, refused.json.code]).toEqual([400, fault]);
        expect(await act({}, { [header]: value })).toEqual([`${fault} ${headerPath}`]);
        const fieldPath = field === 'context' ? 'psu.corporateId' : `psu.${field}`;
        expect(await act({ psu: { [field]: value } }, {})).toEqual([`${fault} ${fieldPath}`]);
      }
      expect(await act({ psu }, psuHeaders)).toEqual([]);
    },
  );
});
