import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { timeouts } from '../../src/db/connections/settings.ts';
import { psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutationOf } from '../support/graphql.ts';
import { faultsOf, pathOf, productOf } from '../support/payments.ts';

const product = productOf('INDCTS');
const path = pathOf(product);
const mutation = mutationOf('createInstantPayment', 'payment { paymentId } tppMessages { code path }');
const day = 86_400_000;
const debtor = product.example.debtorAccount as { readonly bban: string };

// The log of requests would add statements.
const bank = await bankOfFile({ requestLog: false });
const replica = bank.replica();
const tpp = bank.tpp();
const there = replica.tpp();
// As in a running service: notifications are sent after the commit.
await Promise.all([bank, replica].map(({ app }) => app.events.start()));
afterAll(async () => {
  await Promise.all([bank, replica].map(({ app }) => app.events.stop()));
  await replica.stop();
});
await tpp.rest('GET', `${path}/none`);
await there.rest('GET', `${path}/none`);
let psuId: string;
let number = 0;

/** A PSU who has logged in, and has made a payment at both replicas. */
beforeEach(async () => {
  psuId = randomUUID();
  await logIn();
  expect((await create()).status).toBe(201);
  expect((await create(there)).status).toBe(201);
});

const logIn = () => bank.sql`
  insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
  select tpp_id, ${psuId}, 'session-1', customer_id, customer_number, customer_type, now()
  from sandbox_customers where customer_number = '13039319955'`;
const headersOf = (more: Readonly<Record<string, string>> = {}) => ({
  ...psuHeaders,
  'psu-context': null,
  'psu-id': psuId,
  ...more,
});
const body = () => {
  number += 1;
  return { ...product.example, remittanceInformationUnstructured: `payment ${number}` };
};
const create = (by = tpp, headers: Readonly<Record<string, string>> = {}, sent = body()) =>
  by.rest('POST', path, { body: sent, headers: headersOf(headers) });

async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  bank.database.watch((text) => void seen.push(text.trimStart().slice(0, 60)));
  await act();
  bank.database.watch(null);
  return seen;
}

describe('a creation that waits for a lock', () => {
  it('delays no other: those of the same moment are answered at once', async () => {
    const requestId = randomUUID();
    const late: number[] = [];
    const timed = async () => {
      const begun = performance.now();
      expect((await create()).status).toBe(201);
      late.push(performance.now() - begun);
    };
    let waiting: ReturnType<typeof create> | undefined;
    // Another process uses the id in an open transaction, so that further users wait for its end.
    await bank.sql.begin(async (open) => {
      await open`insert into request_answers (tpp_id, request_id, fingerprint, created_at)
        select tpp_id, ${requestId}, 'of another request', now() from psu_sessions where psu_id = ${psuId}`;
      for (let round = 0; round < 5; round += 1) {
        const together = Array.from({ length: 12 }, timed);
        waiting ??= create(tpp, { 'x-request-id': requestId });
        await Promise.all(together);
      }
    });
    expect((await waiting)?.status).toBe(409);
    expect(late).toHaveLength(60);
    // A wait for the same lock would last until the time-out.
    expect(Math.max(...late)).toBeLessThan(0.8 * timeouts.lock_timeout);
  });
});

describe('at the same moment', () => {
  it('only a duplicate payment is refused', async () => {
    const sent = body();
    expect((await create(tpp, {}, sent)).status).toBe(201);
    const answers = await Promise.all([create(), create(tpp, {}, sent), create(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 201]);
  });

  it('the same request sent twice acts once', async () => {
    const [sent, again] = [body(), { 'x-request-id': randomUUID() }];
    const answers = await Promise.all([create(tpp, again, sent), create(), create(tpp, again, sent)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[2]?.text).toBe(answers[0]?.text);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') !== null)).toHaveLength(1);
  });

  it('a creation of an unknown PSU does not delay the others', async () => {
    const stranger = { 'psu-id': randomUUID() };
    const answers = await Promise.all([create(), create(tpp, stranger), create()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 401, 201]);
  });
});

describe('statements', () => {
  const readAndWritten = [expect.stringMatching(/^select /), expect.stringMatching(/^with written_0 /)];

  it('a creation takes two: one reads its preconditions, one writes', async () => {
    expect(await statementsOf(create)).toEqual(readAndWritten);
  });

  it('a creation by GraphQL takes the same, with its outcome', async () => {
    const made = await statementsOf(() =>
      tpp.graphqlRaw(mutation, { input: body() }, { headers: headersOf() }),
    );
    expect(made).toEqual(readAndWritten);
  });

  it('a retry takes one', async () => {
    const id = { 'x-request-id': randomUUID() };
    const sent = body();
    await create(tpp, id, sent);
    expect(await statementsOf(() => create(tpp, id, sent))).toHaveLength(1);
  });

  it('a status takes one', async () => {
    const { paymentId } = (await create()).json;
    expect(await statementsOf(() => tpp.rest('GET', `${path}/${paymentId}/status`))).toHaveLength(1);
  });
});

describe('a change just before the creation', () => {
  it('a deleted session: the challenge, and nothing is written', async () => {
    await bank.sql`delete from psu_sessions where psu_id = ${psuId}`;
    const before = await bank.count('payments');
    for (const one of [tpp, there]) {
      const refused = await create(one);
      expect([refused.status, refused.json.tppMessages[0].code]).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    }
    expect(await bank.count('payments')).toBe(before);
    await logIn();
    expect((await create()).status).toBe(201);
  });

  it('an expired session', async () => {
    await bank.sql`update psu_sessions set authenticated_at = now() - interval '181 days' where psu_id = ${psuId}`;
    expect((await create()).status).toBe(401);
  });

  it('another customer who has logged in under the same id', async () => {
    await bank.sql`update psu_sessions set customer_type = 'CORPORATE' where psu_id = ${psuId}`;
    const refused = await create();
    expect([refused.status, faultsOf(refused.json.tppMessages)]).toEqual([
      400,
      ['HTTP_HEADER_REQUIRED PSU-Corporate-ID'],
    ]);
  });

  it('the clock of the sandbox', async () => {
    const [found] = await bank.sql`select clock_offset_ms as offset from tpps`;
    await bank.sql`update tpps set clock_offset_ms = clock_offset_ms + ${3 * day}`;
    const { paymentId } = (await create()).json;
    const [made] = await bank.sql`select created_at from payments where payment_id = ${paymentId}`;
    expect(made?.created_at.getTime() - Date.now()).toBeGreaterThan(2 * day);
    await bank.sql`update tpps set clock_offset_ms = ${found?.offset}`;
  });

  it('a KID agreement of the creditor', async () => {
    const [account] = await bank.sql`
      select account_key as key from sandbox_accounts
      where kid_agreement is null and account_key like 'bban:%' and account_key <> ${`bban:${debtor.bban}`}
      order by account_key limit 1`;
    const key: string = account?.key;
    await bank.sql`update sandbox_accounts set kid_agreement = '{"required":true,"lengths":[7],"modulus":"MOD10"}'
      where account_key = ${key}`;
    const paid = { ...body(), creditorAccount: { bban: key.slice(5), currency: 'NOK' } };
    const refused = await create(tpp, {}, paid);
    expect(faultsOf(refused.json.tppMessages)).toEqual([
      'KID_MISSING remittanceInformationStructured.reference',
    ]);
    await bank.sql`update sandbox_accounts set kid_agreement = null where account_key = ${key}`;
    expect((await create(tpp, {}, paid)).status).toBe(201);
  });
});

describe('an X-Request-ID', () => {
  it('that was used gives its response again, at both replicas and doors, and writes nothing', async () => {
    const id = { 'x-request-id': randomUUID() };
    const sent = body();
    const first = await create(tpp, id, sent);
    const before = await bank.count('payments');
    for (const one of [tpp, there]) expect((await create(one, id, sent)).text).toBe(first.text);
    const graphql = { headers: headersOf({ 'x-request-id': randomUUID() }) };
    const input = body();
    const made = await tpp.graphqlRaw(mutation, { input }, graphql);
    expect(made.data.createInstantPayment.payment, made.text).not.toBeNull();
    for (const one of [tpp, there]) {
      const again = await one.graphqlRaw(mutation, { input }, graphql);
      expect([again.text, again.headers.get('idempotent-replay')]).toEqual([made.text, 'true']);
    }
    expect(await bank.count('payments')).toBe(before + 1);
  });

  it('of another request is a conflict, at both doors', async () => {
    const id = { 'x-request-id': randomUUID() };
    await create(tpp, id);
    expect((await create(tpp, id)).status).toBe(409);
    const refused = await there.graphqlRaw(mutation, { input: body() }, { headers: headersOf(id) });
    expect(refused.data.createInstantPayment.tppMessages).toEqual([
      { code: 'CONFLICT', path: 'X-Request-ID' },
    ]);
    const unread = await there.graphqlRaw(mutation, { input: {} }, { headers: headersOf(id) });
    expect(unread.text).toContain('X-Request-ID');
  });

  it('sent many times at once acts once', async () => {
    const id = { 'x-request-id': randomUUID() };
    const sent = body();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(index % 2 === 0 ? tpp : there, id, sent)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

it('duplicate payments are detected as before: one at a time, many at once', async () => {
  const sent = body();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(index % 2 === 0 ? tpp : there, {}, sent)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});
