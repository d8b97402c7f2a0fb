import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { rounds } from '../support/nightly.ts';
import { domesticPath } from '../support/story.ts';
import { get, openPort, type Port, requestText, signedText, subscriptionText } from './sockets.ts';
import { samples } from './support.ts';

let bank: Bank;
let tpp: Tpp;
let port: Port;
beforeAll(async () => {
  bank = await startBank({ requestDeadlineMs: 500, requestsAtOnce: 20 });
  tpp = bank.tpp();
  await tpp.graphqlRaw('{ viewer { tppId } }');
  await bank.app.events.start();
  port = await openPort(bank.app);
});
afterAll(async () => {
  await port.close();
  await bank.stop();
});

const json = [['content-type', 'application/json']] as const;
const expecting = { expect: '100-continue' };
const query = { query: '{ payments(first: 1) { nodes { paymentId } } }' };
const acts: Readonly<Record<string, () => string>> = {
  nothing: () => '',
  'half a head': () => 'GET / HTTP/1.1\r\nho',
  'half a body': () => requestText('POST', '/v1/signing-baskets', json, '{}').slice(0, -1),
  'half a chunk': () =>
    `${requestText('POST', '/v1/signing-baskets', [...json, ['transfer-encoding', 'chunked']])}5\r\nab`,
  'no chunk': () =>
    `${requestText('POST', '/v1/signing-baskets', [...json, ['transfer-encoding', 'chunked']])}no\r\n`,
  'no HTTP': () => 'hello\r\n\r\n',
  'a read': () => signedText(tpp, 'GET', `${domesticPath}/none`),
  'a query': () => signedText(tpp, 'POST', '/graphql', { body: query }),
  'a creation': () => signedText(tpp, 'POST', domesticPath, { headers: psuHeaders, body: domestic.example }),
  'an expectation': () =>
    signedText(tpp, 'POST', '/graphql', { headers: expecting, body: query }).split('{')[0] ?? '',
  'an expectation, and half': () =>
    signedText(tpp, 'POST', '/graphql', { headers: expecting, body: query }).slice(0, -1),
  'a stream': () => subscriptionText(tpp),
  'a document': () => get('/openapi.json'),
  'a connection elsewhere': () => 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
};

interface Client {
  readonly sends: readonly string[];
  /** The client disconnects after so many iterations of the event loop. */
  readonly patience: number;
  readonly leave: 'end' | 'destroy' | 'resetAndDestroy';
  readonly reads: boolean;
}
const clients: fc.Arbitrary<readonly Client[]> = fc.array(
  fc.record({
    sends: fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 4 }),
    patience: fc.nat(60),
    leave: fc.constantFrom('end', 'destroy', 'resetAndDestroy'),
    reads: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

async function play({ sends, patience, leave, reads }: Client): Promise<void> {
  const socket: Socket = await port.open();
  if (reads) socket.resume();
  for (const act of sends) socket.write(acts[act]?.() ?? '');
  for (let waited = 0; waited < patience; waited += 1) await setImmediate();
  socket[leave]();
}

const counted = [
  'psd2_connections_open',
  'psd2_requests_incomplete',
  'psd2_requests_under_way',
  'psd2_streams_open',
  'psd2_subscriptions_open',
  'psd2_answers_unsent_bytes',
  'psd2_database_connections{state="busy"}',
  'psd2_database_connections{state="waiting"}',
];

it('clients that leave at any point leave nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(clients, async (all) => {
      await Promise.all(all.map(play));
      port.cut();
      const figures = async () => {
        const now = await samples(bank);
        return counted.map((name) => [name, now.get(name)]);
      };
      await expect.poll(figures).toEqual(counted.map((name) => [name, 0]));
    }),
    { numRuns: rounds(5, 100) },
  );
});
