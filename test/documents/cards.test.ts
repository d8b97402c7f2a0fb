import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../../packages/toolkit/test/support/service.ts';
import { shellWords } from '../support/shell-words.ts';
import { blocks, textOf } from './markdown.ts';

const path = 'docs/cards.md';
let service: Service;
let folder: string;
let resourceId: string;
const [list, store, read] = blocks(path, 'sh');
const items = blocks(path, 'json')[0] ?? '';

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'cards '));
  writeFileSync(join(folder, 'card-transactions.json'), items);
  const { json } = await typed(list);
  resourceId = json.body[0].resourceId;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

function typed(line = '', more = '') {
  const placed = line
    .trim()
    .replace('<resourceId>', resourceId)
    .replace('@', `@${folder}/`.replace(' ', '\\ '));
  const words = shellWords(`${placed} ${more}`);
  return service.run(...words.slice(words.indexOf('--') + 1), '--json');
}

it('every documented write is read back with its named fields, and with every field by GraphQL', async () => {
  const stored = await typed(store);
  expect([stored.json.status, stored.json.body.tppMessages], stored.notes).toEqual([201, undefined]);
  const { booked, pending } = (await typed(read)).json.body.cardTransactions;
  const [item] = JSON.parse(items);
  const named = /these fields only: (.*?), and of the card/s.exec(textOf(path))?.[1]?.match(/\w+/g) ?? [];
  expect([Object.keys(booked[0]).sort(), pending]).toEqual([[...named].sort(), []]);
  expect(item.bookingDate > item.transactionDate).toBe(true);
  const [query = ''] = blocks(path, 'graphql');
  const { json } = await service.run('graphql', query, '--json');
  const { data } = json.body ?? json;
  const card = data.sandboxCardAccounts.nodes.find(
    (one: { resourceId: string }) => one.resourceId === resourceId,
  );
  expect(card.transactions.nodes[0]).toEqual({
    cardTransactionId: item.cardTransactionId,
    bookingDate: item.bookingDate,
    valueDate: item.valueDate,
    transactionDetails: item.transactionDetails,
    transactionAmount: item.transactionAmount,
  });
});

it('each documented refusal is a refusal', async () => {
  expect((await typed(store)).json.body.code).toBe('CONFLICT');
  const [item] = JSON.parse(items);
  const { valueDate: _, ...without } = item;
  for (const [wrong, place] of [
    [without, '[0].bookingDate'],
    [{ ...item, transactionAmount: { currency: 'NOK', amount: '349.00' } }, '[0].transactionAmount.amount'],
  ]) {
    const body = JSON.stringify([{ ...wrong, cardTransactionId: 'other' }]);
    const target = `/v1/sandbox/card-accounts/${resourceId}/transactions`;
    const { json } = await service.run('send', 'POST', target, '--body', body, '--json');
    expect(json.body.tppMessages).toEqual([expect.objectContaining({ code: 'FORMAT_ERROR', path: place })]);
  }
});

it.each([
  ['', 'QUERY_PARAMETER_REQUIRED'],
  ['open', 'FORMAT_ERROR'],
])('bookingStatus %o is refused with the valid values at both doors', async (value, code) => {
  const target = `/v1/sandbox/card-accounts/${resourceId}/transactions${value && `?bookingStatus=${value}`}`;
  const { json } = await service.run('send', 'GET', target, '--json');
  const args = value && `(bookingStatus: ${value})`;
  const query = `{ sandboxCardAccount(resourceId: "${resourceId}") { transactions${args} { totalCount } } }`;
  const asked = await service.run('graphql', query, '--json');
  const { errors } = asked.json.body ?? asked.json;
  expect(json.body.code).toBe(code);
  for (const text of [json.body.tppMessages[0].text, errors[0].message])
    for (const status of ['booked', 'pending', 'both']) expect(text).toContain(status);
});
