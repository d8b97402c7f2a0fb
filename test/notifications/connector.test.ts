/** Where notifications may be sent when the connection is opened, whatever an address resolves to by then. */

import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../packages/toolkit/src/certificates.ts';
import { isPublic, type Lookup } from '../../src/notifications/connector.ts';
import { createPoster } from '../../src/notifications/post.ts';
import { authority } from '../support/bank.ts';
import { sharedKey } from '../support/keys.ts';

it.each([
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1',
  '198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 100::1 2001::1 2001:db8::1 2002:a00:1:: fc00::1 fd12::1 fe80::1 ff02::1',
])('these are not public: %s', (addresses) => {
  for (const address of addresses.split(' ')) expect([address, isPublic(address)]).toEqual([address, false]);
});

it('these are public', () => {
  for (const address of '1.1.1.1 172.15.0.1 172.32.0.1 192.167.1.1 2606:4700::1111 2a00:1450::1'.split(' '))
    expect([address, isPublic(address)]).toEqual([address, true]);
});

const resolvingTo =
  (...addresses: readonly string[]): Lookup =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** Posts once; answers what came of it. */
async function post(uri: string, parts: Partial<Parameters<typeof createPoster>[0]>, ms = 5_000) {
  const poster = createPoster({ sandbox: false, ...parts });
  try {
    return await poster.post(uri, new Headers({ 'content-type': 'application/json' }), '{}', ms);
  } finally {
    await poster.close();
  }
}

/** A server with a certificate for the name; `host` is how it is found. */
async function tlsServer(name: string) {
  const day = 86_400_000;
  const { certificatePem, privateKeyPem } = issueCertificate({
    authority,
    organizationIdentifier: null,
    organizationName: 'TPP',
    commonName: name,
    roles: null,
    domains: [name],
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    privateKeyPem: sharedKey(),
  });
  const requests: string[] = [];
  const server = createServer({ key: privateKeyPem, cert: certificatePem }, (request, response) => {
    requests.push(String(request.headers.host));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}

/** A name server that responds 127.0.0.1 for answering.example, that others do not exist, and nothing for *.silent.example. */
async function nameServer(): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const [header, question] = [Buffer.from(query.subarray(0, 12)), query.subarray(12)];
    // The type comes after the name, which ends with a zero byte.
    const end = question.indexOf(0) + 5;
    const [name, type] = [question.subarray(0, end).toString('latin1'), question.readUInt16BE(end - 4)];
    if (name.includes('silent')) return;
    const exists = name.includes('answering');
    const hasAddress = exists && type === 1;
    // Flags; then the number of questions, answers, and of two other kinds of records.
    header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
    header.set([0, 1, 0, Number(hasAddress), 0, 0, 0, 0], 4);
    const record = hasAddress ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]) : '';
    server.send([header, question.subarray(0, end), record], port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `127.0.0.1:${server.address().port}`;
}

const notPublic = { status: null, failure: 'the host resolves to an address that is not public' };

it('a name server that does not respond ends its attempts alone, and blocks no other lookup of the process', async () => {
  const parts = { nameServers: [await nameServer()] };
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let endedCount = 0;
  const silent = Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      const { failure } = await post(`https://h${index}.silent.example/`, parts);
      endedCount += 1;
      return { failure, endedAt: seconds() };
    }),
  );
  expect(await post('https://answering.example/', parts)).toEqual(notPublic);
  expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(endedCount).toBe(0);
  const ended = await silent;
  expect(new Set(ended.map(({ failure }) => failure))).toEqual(new Set(['the host cannot be resolved']));
  const ends = ended.map(({ endedAt }) => endedAt);
  // Before the time of the whole attempt is over.
  expect(Math.min(...ends)).toBeLessThan(10);
  // They end together. Four at a time, as on the threads of the process, the last would take sixteen times as long as the first.
  expect(Math.max(...ends)).toBeLessThan(2 * Math.min(...ends));
});

describe('a connection', () => {
  it('is not opened to a private address that a public name resolves to', async () => {
    const { port, requests } = await tlsServer('tpp.example');
    for (const sandbox of [false, true])
      for (const addresses of [['127.0.0.1'], ['10.0.0.1', '::1'], ['169.254.169.254']])
        expect(
          await post(`https://tpp.example:${port}/`, { sandbox, lookup: resolvingTo(...addresses) }),
        ).toEqual(notPublic);
    expect(requests).toEqual([]);
  });

  it('is not opened to a private address itself, nor outside a sandbox to this machine', async () => {
    const uris = ['https://10.0.0.1/', 'https://[fd00::1]/', 'https://127.0.0.1/'];
    for (const uri of uris) expect(await post(uri, {})).toEqual(notPublic);
    const unresolved = { status: null, failure: 'the host cannot be resolved' };
    expect(await post('https://localhost/', { nameServers: [await nameServer()] })).toEqual(unresolved);
    expect(await post('https://10.0.0.1/', { sandbox: true })).toEqual(notPublic);
  });

  it('in a sandbox goes to this machine, whose certificate nobody has to trust', async () => {
    const { port, requests } = await tlsServer('localhost');
    expect(await post(`https://localhost:${port}/`, { sandbox: true })).toEqual({
      status: 200,
      failure: null,
    });
    expect(await post(`https://127.0.0.1:${port}/`, { sandbox: true })).toEqual({
      status: 200,
      failure: null,
    });
    expect(requests.length).toBe(2);
  });

  it('does not let localhost lead elsewhere', async () => {
    expect(await post('http://localhost/', { sandbox: true, lookup: resolvingTo('1.1.1.1') })).toEqual(
      notPublic,
    );
  });
});

describe('a response', () => {
  const tcp = async (answer: string) => {
    const server = createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answer));
      closing.push(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it('that never comes is waited for until the time is over', async () => {
    const failure = 'there was no response within 0.2 seconds';
    expect(await post(await tcp(''), { sandbox: true }, 200)).toEqual({ status: null, failure });
  });

  it('without an end counts by its status', async () => {
    const endless = `HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(10_000)}`;
    expect(await post(await tcp(endless), { sandbox: true })).toEqual({ status: 200, failure: null });
    const slow = 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n';
    expect(await post(await tcp(slow), { sandbox: true })).toEqual({ status: 201, failure: null });
  });

  it('counts by its status soon, however long its body takes', { timeout: 10_000 }, async () => {
    const slow = await tcp('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    expect(await post(slow, { sandbox: true }, 60_000)).toEqual({ status: 200, failure: null });
  });

  it('that is no HTTP is a failure', async () => {
    const { status, failure } = await post(await tcp('hello\r\n\r\n'), { sandbox: true });
    expect([status, failure]).toEqual([null, 'the response is not HTTP']);
  });
});
