import { expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { fillSandbox, none } from '../support/full-sandbox.ts';

const bank = await bankOfFile();
const tpp = bank.tpp('PSDNO-FSA-ENTRIES');
await tpp.graphqlRaw('{ viewer { tppId } }');
await fillSandbox(bank, 'PSDNO-FSA-ENTRIES', { ...none, customers: 10, transactions: 3 });

const account = '00000001-0006';
const card = '00000001-0007';
it.each([
  [
    'AccountTransaction',
    `sandboxAccount(resourceId: "${account}") { transactions { edges { node { id bookingDate creditorName } } } }`,
    '... on AccountTransaction { bookingDate creditorName }',
  ],
  [
    'CardTransaction',
    `sandboxCardAccount(resourceId: "${card}") { transactions(bookingStatus: both) { edges { node { id bookingDate cardTransactionId } } } }`,
    '... on CardTransaction { bookingDate cardTransactionId }',
  ],
])('%s', async (type, field, fields) => {
  const { data, text } = await tpp.graphqlRaw(`{ of: ${field} }`);
  const nodes: { id: string }[] = data.of.transactions.edges.map((edge: { node: object }) => edge.node);
  expect(nodes, text).toHaveLength(3);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(3);
  const query = `query($id: ID!) { node(id: $id) { __typename id ${fields} } }`;
  for (const node of nodes) {
    const found = await tpp.graphqlRaw(query, { id: node.id });
    expect(found.data.node, found.text).toEqual({ __typename: type, ...node });
    const other = await bank.tpp('PSDNO-FSA-ELSE').graphqlRaw(query, { id: node.id });
    expect(other.data, other.text).toEqual({ node: null });
  }
});

const global = (text: string) => Buffer.from(text).toString('base64');
it.each([
  'AccountTransaction:x',
  'AccountTransaction:0190a0a0-0000-7000-8000-000000000000-0',
  'AccountTransaction:0190a0a0-0000-7000-8000-000000000000-99999999999',
  'CardTransaction:x',
  'CardTransaction:a\0:b',
  `CardTransaction:${card}:none:of:these`,
])('%j is not a transaction', async (text) => {
  const { json } = await tpp.graphqlRaw('query($id: ID!) { node(id: $id) { id } }', { id: global(text) });
  expect(json).toEqual({ data: { node: null } });
});
