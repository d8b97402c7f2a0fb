import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { everythingUnder } from '../support/largest-document.ts';
import { fillPayments } from '../support/many-payments.ts';
import { nightly } from '../support/nightly.ts';
import { newPayment } from '../support/story.ts';
import { longestShare } from '../support/stretch.ts';
import { followBy, followMany } from '../support/subscriptions.ts';

// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const tpp = bank.tpp();

type Stream = Awaited<ReturnType<typeof followBy>>;

async function move(paymentId: string, status: string): Promise<void> {
  await bank.sql`
    with moved as (update payments set status = ${status} where payment_id = ${paymentId} returning tpp_id)
    select pg_notify('payment_status', ${paymentId} || ',@' || tpp_id) from moved`;
}

describe('streams with the same query', () => {
  it.each(['of one payment', 'of all'])('%s are answered by one execution for each event', async (which) => {
    const tppId = `PSDNO-FSA-SAME-${which === 'of all' ? 'ALL' : 'ONE'}`;
    await fillPayments(bank, tppId, 1);
    const [row] = await bank.sql`select payment_id as id from payments where tpp_id = ${tppId}`;
    const paymentId: string = row?.id;
    const streams = await followMany(40, bank, bank.tpp(tppId), which === 'of all' ? undefined : paymentId);
    const next = Promise.all(streams.map((stream) => stream.next()));
    let statements = 0;
    bank.database.watch(() => {
      statements += 1;
    });
    await move(paymentId, 'PDNG');
    const messages = await next;
    bank.database.watch(null);
    expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(1);
    expect(messages[0].data.paymentStatusChanged).toMatchObject({ paymentId, transactionStatus: 'PDNG' });
    // The payment, and the other fields of the document.
    expect(statements).toBeLessThanOrEqual(3);
    for (const stream of streams) await stream.cancel();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });
});

describe('streams with large responses', () => {
  const schema = buildSchema({ sandbox: true });
  const everything = `subscription { ${everythingUnder(schema, 'payment').replace('payment', 'paymentStatusChanged')} }`;

  it('are refused beyond the bound of their TPP, until others have ended', async () => {
    const many = bank.tpp('PSDNO-FSA-MUCH');
    const held = [];
    for (let index = 0; index < 3; index += 1) held.push(await followBy(bank, many, everything));
    const codeOf = async () => {
      const { errors } = await (await followBy(bank, many, everything)).next();
      return errors[0].extensions.code;
    };
    expect(await codeOf()).toBe('ACCESS_EXCEEDED');
    const other = await followBy(bank, bank.tpp('PSDNO-FSA-LITTLE'), everything);
    await held.pop()?.cancel();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(3);
    held.push(await followBy(bank, many, everything));
    expect(await codeOf()).toBe('ACCESS_EXCEEDED');
    expect(bank.app.events.listenerCount()).toBe(4);
    for (const stream of [...held, other]) await stream.cancel();
  });

  it.runIf(nightly)('delay others by a small share of the cost of an event', async () => {
    const paymentId = await newPayment(tpp);
    const wide = Array.from(
      { length: 40 },
      (_, index) =>
        `a${index}: links { self { href verbs } status { href verbs } scaRedirect { href verbs } }`,
    );
    const streams: Stream[] = [];
    for (let index = 0; index < 100; index += 1) {
      const document = `subscription S${index} { paymentStatusChanged(paymentId: "${paymentId}") { transactionStatus ${wide.join(' ')} } }`;
      streams.push(await followBy(bank, tpp, document));
    }
    let status = 'RCVD';
    const event = async () => {
      status = status === 'RCVD' ? 'PDNG' : 'RCVD';
      const next = Promise.all(streams.map((stream) => stream.next()));
      await move(paymentId, status);
      for (const { data } of await next) expect(data.paymentStatusChanged.transactionStatus).toBe(status);
    };
    expect(await longestShare(event, 0.2)).toBeLessThan(0.2);
    for (const stream of streams) await stream.cancel();
  });
});
