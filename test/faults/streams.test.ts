/** Streams of a replica while another one, which takes creations, is killed or loses its listening connection. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { authority, type Bank, startBank, type Tpp } from '../support/bank.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { rounds } from '../support/nightly.ts';
import { productOf } from '../support/payments.ts';
import { domesticPath, loggedInPsu } from '../support/story.ts';
import { follow } from '../support/subscriptions.ts';
import { createService, type Service } from './support/service.ts';

let bank: Bank;
let tpp: Tpp;
let psu: Record<string, string>;
let ours: number[];
let service: Service;
let folder: string;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
  psu = await loggedInPsu(bank, tpp);
  await bank.app.events.start();
  ours = (await bank.sql`select pid from pg_stat_activity where datname = current_database()`).map(
    ({ pid }) => Number(pid),
  );
  folder = mkdtempSync(join(tmpdir(), 'psd2 bank streams '));
  const anchors = join(folder, 'anchors.pem');
  writeFileSync(anchors, authority.certificatePem);
  service = await createService({
    settings: {
      DATA_DIR: laySandboxKeys(folder),
      DATABASE_URL: bank.databaseUrl,
      TRUST_ANCHORS: anchors,
    },
  });
});
afterAll(async () => {
  await service?.retire();
  await bank?.app.events.stop();
  await bank?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const example = productOf('NDCT').example;
async function create(): Promise<string | null> {
  const url = `${service.base}${domesticPath}`;
  const body = JSON.stringify({ ...example, remittanceInformationUnstructured: randomUUID() });
  const headers = signRequest({ method: 'POST', url, body, headers: psu }, tpp.identity);
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  if (answer?.status !== 201) return null;
  const text = await answer.text().catch(() => null);
  return text === null ? null : JSON.parse(text).paymentId;
}

const faults: Readonly<Record<string, () => Promise<unknown>>> = {
  'is killed': () => service.kill(),
  'loses its listening connection': () => bank.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'select 1' and pid not in ${bank.sql(ours)}`,
};

describe.skipIf(process.platform !== 'linux')(
  'while twelve clients create payments at a replica that',
  () => {
    it.each(Object.keys(faults))(
      '%s',
      async (fault) => {
        for (let round = 0; round < rounds(2, 4); round += 1) {
          await service.start();
          const stream = await follow(bank, tpp);
          const told = new Set<string>();
          let ended = false;
          const listening = (async () => {
            for (;;) told.add((await stream.next()).data.paymentStatusChanged.paymentId);
          })().catch(() => {
            ended = true;
          });
          let over = false;
          let made = 0;
          const clients = Array.from({ length: 12 }, async () => {
            while (!over) if ((await create()) !== null) made += 1;
          });
          const before = await bank.sql`select now() as at`;
          await expect.poll(() => made, { timeout: 10_000 }).toBeGreaterThan(30);
          await faults[fault]?.();
          if (fault !== 'is killed') {
            const goal = made + 30;
            await expect.poll(() => made, { timeout: 10_000 }).toBeGreaterThan(goal);
          }
          over = true;
          await Promise.all(clients);
          // Includes payments without a response: they are in the table, and in the list of a client.
          const rows = await bank.sql`select payment_id from payments where created_at > ${before[0]?.at}`;
          const missing = () => rows.filter(({ payment_id }) => !told.has(payment_id as string));
          await expect.poll(() => ended || missing().length === 0, { timeout: 10_000 }).toBe(true);
          await stream.cancel();
          await listening;
        }
      },
      60_000,
    );
  },
);
