import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutationOf } from '../support/graphql.ts';
import { freshPsu, productOf } from '../support/payments.ts';
import { domesticPath, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
await bank.app.events.start();
afterAll(() => bank.app.events.stop());
await bank.sql`create sequence trouble`;
await bank.sql`create function trouble() returns trigger language plpgsql as $$
  begin
    if nextval('trouble') = 1 then raise exception 'once' using errcode = '40P01'; end if;
    return new;
  end $$`;

const create = (more = '') =>
  mutationOf('createInstantPayment', `payment { paymentId ${more} } tppMessages { code path }`);
const cancel = mutationOf(
  'cancelPayment',
  'payment { transactionStatus statusHistory { to } } tppMessages { code }',
);

let headers: Readonly<Record<string, string>>;
let number = 0;
beforeEach(() => {
  headers = { ...freshPsu(), 'x-request-id': randomUUID() };
});
const inputOf = () => {
  number += 1;
  return { ...productOf('INDCTS').example, remittanceInformationUnstructured: `payment ${number}` };
};
const send = (query: string, input: unknown) => tpp.graphqlRaw(query, { input }, { headers });
const kept = async () => {
  const id = headers['x-request-id'] ?? '';
  const [row] = await bank.sql`select outcomes, body from request_answers where request_id = ${id}`;
  return row as { outcomes: Record<string, unknown>; body: Uint8Array | null } | undefined;
};
async function expectReplay(query: string, input: unknown, text: string): Promise<void> {
  const again = await send(query, input);
  expect([again.text, again.headers.get('idempotent-replay')]).toEqual([text, 'true']);
}

it('stores the outcome with the effect, and builds the same response from it again', async () => {
  const input = inputOf();
  const { text, headers: sent } = await send(create(), input);
  expect(sent.get('idempotent-replay')).toBeNull();
  const row = await kept();
  expect(row?.body).toBeNull();
  expect(Object.keys(row?.outcomes ?? {})).toEqual(['createInstantPayment']);
  await expectReplay(create(), input, text);
});

it('reads back the written data, then stores the response', async () => {
  const input = inputOf();
  const query = create('basket { basketId } statusHistory { to }');
  const { json, text } = await send(query, input);
  expect(json.data.createInstantPayment.payment).toMatchObject({
    basket: null,
    statusHistory: [{ to: 'RCVD' }],
  });
  expect(Buffer.from((await kept())?.body ?? '').toString()).toBe(text);
  await expectReplay(query, input, text);
});

it('stores the response together with a change of existing data', async () => {
  const paymentId = await newPayment(tpp);
  const { json, text } = await send(cancel, { paymentId });
  expect(json.data.cancelPayment.payment.transactionStatus).toBe('CANC');
  expect((await tpp.rest('GET', `${domesticPath}/${paymentId}/status`)).json.transactionStatus).toBe('CANC');
  expect(Buffer.from((await kept())?.body ?? '').toString()).toBe(text);
  await expectReplay(cancel, { paymentId }, text);
});

it('returns the result of the committed attempt, not of a failed one before it', async () => {
  await bank.sql`create trigger trouble before insert on request_answers for each row execute function trouble()`;
  const before = await bank.count('payments');
  const input = inputOf();
  const { json, text, headers: sent } = await send(create(), input);
  await bank.sql`drop trigger trouble on request_answers`;
  expect(sent.get('idempotent-replay')).toBeNull();
  const { paymentId } = json.data.createInstantPayment.payment;
  expect(await bank.count('payments')).toBe(before + 1);
  expect((await tpp.graphqlRaw(`{ payment(paymentId: "${paymentId}") { paymentId } }`)).json.data).toEqual({
    payment: { paymentId },
  });
  await expectReplay(create(), input, text);
});

it('stores nothing, and reports it, when the transaction fails finally', async () => {
  await bank.sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'full' using errcode = '53100'; end $$`;
  await bank.sql`create trigger refuse before insert on request_answers for each row execute function refuse()`;
  const input = inputOf();
  const before = await bank.count('payments');
  const refused = await send(create(), input);
  await bank.sql`drop trigger refuse on request_answers`;
  expect(refused.status).toBe(503);
  expect([await bank.count('payments'), await kept()]).toEqual([before, undefined]);
  const made = await send(create(), input);
  expect(made.json.data.createInstantPayment.payment).not.toBeNull();
});
