import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connections/client.ts';
import { refusalOfFailure } from '../../src/db/connections/failure.ts';
import { engines } from '../../src/db/connections/settings.ts';
import { insertInto } from '../../src/db/inserts.ts';
import { DatabaseSetupError, inspectDatabase, migrateDatabase } from '../../src/db/prepare.ts';
import { tpps } from '../../src/db/tables/payments.ts';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { OutdatedRead } from '../../src/operations/ports/stores.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { rounds } from '../support/nightly.ts';
import { freshPsu, pathOf } from '../support/payments.ts';
import { type Manner, missing, type Pooler, startPooler } from './support/pgbouncer.ts';
import { raw } from './support/raw.ts';

describe('the end of a transaction', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await startBank();
  });
  afterAll(() => bank.stop());

  it('is not a commit when it has failed, whoever swallowed the failure', async () => {
    const swallowed = bank.database.transaction(async (session) => {
      await raw(session, "insert into tpps (tpp_id, name) values ('LOST', 'Lost')");
      await raw(session, 'select 1 / 0').catch(() => undefined);
      return 'done';
    });
    await expect(swallowed).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    const refusal = refusalOfFailure(await swallowed.catch((error: unknown) => error));
    expect([refusal?.status, refusal?.extras.retryAfterSeconds]).toEqual([503, 2]);
    expect(await bank.count("tpps where tpp_id = 'LOST'")).toBe(0);
  });

  it.each(engines)(
    'is followed by no statement on %s, even one that still waits for inserts to be written',
    async (engine) => {
      const database = openDatabase({ url: bank.databaseUrl, poolSize: 1, engine });
      const insertTpp = insertInto(tpps, 'clockOffsetMs', 'createdAt');
      let late: Promise<unknown> = Promise.resolve();
      const work = database.transaction(async (session) => {
        for (const tppId of ['PENDING-1', 'PENDING-2'])
          await session.insert(insertTpp, { tppId, name: 'Pending' });
        late = raw(session, "insert into tpps (tpp_id, name) values ('LATE', 'Late')");
        await Promise.all([late, Promise.reject(new Error('refused'))]);
      });
      await expect(work).rejects.toThrow('refused');
      await expect(late).rejects.toThrow('after the end');
      await database.close();
      expect(await bank.count("tpps where tpp_id in ('PENDING-1', 'PENDING-2', 'LATE')")).toBe(0);
    },
  );

  it('refuses later inserts, which no statement would write', async () => {
    const insertTpp = insertInto(tpps, 'clockOffsetMs', 'createdAt');
    const session = await bank.database.transaction(async (open) => open);
    const late = session.insert(insertTpp, { tppId: 'LATE', name: 'Late' });
    await expect(late).rejects.toThrow('after the end');
  });

  it('with outdated reads is a rollback and another attempt, at last a 409', async () => {
    let attempts = 0;
    const work = (readsOutdated: number) =>
      createUnitOfWork(bank.database).transaction(async (stores) => {
        attempts += 1;
        await stores.tpps.register(`ATTEMPT-${attempts}`, 'Again');
        if (attempts <= readsOutdated) throw new OutdatedRead();
      });
    await work(4);
    expect(await bank.count("tpps where tpp_id like 'ATTEMPT-%'")).toBe(1);
    attempts = 0;
    await expect(work(5)).rejects.toMatchObject({ reason: 'CONFLICT', extras: { retryAfterSeconds: 1 } });
  });

  it.each([
    ['waits too long behind another commit', '55P03', { reason: 'UNAVAILABLE' }],
    ['PostgreSQL ends in a deadlock each time', '40P01', { code: '40P01' }],
  ])('that %s is a 503 and no conflict or defect', async (_, code, failure) => {
    await bank.sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$;
      create constraint trigger fail after insert on tpps deferrable initially deferred
        for each row when (new.tpp_id = 'FAILS') execute function fail()`);
    const error: unknown = await createUnitOfWork(bank.database)
      .transaction((stores) => stores.tpps.register('FAILS', 'Fails'))
      .catch((reason: unknown) => reason);
    await bank.sql.unsafe('drop function fail cascade');
    expect(error).toMatchObject(failure);
    const refusal = refusalOfFailure(error);
    expect([refusal?.status, refusal?.extras.retryAfterSeconds]).toEqual([503, 2]);
  });

  it('is READ COMMITTED, whatever the default of the database', async () => {
    const name = new URL(bank.databaseUrl).pathname.slice(1);
    await bank.sql.unsafe(`alter database ${name} set default_transaction_isolation = 'serializable'`);
    const fresh = openDatabase({ url: bank.databaseUrl, poolSize: 1 });
    const [row] = await fresh.transaction((session) =>
      raw<{ level: string }>(session, "select current_setting('transaction_isolation') as level"),
    );
    expect(row?.level).toBe('read committed');
    await fresh.close();
    await bank.sql.unsafe(`alter database ${name} reset default_transaction_isolation`);
  });

  it('and its beginning are sent as plain text, never as a named statement', async () => {
    const statements = async () => {
      const rows = await raw<{ statement: string }>(
        bank.database.session,
        'select statement from pg_prepared_statements',
      );
      return rows.map(({ statement }) => statement);
    };
    await bank.database.transaction((session) => raw(session, 'select $1::int as n', [1]));
    expect(await statements()).toContain('select $1::int as n');
    expect((await statements()).filter((text) => /^(begin|commit|rollback)/i.test(text))).toEqual([]);
  });
});

describe.skipIf(missing !== null)(
  `behind a pooler in transaction mode${missing ? `: ${missing}` : ''}`,
  () => {
    let poolers: Pooler[] = [];
    let banks: Bank[] = [];
    afterEach(async () => {
      await Promise.all(banks.map((bank) => bank.stop()));
      await Promise.all(poolers.map((pooler) => pooler.stop()));
      [poolers, banks] = [[], []];
    });
    async function pooled(manner: Manner): Promise<{ bank: Bank; direct: string; pooler: Pooler }> {
      let direct = '';
      const bank = await startBank({}, async (url) => {
        direct = url;
        const pooler = await startPooler(url, manner);
        poolers.push(pooler);
        return { url: pooler.url, pooler: 'transaction', directUrl: url };
      });
      banks.push(bank);
      return { bank, direct, pooler: poolers[0] as Pooler };
    }

    it.each<Manner>(['refuses', 'ignores'])(
      'that %s start parameters: a start without its name fails, a start with it succeeds',
      async (manner) => {
        const { bank, direct, pooler } = await pooled(manner);
        await expect(inspectDatabase({ url: pooler.url })).rejects.toThrow(DatabaseSetupError);
        await expect(inspectDatabase({ url: pooler.url })).rejects.toThrow(/DATABASE_POOLER=transaction/);
        const named = { url: pooler.url, pooler: 'transaction' } as const;
        await expect(inspectDatabase({ ...named, directUrl: pooler.url })).rejects.toThrow(
          /DATABASE_DIRECT_URL/,
        );
        const [durable] = await bank.sql`select count(*)::int as off from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`;
        const { risks } = await inspectDatabase({ ...named, directUrl: direct });
        expect(risks).toHaveLength(durable?.off);
      },
    );

    it.each<Manner>(['refuses', 'ignores'])(
      'that %s start parameters: every acknowledged payment exists, and an id acts once',
      async (manner) => {
        const { bank } = await pooled(manner);
        const tpp = bank.tpp();
        const count = rounds(20, manner === 'ignores' ? 300 : 100);
        const acknowledged: string[] = [];
        const create = async (): Promise<void> => {
          const headers = { ...freshPsu(), 'x-request-id': randomUUID() };
          const body = instantDomestic.example;
          const twins = await Promise.all(
            [1, 2].map(() => tpp.rest('POST', pathOf(instantDomestic), { body, headers })),
          );
          const ids = new Set(twins.filter(({ status }) => status === 201).map(({ json }) => json.paymentId));
          expect(ids.size).toBeLessThanOrEqual(1);
          acknowledged.push(...ids);
        };
        // The response checker loads the document once, before all places are taken.
        await tpp.rest('GET', `${pathOf(instantDomestic)}/none`);
        for (let made = 0; made < count; made += 20) await Promise.all(Array.from({ length: 20 }, create));
        expect(acknowledged).toHaveLength(count);
        const kept = await bank.sql`select payment_id from payments`;
        const there = new Set(kept.map(({ payment_id }) => payment_id));
        expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
        expect(there.size).toBe(count);
      },
      120_000,
    );

    it('the time-outs hold in every transaction, and no session state remains', async () => {
      const { bank, pooler } = await pooled('ignores');
      const text =
        "select current_setting('lock_timeout') as locks, current_setting('statement_timeout') as statements";
      const inForce = [{ locks: '5s', statements: '8s' }];
      expect(await raw(bank.database.session, text)).toEqual(inForce);
      expect(await bank.database.transaction((session) => raw(session, text))).toEqual(inForce);
      const plain = openDatabase({ url: pooler.url, poolSize: 1, pooler: 'transaction' });
      const prepared = await raw(plain.session, 'select count(*)::int as n from pg_prepared_statements');
      expect(prepared).toEqual([{ n: 0 }]);
      await plain.close();
    });
  },
);

describe('the turn to migrate', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await startBank();
  });
  afterAll(() => bank.stop());

  it('is waited for with a log line, and within a bound', async () => {
    const told: string[] = [];
    const options = { report: (text: string) => void told.push(text), patienceMs: 20 };
    await bank.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7215001)`;
      // Without missing migrations there is no wait.
      await migrateDatabase(bank.databaseUrl, options);
      expect(told).toEqual([]);
      await bank.sql`alter schema drizzle rename to aside`;
      await expect(migrateDatabase(bank.databaseUrl, options)).rejects.toThrow(/migration lock/);
    });
    expect(told).toEqual([expect.stringMatching(/Another process is migrating/)]);
    await bank.sql`alter schema aside rename to drizzle`;
    await migrateDatabase(bank.databaseUrl, options);
    expect(told).toHaveLength(1);
  });
});
