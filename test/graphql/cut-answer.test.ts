import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { listenOn } from '../support/listen.ts';
import { rounds } from '../support/nightly.ts';
import { productOf } from '../support/payments.ts';
import { loggedInPsu } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
const psu = await loggedInPsu(bank, tpp);
await bank.app.events.start();
const { port, stop } = await listenOn(bank.app);
afterAll(async () => {
  bank.database.watch(null);
  await stop();
  await bank.app.events.stop();
});

const create = 'createInstantPayment(input: $input) { payment { paymentId createdAt } tppMessages { code } }';
it.each([
  ['one mutation', `mutation M($input: CreateInstantPaymentInput!) { ${create} }`],
  [
    'one that reads what it has written',
    `mutation M($input: CreateInstantPaymentInput!) { ${create.replace('createdAt', 'statusHistory { to at }')} }`,
  ],
  [
    'two mutations',
    `mutation M($input: CreateInstantPaymentInput!, $other: CreateInstantPaymentInput!) {
      ${create} other: ${create.replace('$input', '$other')} }`,
  ],
])('of a document of %s', async (_, query) => {
  for (let round = 0; round < rounds(5, 50); round += 1) {
    const input = { ...productOf('INDCTS').example, remittanceInformationUnstructured: randomUUID() };
    const headers = { ...psu, 'x-request-id': randomUUID() };
    const other = { ...input, remittanceInformationUnstructured: randomUUID() };
    const variables = { input, ...(query.includes('$other') ? { other } : {}) };
    const body = JSON.stringify({ query, variables });
    const signed = signRequest(
      { method: 'POST', url: 'http://localhost:4000/graphql', headers, body },
      tpp.identity,
    );
    const before = await bank.count('payments');
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).on('close', () => resolve());
      // The client disconnects as soon as the payment is being written.
      bank.database.watch((text) => {
        if (/insert into "payments"/.test(text)) socket.destroy();
      });
      const lines = [...signed].map(([name, value]) => `${name}: ${value}`);
      socket.write(
        [
          'POST /graphql HTTP/1.1',
          'host: localhost:4000',
          `content-length: ${Buffer.byteLength(body)}`,
          ...lines,
          '',
          body,
        ].join('\r\n'),
      );
    });
    bank.database.watch(null);
    const again = await tpp.graphqlRaw(query, variables, { headers });
    expect(again.json.data?.createInstantPayment?.payment?.paymentId, again.text).toBeTypeOf('string');
    expect((await bank.count('payments')) - before).toBe('other' in variables ? 2 : 1);
    const third = await tpp.graphqlRaw(query, variables, { headers });
    expect([third.text, third.headers.get('idempotent-replay')]).toEqual([again.text, 'true']);
  }
});
