import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutbox, deleteOldPartialFiles } from '../../../src/bank/core/outbox.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orders-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('an order is one file named by its id, and another order under that id is a conflict', async () => {
  const outbox = createOutbox(folder, randomUUID);
  expect(await outbox.write('a', Buffer.from('one'))).toBe('DELIVERED');
  expect(await outbox.write('a', Buffer.from('one'))).toBe('DELIVERED');
  expect(await outbox.write('a', Buffer.from('two'))).toBe('CONFLICT');
  expect(readdirSync(folder)).toEqual(['a.xml']);
  expect(readFileSync(join(folder, 'a.xml'), 'utf8')).toBe('one');
});

it('an order that a killed process left unfinished is written anew', async () => {
  writeFileSync(join(folder, 'b.xml.part'), 'half an or');
  const outbox = createOutbox(folder, randomUUID);
  expect(await outbox.has('b')).toBe(false);
  expect(await outbox.write('b', Buffer.from('an order'))).toBe('DELIVERED');
  expect(await outbox.has('b')).toBe(true);
  expect(readFileSync(join(folder, 'b.xml'), 'utf8')).toBe('an order');
});

it('a start deletes the unfinished files of killed processes, and no other file', () => {
  const id = randomUUID().replaceAll('-', '');
  const partial = () => `${id}.xml.${randomUUID()}.part`;
  const left = partial();
  const kept = [partial(), `${id}.xml`, `${id}.part`];
  for (const name of [left, ...kept]) writeFileSync(join(folder, name), '');
  for (const name of [left, ...kept.slice(1)]) utimesSync(join(folder, name), 0, 0);
  deleteOldPartialFiles(folder, Date.now());
  const names = readdirSync(folder).filter((name) => name.startsWith(id));
  expect(names.sort()).toEqual(kept.sort());
});

it('two processes that write one order at the same time both deliver it', async () => {
  const order = Buffer.alloc(1_000_000, 'an order');
  const writes = [1, 2, 3].map(() => createOutbox(folder, randomUUID).write('e', order));
  expect(await Promise.all(writes)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
  expect(readdirSync(folder).filter((name) => name.startsWith('e.'))).toEqual(['e.xml']);
  expect(readFileSync(join(folder, 'e.xml')).equals(order)).toBe(true);
});

it('a missing folder is a failure, and the order waits', async () => {
  await expect(createOutbox(join(folder, 'none'), randomUUID).write('c', Buffer.from('x'))).rejects.toThrow();
});

it('a file that cannot be read is a failure, and not an order that was never written', async () => {
  const outbox = createOutbox(folder, randomUUID);
  mkdirSync(join(folder, 'd.xml'));
  await expect(outbox.has('d')).rejects.toThrow();
});
