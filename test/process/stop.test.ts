import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureSandboxFiles } from '../../packages/toolkit/src/files.ts';
import { type SigningIdentity, signRequest } from '../../packages/toolkit/src/sign.ts';
import type { AppParts } from '../../src/app.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { listenOn } from '../support/listen.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { holdDatabase, samples, subscription } from './support.ts';

/** Longer than a test may take: a test that waits for it fails. */
const graceMs = 120_000;
interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

async function get(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<Got> {
  const sent = httpRequest(url, { agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

const signed = (identity: SigningIdentity, url: string) =>
  Object.fromEntries(signRequest({ method: 'GET', url, body: null }, identity));

async function opened(parts: Partial<AppParts> = {}): Promise<{
  bank: Bank;
  tpp: Tpp;
  base: string;
  stop: () => Promise<void>;
  agent: Agent;
}> {
  const bank = await startBank(parts);
  onTestFinished(() => bank.stop());
  const listening = await listenOn(bank.app);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const stop = () => listening.stop(graceMs);
  return { bank, tpp: bank.tpp(), base: `http://127.0.0.1:${listening.port}`, stop, agent };
}

describe('while the process stops', () => {
  it('new requests get 503, probes say so, and running requests finish', async () => {
    const { bank, tpp, base, stop, agent } = await opened();
    const url = `${base}${domesticPath}/none`;
    expect((await get(url, agent, signed(tpp.identity, url))).status).toBe(404);
    const release = await holdDatabase(bank);
    const running = get(url, agent, signed(tpp.identity, url));
    await expect.poll(async () => (await get(`${base}/metrics`, agent)).text).toContain('under_way 1');
    const stopped = stop();
    for (const path of ['/v1/nowhere', '/graphql', '/sca/x', '/openapi.json']) {
      const { status, headers } = await get(`${base}${path}`, agent);
      expect([path, status, headers['retry-after'], headers.connection]).toEqual([path, 503, '1', 'close']);
    }
    expect((await get(`${base}/readyz`, agent)).status).toBe(503);
    expect((await get(`${base}/livez`, agent)).status).toBe(200);
    await release();
    expect(await running).toMatchObject({ status: 404, headers: { connection: 'close' } });
    await stopped;
    await expect(get(`${base}/livez`, new Agent())).rejects.toThrow('ECONNREFUSED');
  });

  it('work whose request has timed out finishes before the database is closed', async () => {
    const { bank, base, stop } = await opened({ requestDeadlineMs: 200 });
    const release = await holdDatabase(bank);
    expect((await get(`${base}/sca/aaaaaaaaaaaaaaaaaaaaaaaa`, new Agent())).status).toBe(503);
    const stopped = stop();
    expect((await get(`${base}/livez`, new Agent())).status).toBe(200);
    await release();
    await stopped;
  });

  it('connections without a request do not hold it up: one that sent nothing, and two that sent half of a head', async () => {
    const { base, stop } = await opened();
    const port = Number(new URL(base).port);
    const half = 'GET /livez HTTP/1.1\r\nhost: a\r\n';
    for (const text of ['', half, `${half}\r\n${half}`]) {
      const socket = connect({ port, host: '127.0.0.1' });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined).write(text);
      if (text.includes('\r\n\r\n')) await once(socket, 'data');
    }
    await expect
      .poll(async () => (await get(`${base}/metrics`, new Agent())).text)
      .toContain('psd2_connections_open 4');
    const begun = performance.now();
    await stop();
    // Less than the 10 seconds after which such connections are closed anyway.
    expect(performance.now() - begun).toBeLessThan(6_000);
  });

  it('a request whose body is arriving is still answered', async () => {
    const { bank, base, stop } = await opened();
    const { port } = new URL(base);
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.write(
      'POST /v1/signing-baskets HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    await expect.poll(async () => (await samples(bank)).get('psd2_requests_incomplete')).toBe(1);
    const stopped = stop();
    setTimeout(() => socket.write('}'), 500);
    const [text] = await once(socket, 'data');
    expect(String(text)).toContain('HTTP/1.1 400');
    await stopped;
  });

  it('open streams are ended without a last message, and idle connections do not hold it up', async () => {
    const { bank, tpp, base, stop, agent } = await opened();
    await get(`${base}/livez`, agent);
    const stream = await fetch(subscription(tpp, await newPayment(tpp), base));
    const text = stream.text();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(1);
    await stop();
    expect(await text).not.toContain('complete');
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });
});

describe('a stream that becomes ready during the stop', () => {
  it('is refused, and logged once', async () => {
    const { bank, tpp, base, stop } = await opened();
    const paymentId = await newPayment(tpp);
    const refusal = fetch(subscription(tpp, paymentId, base, { 'x-sandbox-fault': 'delay=20000' }));
    await expect.poll(async () => (await samples(bank)).get('psd2_requests_under_way')).toBe(1);
    await stop();
    expect((await refusal).status).toBe(503);
    const lines = bank.log.filter(
      ({ route }) => String(route).includes('paymentStatusChanged') || route === 'none',
    );
    expect(lines.map(({ status }) => status)).toEqual([503]);
  });
});

describe('the service as a process', () => {
  async function run(
    bank: Bank,
    settings: Record<string, string>,
  ): Promise<{ child: ChildProcess; base: string; folder: string }> {
    const folder = laySandboxKeys(mkdtempSync(join(tmpdir(), 'stop ')));
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: bank.databaseUrl, PORT: '0', ...settings };
    const child = spawn(process.execPath, builtService(), {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    onTestFinished(() => void child.kill('SIGKILL'));
    let screen = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      screen += chunk;
      const base = /ready at (\S+)/.exec(screen)?.[1];
      if (base) return { child, folder, base: base.replace('localhost', '127.0.0.1') };
    }
    throw new Error(`no first screen: ${screen}`);
  }

  it('applies the limits of its settings, reports on the process, and ends on SIGTERM', async () => {
    const bank = await startBank();
    onTestFinished(() => bank.stop());
    const agent = new Agent();
    const { child, base, folder } = await run(bank, {
      // The first requests of a new process have as long, also on a busy machine.
      REQUEST_DEADLINE: '3',
      RATE_LIMIT: '1',
      REQUESTS_AT_ONCE: '1',
    });
    expect((await get(`${base}/metrics`, agent)).text).toContain('nodejs_eventloop_lag_seconds');
    const { demo } = await ensureSandboxFiles(folder);
    const [certificatePem = '', privateKeyPem = ''] = [demo.certificatePath, demo.keyPath].map((path) =>
      readFileSync(path, 'utf8'),
    );
    const url = `${base}${domesticPath}/none`;
    const statuses = new Set<number | undefined>();
    for (let index = 0; index < 10; index += 1)
      statuses.add((await get(url, agent, signed({ certificatePem, privateKeyPem }, url))).status);
    expect([...statuses]).toEqual([404, 429]);
    const release = await holdDatabase(bank);
    const kept = new Agent({ keepAlive: true });
    onTestFinished(() => kept.destroy());
    const first = get(`${base}/sca/aaaaaaaaaaaaaaaaaaaaaaaa`, kept);
    await expect.poll(async () => (await get(`${base}/metrics`, agent)).text).toContain('under_way 1');
    expect((await get(`${base}/v1/nowhere`, agent)).status).toBe(503);
    // Only the deadline hangs up; the time-out of the database comes later and does not.
    expect(await first).toMatchObject({ status: 503, headers: { 'retry-after': '2', connection: 'close' } });
    await release();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
