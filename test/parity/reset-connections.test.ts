import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { domesticPath } from '../support/story.ts';

let bank: Bank;
let tpp: Tpp;
let proxy: Server;
let resets = false;
beforeAll(async () => {
  bank = await startBank({}, async (direct) => {
    const url = new URL(direct);
    const { hostname: host, port } = url;
    proxy = createServer((near) => {
      const far = connect({ host, port: Number(port) });
      near.on('data', (bytes) => (resets ? reset(near, far) : far.write(bytes)));
      far.on('data', (bytes) => near.write(bytes));
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return url.href;
  });
  tpp = bank.tpp();
  await tpp.rest('POST', domesticPath, { body: domestic.example, headers: psuHeaders });
});
afterAll(async () => {
  await bank.stop();
  proxy.close();
});

function reset(near: Socket, far: Socket): void {
  far.destroy();
  near.resetAndDestroy();
}

it('a creation is answered 503 at both doors', async () => {
  resets = true;
  const made = await tpp.rest('POST', domesticPath, { body: domestic.example, headers: psuHeaders });
  expect([made.status, made.json.code], made.text).toEqual([503, 'SYSTEM_ERROR']);
  const read = await tpp.rest('GET', '/v1/signing-baskets/none');
  expect(read.status, read.text).toBe(503);
  const asked = await tpp.graphqlRaw('{ payments(first: 1) { nodes { paymentId } } }');
  expect(JSON.stringify(asked)).toContain('SYSTEM_ERROR');
});
