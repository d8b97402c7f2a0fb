import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connections/client.ts';
import type { Bank } from '../support/bank.ts';
import { engine } from '../support/left-out.ts';
import { rounds } from '../support/nightly.ts';
import { fillBacklog } from './support/backlog.ts';
import { engineOn } from './support/engine.ts';
import { newTppForEachTest } from './support/life.ts';
import { watched } from './support/watched.ts';

/** 11:00 in Oslo on a Monday: a run. */
const run = new Date('2030-01-07T10:00:00Z');

let bank: Bank;
let tppId: string;
newTppForEachTest('BACKLOG', null, (own) => {
  ({ bank, tppId } = own);
});

const fail = (error: unknown) => {
  throw error;
};

async function expectEachOnce(payments: number): Promise<void> {
  const [row] = await bank.sql`
    select count(*)::int as settled, count(distinct l.payment_id)::int as posted,
      (select count(*)::int from ledger_movements where tpp_id = ${tppId} and kind = 'PAYMENT') as postings,
      (select count(*)::int from payment_status_changes c join payments q using (tpp_id, payment_id) where q.tpp_id = ${tppId} and c.to_status = 'ACSC') as moves
    from payments p join ledger_movements l using (tpp_id, payment_id) where p.tpp_id = ${tppId} and p.status = 'ACSC'`;
  expect(row).toEqual({ settled: payments, posted: payments, postings: payments, moves: payments });
}

describe('a run of the batch', () => {
  it('carries out each payment once, though several replicas begin at once', async () => {
    await fillBacklog(bank.sql, { tppId, payments: 3_000, dueAt: run });
    const replicas = [1, 2, 3].map(() => openDatabase({ url: bank.databaseUrl, poolSize: 3, engine }));
    const runners = [bank.database, ...replicas].map(
      (database) => engineOn(database, () => run.getTime(), fail).runner,
    );
    for (let steps = 1; steps > 0; )
      steps = (await Promise.all(runners.map((one) => one.tick()))).reduce((a, b) => a + b);
    await expectEachOnce(3_000);
    await Promise.all(replicas.map((one) => one.close()));
  });

  it('resumes after an interruption, and carries out each payment once', async () => {
    await fillBacklog(bank.sql, { tppId, payments: 3_000, dueAt: run });
    const failures: unknown[] = [];
    // From the thirteenth on they are made for the second part of a piece, from the eighteenth for the third.
    const step = rounds(3, 1);
    const calls = Array.from({ length: Math.ceil(19 / step) }, (_, place) => 1 + place * step);
    for (const call of calls) await breaking(bank, { call, piece: call === 1 ? 2 : 1 }, failures).tick();
    expect(failures).toHaveLength(calls.length);
    await engineOn(bank.database, () => run.getTime(), fail).runner.tick();
    await expectEachOnce(3_000);
  });
});

/** A runner whose work throws at the nth store call, from the nth batch on. */
function breaking(on: Bank, { call, piece }: { call: number; piece: number }, failures: unknown[]) {
  let pieces = 0;
  const begin = () => {
    pieces += 1;
    let left = pieces < piece ? Number.POSITIVE_INFINITY : call;
    return () => {
      left -= 1;
      if (left <= 0) throw new Error('broken on purpose');
    };
  };
  const failed = (error: unknown) => failures.push(error);
  return engineOn(on.database, () => run.getTime(), failed, { around: (work) => watched(work, { begin }) })
    .runner;
}
