import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import { newCardAccount, newCustomer } from './support/resources.ts';

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-BYGRAPHQL');

const messages = 'tppMessages { code path text }';
const company = '18129215603';
const person = '13039319955';

const run = (name: string, input: object, selection: string, as = tpp) =>
  mutate(as, name, input, `${selection} ${messages}`);

async function accountOf(customerNumber: string) {
  const { data } = await tpp.graphqlRaw('{ sandboxAccounts { nodes { resourceId bban customerNumber } } }');
  return data.sandboxAccounts.nodes.find(
    (one: { customerNumber: string }) => one.customerNumber === customerNumber,
  );
}

describe('lists of the sandbox', () => {
  const lists = [
    ['sandboxCustomers', 'customerId', 'customers'],
    ['sandboxAccounts', 'resourceId', 'accounts'],
    ['sandboxCardAccounts', 'resourceId', 'card-accounts'],
    ['sandboxAgreements', 'id', 'agreements'],
  ] as const;

  it.each(lists)(
    '%s: pages forward and backward have all items, as REST lists them',
    async (list, id, path) => {
      const own = bank.tpp('PSDNO-FSA-PAGES');
      const { json } = await own.rest('GET', `/v1/sandbox/${path}`);
      const all = json.map((one: Record<string, string>) => one[id] ?? one.id);
      const pageOf = async (args: string) => {
        const query = `{ page: ${list}(${args}) { nodes { ${id} } totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
        return (await own.graphqlRaw(query)).data.page;
      };
      const walk = async (size: string, cursor: string, end: string, more: string) => {
        const pages: string[][] = [];
        for (let args = size; ; ) {
          const { nodes, totalCount, pageInfo } = await pageOf(args);
          expect(totalCount).toBe(all.length);
          pages.push(nodes.map((node: Record<string, string>) => node[id]));
          if (!pageInfo[more]) return pages;
          args = `${size}, ${cursor}: "${pageInfo[end]}"`;
        }
      };
      const forward = await walk('first: 1', 'after', 'endCursor', 'hasNextPage');
      expect(forward.flat()).toEqual(all);
      const backward = await walk('last: 3', 'before', 'startCursor', 'hasPreviousPage');
      expect(backward.reverse().flat()).toEqual(all);
    },
  );

  it.each(lists)('%s refuses a cursor of another list', async (list, id) => {
    const { json } = await tpp.graphqlRaw(`{ ${list}(after: "MjAyNi0wMS0wMQ") { nodes { ${id} } } }`);
    expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'after' });
  });
});

describe('agreements and engagements', () => {
  const engaged =
    'engagement { id agreementId customer account { bban iban } roles links { self { href verbs } } }';

  it('are created by GraphQL and read at both doors', async () => {
    const { bban } = await accountOf(company);
    const engagement = { customer: person, account: { bban }, roles: ['VIEW', 'REGISTER'] };
    const input = { owner: company, name: 'Payments', engagements: [engagement] };
    const { agreement, tppMessages } = await run(
      'createSandboxAgreement',
      input,
      'agreement { id owner name engagements }',
    );
    expect([tppMessages, agreement]).toEqual([
      [],
      expect.objectContaining({ owner: company, name: 'Payments' }),
    ]);
    const { data } = await tpp.graphqlRaw('{ sandboxAgreements { nodes { id owner name engagements } } }');
    expect(data.sandboxAgreements.nodes).toContainEqual(agreement);
    const listed = (await tpp.rest('GET', '/v1/sandbox/agreements')).json;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(
      data.sandboxAgreements.nodes.map(({ id }: { id: string }) => id),
    );

    const more = { agreementId: agreement.id, customer: '12085592767', account: { bban }, roles: ['VIEW'] };
    const made = await run('createSandboxEngagement', more, engaged);
    expect(made.tppMessages).toEqual([]);
    const path = `/v1/sandbox/agreements/${agreement.id}/engagements/${made.engagement.id}`;
    const { _links, ...read } = (await tpp.rest('GET', path)).json;
    expect(made.engagement).toMatchObject(read);
    expect(made.engagement.links.self).toEqual(_links.self);
    const query = `query($a: String!, $e: String!) { sandboxEngagement(agreementId: $a, engagementId: $e) { id roles } }`;
    const found = await tpp.graphqlRaw(query, { a: agreement.id, e: made.engagement.id });
    expect(found.data.sandboxEngagement).toEqual({ id: made.engagement.id, roles: ['VIEW'] });

    const name = { agreementId: agreement.id, engagementId: made.engagement.id };
    expect(await run('deleteSandboxEngagement', name, 'engagementId')).toEqual({
      engagementId: made.engagement.id,
      tppMessages: [],
    });
    expect((await tpp.rest('GET', path)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['a person', { owner: person, name: 'A' }],
    ['nobody', { owner: '99', name: 'A' }],
    ['no name', { owner: company }],
    [
      'a wrong role',
      { owner: company, name: 'A', engagements: [{ customer: person, account: {}, roles: ['ALL'] }] },
    ],
    ['texts that are none', { owner: 5, name: [] }],
  ])('are refused as by REST: %s', async (_, body) => {
    const rest = (await tpp.rest('POST', '/v1/sandbox/agreements', { body })).json;
    const { agreement, tppMessages } = await run('createSandboxAgreement', body, 'agreement { id }');
    const faults = (all: { code: string; path: string; text: string }[]) =>
      all.map(({ code, path, text }) => [code, path, text]);
    expect([agreement, faults(tppMessages)]).toEqual([null, faults(rest.tppMessages)]);
  });
});

describe('deletes', () => {
  const fresh = async () => {
    const { customerId, customerNumber } = await newCustomer(tpp);
    const { resourceId } = await newCardAccount(tpp, customerNumber);
    return { customerId, resourceId };
  };

  it.each(['customer', 'card account', 'account'] as const)('a %s is gone from both doors', async (what) => {
    const { customerId, resourceId } = await fresh();
    const account = what === 'account' ? await accountOf('20079518612') : null;
    const [mutation, ids, path] = {
      customer: ['deleteSandboxCustomer', { customerId }, `customers/${customerId}`] as const,
      'card account': ['deleteSandboxCardAccount', { resourceId }, `card-accounts/${resourceId}`] as const,
      account: [
        'deleteSandboxAccount',
        { resourceId: account?.resourceId },
        `accounts/${account?.resourceId}`,
      ] as const,
    }[what];
    const [field = ''] = Object.keys(ids);
    const stranger = bank.tpp('PSDNO-FSA-STRANGER');
    expect((await run(mutation, ids, field, stranger)).tppMessages).toMatchObject([
      { code: 'RESOURCE_UNKNOWN' },
    ]);
    expect((await tpp.rest('GET', `/v1/sandbox/${path}`)).status).toBe(200);
    expect(await run(mutation, ids, field)).toEqual({ ...ids, tppMessages: [] });
    expect((await tpp.rest('GET', `/v1/sandbox/${path}`)).status).toBe(404);
    expect(await run(mutation, ids, field)).toMatchObject({
      [field]: null,
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: field }],
    });
  });
});
