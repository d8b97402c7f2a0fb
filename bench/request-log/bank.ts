/** A bank that creates as many payments as it is asked to, and tells what they have cost: see `main.ts`. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createApp } from '../../src/app.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { RawHeaders } from '../../src/port/arrival.ts';
import { singleScaHeaders } from '../../src/tpp/payments.ts';
import { signRequest } from '../../src/tpp/sign.ts';
import type { Arrival } from '../../src/web/message.ts';
import { benchDatabase } from '../database.ts';
import { authority, identity } from '../tpp.ts';

/** None: what has been gathered is written, and the bank stops. */
export interface Turn {
  readonly creations: number;
}

/** Milliseconds of CPU since the last turn ended, without those in which requests were made and signed. */
export interface Cost {
  readonly server: number;
  readonly database: number;
}

const atOnce = 16;
const target = '/v1/payments/norwegian-domestic-credit-transfers';
const url = `http://localhost:4000${target}`;

const bench = await benchDatabase(10);
const app = createApp({
  trustAnchors: [authority.certificatePem],
  publicUrl: 'http://localhost:4000',
  sandbox: true,
  signatureMaxAgeSeconds: 300,
  database: bench.database,
  ...(process.env.REQUEST_LOG === 'false' && { requestLog: false }),
});
const databaseName = new URL(bench.database.options.url).pathname.slice(1);

function newArrival(): Arrival {
  const body = JSON.stringify({ ...domestic.example, remittanceInformationUnstructured: randomUUID() });
  const psu = singleScaHeaders({ psuId: randomUUID(), returnTo: 'https://tpp.example/return' });
  const headers = new RawHeaders(
    [...signRequest({ method: 'POST', url, headers: psu, body }, identity)].flat(),
  );
  const bytes = Buffer.from(body);
  const { signal } = new AbortController();
  return { method: 'POST', target, headers, address: null, signal, hasBody: true, read: async () => bytes };
}

/** CPU of this process, in milliseconds. */
const serverCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** CPU of the connections to this bank's database, in milliseconds. */
function databaseCpu(): number {
  let nanoseconds = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${databaseName} `)) continue;
      nanoseconds += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended.
    }
  }
  return nanoseconds / 1e6;
}

let last = { server: serverCpu(), database: databaseCpu() };

async function turn(creations: number): Promise<Cost> {
  const beforeSigning = serverCpu();
  const arrivals = Array.from({ length: creations }, newArrival);
  globalThis.gc?.();
  const signing = serverCpu() - beforeSigning;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = arrivals.pop(); next; next = arrivals.pop()) {
        const { status } = await app.handle(next);
        if (status !== 201) throw new Error(`a creation was answered with ${status}`);
      }
    }),
  );
  if (creations === 0) await app.drain();
  const now = { server: serverCpu(), database: databaseCpu() };
  const cost = { server: now.server - last.server - signing, database: now.database - last.database };
  last = now;
  return cost;
}

process.on('message', async ({ creations }: Turn) => {
  process.send?.(await turn(creations));
  if (creations > 0) return;
  await bench.close();
  process.disconnect();
});
