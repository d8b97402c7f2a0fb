/**
 * More creations than a process can handle: probes answer, accepted creations are answered soon, and no response is
 * lost. `npm test` runs it after all others, which would distort its times.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { identityIn } from '../../packages/toolkit/src/files.ts';
import { type SigningIdentity, signRequest } from '../../packages/toolkit/src/sign.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { cloneDatabase } from '../support/database.ts';
import { startService } from './child.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
/** More than the process may handle at once, however quick the machine is. Each sends the next creation after the last response. */
const connections = 300;
const requestsAtOnce = 200;
const creations = 6_000;
/** Warms up a new process by so many creations on so many connections. */
const before = { creations: 800, connections: 10 };
/** The bound for probes on an idle machine. */
const promisedMs = 250;
const answeredWithinMs = 2_000;
/** On a busy machine, a multiple of the time of a server that does nothing. */
const timesBare = { probe: 3, creation: 20 };

function child(name: string): ChildProcess {
  const forked = fork(new URL(`./probing/${name}.mjs`, import.meta.url));
  onTestFinished(() => forked.disconnect());
  return forked;
}

interface Taken {
  readonly status: number;
  readonly ms: number;
}

interface Outcome extends Taken {
  readonly retryAfter: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

interface Creation {
  readonly headers: Record<string, string>;
  readonly body: string;
}

function creation(url: string, identity: SigningIdentity, number: number): Creation {
  const body = JSON.stringify({
    ...instantDomestic.example,
    remittanceInformationUnstructured: `n ${number}`,
  });
  const headers = signRequest({ method: 'POST', url, headers: psuHeaders, body }, identity);
  return { headers: Object.fromEntries(headers), body };
}

async function send(url: string, { headers, body }: Creation, agent: Agent): Promise<Outcome> {
  const begun = performance.now();
  const sent = httpRequest(url, { method: 'POST', headers, agent }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  const { statusCode: status = 0, headers: got } = answer;
  return { status, ms: performance.now() - begun, retryAfter: got['retry-after'], json: JSON.parse(text) };
}

const p99 = (taken: readonly Taken[]): number =>
  taken.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0;

it('probes do not wait, creations are answered soon or refused at once, and none is lost', {
  timeout: 120_000,
  // Other tests may use the CPU meanwhile.
  retry: 2,
}, async () => {
  const databaseUrl = await cloneDatabase();
  const service = startService({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    REQUESTS_AT_ONCE: String(requestsAtOnce),
  });
  onTestFinished(() => service.kill());
  const base = await service.ready();
  const identity = identityIn(join(service.folder, 'tpp'), 'demo');
  const url = `${base}${path}`;
  const all = Array.from({ length: creations }, (_, index) => creation(url, identity, index));

  async function sendAll(some: readonly Creation[], lanes: number): Promise<readonly Outcome[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: lanes });
    const outcomes: Outcome[] = [];
    const left = [...some];
    const lane = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        outcomes.push(await send(url, next, agent));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    agent.destroy();
    return outcomes;
  }

  const bare = child('bare-server');
  const [port] = (await once(bare, 'message')) as [number];
  await sendAll(all.splice(0, before.creations), before.connections);
  const prober = child('prober');
  const alone = `http://127.0.0.1:${port}/`;
  const probes = ['/livez', '/readyz'].map((probe) => base + probe);
  prober.send([...probes, alone]);

  const outcomes = await sendAll(all, connections);
  prober.send('stop');
  const [took] = (await once(prober, 'message')) as [Readonly<Record<string, readonly Taken[]>>];

  const bareMs = p99(took[alone] ?? []);
  for (const probe of probes) {
    const taken = took[probe] ?? [];
    expect(taken.length).toBeGreaterThan(10);
    expect([...new Set(taken.map(({ status }) => status))]).toEqual([200]);
    expect(p99(taken), probe).toBeLessThan(Math.max(promisedMs, timesBare.probe * bareMs));
  }
  const made = outcomes.filter(({ status }) => status === 201);
  const refused = outcomes.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter, json } of refused)
    expect([status, json.code, Number(retryAfter) > 0]).toEqual(
      status === 429 ? [429, 'ACCESS_EXCEEDED', true] : [503, 'SYSTEM_ERROR', true],
    );
  expect(p99(made)).toBeLessThan(Math.max(answeredWithinMs, timesBare.creation * bareMs));

  const sql = postgres(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  const kept = new Set((await sql`select payment_id as id from payments`).map(({ id }) => id));
  expect(made.filter(({ json }) => !kept.has(json.paymentId))).toEqual([]);
});
