/**
 * A third kind of bank in one file (support/file-bank.ts) passes the tests of every bank, at both doors. Its file, and
 * its pause after an approval, have tests here.
 */
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChosenBank } from '../../src/app/bank.ts';
import { refuse } from '../../src/domain/refusal.ts';
import { type Bank, psuHeaders, startBank, startBanksWith, type Tpp } from '../support/bank.ts';
import { nightly } from '../support/nightly.ts';
import { freshPsu, pathOf, productOf } from '../support/payments.ts';
import { authorise, domesticPath, newPayment, statusOf } from '../support/story.ts';
import { fileBank } from './support/file-bank.ts';

const pauseMs = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'file-bank-'));
const file = join(folder, 'payments.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

it('is written in at most 150 lines', () => {
  const text = readFileSync(new URL('./support/file-bank.ts', import.meta.url), 'utf8');
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(150);
});

/** Runs, KID agreements and clocks belong to the simulated bank, and so do their tests. */
const stories = [
  'payments/first-payment',
  'payments/lifecycle',
  ...(nightly
    ? [
        'baskets/baskets',
        'graphql/lists',
        'parity/payments',
        'payments/duplicates',
        'payments/fields',
        'payments/headers',
        'payments/idempotency',
        'payments/refusals',
        'rest/order',
      ]
    : []),
];

describe('passes', () => {
  beforeAll(() => startBanksWith({ createBank: fileBank({ file, pauseMs }) }));
  afterAll(() => startBanksWith({}));
  describe.each(stories)('%s', async (name) => {
    // The query makes a new module: the file may already have run in this process with the simulated bank.
    await import(new URL(`../${name}.test.ts?bank=file`, import.meta.url).href);
  });
});

describe('a bank that keeps payments in a file', () => {
  let bank: Bank;
  let tpp: Tpp;
  /** Whether the next approval rolls back after its line is written. */
  let rollsBack = false;
  beforeAll(async () => {
    bank = await startBank({ createBank: (inside) => withRollback(fileBank({ file, pauseMs })(inside)) });
    tpp = bank.tpp();
  });
  afterAll(() => bank.stop());

  const withRollback = (behind: ChosenBank): ChosenBank => ({
    ...behind,
    bank: {
      ...behind.bank,
      async commitApproval(...approval) {
        const approved = await behind.bank.commitApproval(...approval);
        if (!rollsBack) return approved;
        rollsBack = false;
        throw refuse('UNAVAILABLE', { retryAfterSeconds: 1 });
      },
    },
  });

  const linesOf = (paymentId: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(paymentId));
  const approve = (paymentId: string) => authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
  const historyOf = async (paymentId: string): Promise<string> => {
    const rows = await bank.sql`
      select to_status from payment_status_changes where payment_id = ${paymentId} order by sequence`;
    return rows.map((row) => row.to_status).join(' ');
  };
  const statusByGraphql = async (paymentId: string): Promise<string> =>
    (
      await tpp.graphqlRaw('query ($id: String!) { payment(paymentId: $id) { transactionStatus } }', {
        id: paymentId,
      })
    ).data.payment.transactionStatus;
  const cancel = async (paymentId: string) => {
    expect((await tpp.rest('DELETE', `${domesticPath}/${paymentId}`)).status).toBe(202);
    return (at: () => void) => {
      at();
      return authorise(tpp, `${domesticPath}/${paymentId}/cancellation-authorisations`);
    };
  };

  it.each([
    ['REST', (id: string) => statusOf(tpp, id)],
    ['GraphQL', statusByGraphql],
  ])('settles a payment when the pause is over, as %s reads it, with one row of history', async (_, read) => {
    const id = await newPayment(tpp);
    await approve(id);
    bank.time.now += pauseMs - 1;
    expect(await read(id)).toBe('PDNG');
    bank.time.now += 1;
    expect(await read(id)).toBe('ACSC');
    expect(await historyOf(id)).toBe('PDNG ACSC');
  });

  it('settles a payment once for twenty who read it at two replicas', async () => {
    const id = await newPayment(tpp);
    await approve(id);
    bank.time.now += pauseMs;
    const replica = bank.replica();
    const there = replica.tpp();
    const read = await Promise.all(
      Array.from({ length: 20 }, (_, index) => statusOf(index % 2 ? tpp : there, id)),
    );
    await replica.stop();
    expect(new Set(read)).toEqual(new Set(['ACSC']));
    expect(await historyOf(id)).toBe('PDNG ACSC');
  });

  it('writes one line for an approval that rolls back and is repeated, and acts on it only then', async () => {
    const id = await newPayment(tpp);
    rollsBack = true;
    const { text } = await approve(id);
    expect(text).toContain('SYSTEM_ERROR');
    expect(linesOf(id)).toHaveLength(1);
    bank.time.now += pauseMs;
    expect(await statusOf(tpp, id)).toBe('RCVD');
    await approve(id);
    expect(await statusOf(tpp, id)).toBe('ACSC');
    expect(linesOf(id)).toHaveLength(1);
  });

  it('takes back a payment whose cancellation is approved within the pause', async () => {
    const id = await newPayment(tpp);
    await approve(id);
    const approveCancellation = await cancel(id);
    await approveCancellation(() => undefined);
    bank.time.now += pauseMs;
    expect(await statusOf(tpp, id)).toBe('CANC');
    expect(linesOf(id)).toHaveLength(2);
  });

  it('does not take back a payment that has settled meanwhile', async () => {
    const id = await newPayment(tpp);
    await approve(id);
    const approveCancellation = await cancel(id);
    await approveCancellation(() => {
      bank.time.now += pauseMs;
    });
    expect(await statusOf(tpp, id)).toBe('ACSC');
    expect(linesOf(id)).toHaveLength(1);
  });

  it('reads on after a line that a kill has cut short', async () => {
    appendFileSync(file, '\n{"paymentId":"cut');
    const id = await newPayment(tpp);
    await approve(id);
    bank.time.now += pauseMs;
    expect(await statusOf(tpp, id)).toBe('ACSC');
  });

  it('lists what is settled, and signs a basket by one approval', async () => {
    const ids = [await newPayment(tpp)];
    // Payments of the same millisecond are listed in either order.
    bank.time.now += 1;
    ids.push(await newPayment(tpp));
    const made = await tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: ids },
      headers: psuHeaders,
    });
    const self = `/v1/signing-baskets/${made.json.basketId}`;
    await authorise(tpp, `${self}/authorisations`);
    bank.time.now += pauseMs;
    expect((await tpp.rest('GET', `${self}/status`)).json.transactionStatus).toBe('ACTC');
    expect(await Promise.all(ids.map((id) => statusOf(tpp, id)))).toEqual(['ACSC', 'ACSC']);
    const { data } = await tpp.graphqlRaw('{ payments(first: 2) { nodes { paymentId transactionStatus } } }');
    expect(data.payments.nodes).toEqual(
      ids.toReversed().map((paymentId) => ({ paymentId, transactionStatus: 'ACSC' })),
    );
  });

  it('without its folder refuses payments at both doors, and answers reads', async () => {
    const id = await newPayment(tpp);
    const before = await bank.count('payments');
    renameSync(folder, `${folder}-away`);
    try {
      const { example: body } = productOf('INDCTS');
      const byRest = await tpp.rest('POST', pathOf(productOf('INDCTS')), { body, headers: freshPsu() });
      const byGraphql = await tpp.graphqlRaw(
        `mutation ($input: CreateInstantPaymentInput!) {
          createInstantPayment(input: $input) { payment { paymentId } tppMessages { code } } }`,
        { input: body },
        { headers: freshPsu() },
      );
      expect([byRest.status, byRest.json.code]).toEqual([503, 'SYSTEM_ERROR']);
      expect(byGraphql.data?.createInstantPayment.payment ?? null, byGraphql.text).toBeNull();
      expect(await statusOf(tpp, id)).toBe('RCVD');
      expect(await bank.count('payments')).toBe(before);
    } finally {
      renameSync(`${folder}-away`, folder);
    }
  });
});
