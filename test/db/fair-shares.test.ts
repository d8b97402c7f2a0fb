import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connections/client.ts';
import { newLinkToken } from '../../src/operations/sca/secrets.ts';
import { newToken } from '../../src/operations/tokens/create-console-token.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { raw } from './support/raw.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

/** Requests that hold the places end when the lock is released, or after five seconds. */
function countEnded(flood: readonly Promise<unknown>[]): () => number {
  let count = 0;
  for (const request of flood) void request.then(() => (count += 1));
  return () => count;
}

it('a TPP whose requests all wait for a lock leaves room for the next one', async () => {
  const [busy, quiet] = [bank.tpp('PSDNO-FSA-BUSY'), bank.tpp('PSDNO-FSA-QUIET')];
  const paymentId = await newPayment(busy);
  await newPayment(quiet);
  let flood: Promise<{ status: number }>[] = [];
  await bank.sql.begin(async (tx) => {
    await tx`select 1 from payments where payment_id = ${paymentId} for update`;
    flood = Array.from({ length: 30 }, () => busy.rest('DELETE', `${domesticPath}/${paymentId}`));
    await expect.poll(() => bank.database.usage().waiting).toBeGreaterThan(15);
    const ended = countEnded(flood);
    expect((await quiet.rest('GET', `${domesticPath}/none`)).status).toBe(404);
    await newPayment(quiet);
    expect(ended()).toBe(0);
    expect(bank.database.usage().waiting).toBeGreaterThan(15);
  });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
});

it.each<[string, string, () => Promise<Response>]>([
  [
    'tokens',
    'console_tokens',
    () =>
      bank.fetch('/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${newToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ viewer { tppId } }' }),
      }),
  ],
  ['links', 'authorisations', () => bank.fetch(`/sca/${newLinkToken('PSDNO-FSA-BUSY')}`)],
])('senders of unknown %s leave connections to housekeeping', async (_, table, send) => {
  let flood: Promise<Response>[] = [];
  await bank.sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`);
    flood = Array.from({ length: 30 }, send);
    await expect.poll(() => bank.database.usage().waiting).toBeGreaterThan(15);
    const ended = countEnded(flood);
    await bank.database.query({ text: 'select 1' }, []);
    expect(ended()).toBe(0);
    expect(bank.database.usage().waiting).toBeGreaterThan(15);
  });
  for (const { status } of await Promise.all(flood)) expect([401, 404]).toContain(status);
});

it('a request that is refused because many requests of its TPP wait is no failure of the database', async () => {
  const database = openDatabase({ url: bank.databaseUrl, poolSize: 1 });
  const { session } = database.of('PSDNO-FSA-BUSY');
  const flood = Array.from({ length: 20 }, () => raw(session, 'select pg_sleep(0.02)'));
  const reasons = (await Promise.allSettled(flood)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toMatchObject({ reason: 'ACCESS_EXCEEDED' });
  expect(new Set(Object.values(database.failures()))).toEqual(new Set([0]));
  await database.close();
});
