import { connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { domesticPath, newPayment } from '../support/story.ts';

let resets = false;
const bank = await bankOfFile({}, async (direct) => {
  const url = new URL(direct);
  const { hostname: host, port } = url;
  const proxy = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    near.on('data', (bytes) => (resets ? reset(near, far) : far.write(bytes)));
    far.on('data', (bytes) => near.write(bytes));
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  afterAll(() => void proxy.close());
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return url.href;
});
const tpp = bank.tpp();
await newPayment(tpp);

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
