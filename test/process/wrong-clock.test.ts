import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bank, startBank } from '../support/bank.ts';
import { newFolder, type Service, startService } from './child.ts';

const days = 3 * 86_400_000;
/** While the file `wrong` exists, the process runs three days ahead. */
const wrongWhile = `import { existsSync } from 'node:fs';
const { now } = Date;
Date.now = () => now() + (existsSync('wrong') ? ${days} : 0);`;

let bank: Bank;
let service: Service;
let wrong: string;
beforeAll(async () => {
  bank = await startBank();
  await bank.tpp().rest('GET', '/v1/sandbox/customers');
  // Rows are stored for 72 hours: by that clock it is old.
  await bank.sql`insert into request_answers (tpp_id, request_id, fingerprint, created_at)
    select tpp_id, ${randomUUID()}, 'x', now() - interval '1 hour' from tpps`;
  const folder = newFolder();
  wrong = join(folder, 'wrong');
  writeFileSync(wrong, '');
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(wrongWhile)}`;
  service = startService({ DATABASE_URL: bank.databaseUrl, NODE_OPTIONS }, folder);
});
afterAll(async () => {
  await service?.kill();
  await bank?.stop();
});

it('a process with a wrong clock is never ready, forgets nothing, reports it once, and resumes when its clock is right', async () => {
  const base = (await service.ready()).replace('localhost', '127.0.0.1');
  const readiness = async () => (await fetch(`${base}/readyz`)).status;
  const clockLines = () => service.log().filter(({ msg }) => String(msg).includes('clock'));
  expect(await readiness()).toBe(503);
  await expect.poll(clockLines).toMatchObject([{ level: 40, msg: 'clock differs from the database' }]);
  const [, offset] =
    /^psd2_clock_offset_seconds (.+)$/m.exec(await (await fetch(`${base}/metrics`)).text()) ?? [];
  expect(Math.abs(Number(offset) - days / 1_000)).toBeLessThan(30);
  expect(await bank.count('request_answers')).toBe(1);

  rmSync(wrong);
  await expect.poll(readiness).toBe(200);
  await expect
    .poll(clockLines)
    .toMatchObject([{ level: 40 }, { level: 30, msg: 'clock agrees with the database' }]);
  expect(await bank.count('request_answers')).toBe(1);
});
