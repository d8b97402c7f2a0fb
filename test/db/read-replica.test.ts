import { randomUUID } from 'node:crypto';
import { isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/connections/client.ts';
import { inspectDatabase, inspectPooler, migrateDatabase } from '../../src/db/prepare.ts';
import { openReadReplica, readRequiredStandbys } from '../../src/db/read-replica.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { type Bank, psuHeaders, startBank, type Tpp } from '../support/bank.ts';
import { everythingUnder } from '../support/largest-document.ts';
import { nightly } from '../support/nightly.ts';
import { openWatchedDatabase } from '../support/watched-database.ts';
import { raw } from './support/raw.ts';
import { replicaName, type Streaming, startStreaming } from './support/streaming.ts';

const path = '/v1/payments/norwegian-domestic-credit-transfers';
let servers: Streaming;
const banks: Bank[] = [];
const soon = { timeout: 20_000, interval: 20 };

interface Running {
  readonly tpp: Tpp;
  readonly toPrimary: string[];
  readonly notices: string[];
}

async function startProcess(): Promise<Running> {
  const primary = openWatchedDatabase({ url: servers.primary, poolSize: 4, awaitReplicas: true });
  const toPrimary: string[] = [];
  const notices: string[] = [];
  primary.watch((text) => toPrimary.push(text));
  const notice = (event: string, { reason = '' }: Readonly<Record<string, unknown>>) =>
    notices.push(`${event} ${reason}`.trim());
  const database = await openReadReplica(primary, { url: servers.replica, poolSize: 4, notice });
  const bank = await startBank({ database, requestLog: false });
  banks.push(bank);
  return { tpp: bank.tpp(), toPrimary, notices };
}

let remittance = 0;
const pay = (tpp: Tpp) => {
  remittance += 1;
  const body = { ...domestic.example, remittanceInformationUnstructured: `read ${remittance}` };
  return tpp.rest('POST', path, { body, headers: psuHeaders });
};

const ask = async (url: string, text: string) => (await servers.query(url, text)).rows[0];

beforeAll(async () => {
  servers = await startStreaming();
  await migrateDatabase(servers.primary);
  await servers.waitFor(replicaName);
}, 120_000);
afterAll(async () => {
  for (const bank of banks) {
    await bank.app.runner.stop();
    await bank.stop();
  }
  await servers?.stop();
});

it('a replica cannot be the database of a service, directly or behind a pooler', async () => {
  await expect(inspectDatabase({ url: servers.replica })).rejects.toMatchObject({ code: '25006' });
  await expect(inspectPooler(servers.replica)).rejects.toMatchObject({ code: '25006' });
});

it('a running service does not read from a standby to which its address leads after a failover', async () => {
  const notices: unknown[] = [];
  const database = openDatabase({
    url: servers.replica,
    poolSize: 2,
    notice: (...line) => notices.push(line),
  });
  await expect(raw(database.session, 'select 1')).rejects.toMatchObject({ code: '25006' });
  await expect(database.ping()).rejects.toMatchObject({ code: '25006' });
  expect(notices).toEqual([['database lost', { code: '25006' }]]);
  await database.close();
});

describe('a read', () => {
  it('uses the replica alone, for every field of every type and by REST, and writes nothing', async () => {
    const { tpp, toPrimary } = await startProcess();
    const { paymentId } = (await pay(tpp)).json;
    const schema = buildSchema({ sandbox: true });
    toPrimary.length = 0;
    for (const below of ['', '/status', '/authorisations'])
      expect((await tpp.rest('GET', `${path}/${paymentId}${below}`)).status).toBe(200);
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
      ({ name, args }) => name !== 'node' && !args.some(isRequiredArgument),
    );
    for (const { name, args: possible } of fields) {
      const args = possible.some((one) => one.name === 'first') ? '(first: 5)' : '';
      const answer = await tpp.graphqlRaw(`{ ${everythingUnder(schema, name, { args })} }`);
      expect([name, answer.status, answer.json.errors]).toEqual([name, 200, undefined]);
    }
    // Without the check of synchronous standbys.
    const asked = toPrimary.filter((text) => !/^begin|^commit$|pg_control_system/.test(text));
    expect(asked).toEqual([]);
  });

  it('in any process shows everything that a TPP was notified of; no notification precedes the replica', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    await servers.query(servers.replica, 'select pg_wal_replay_pause()');
    let told = false;
    const made = pay(one.tpp).finally(() => {
      told = true;
    });
    await vi.waitUntil(async () => {
      const waiting = await ask(
        servers.primary,
        "select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'",
      );
      return waiting?.n > 0;
    }, soon);
    expect(told).toBe(false);
    await servers.query(servers.replica, 'select pg_wal_replay_resume()');
    const { status, json } = await made;
    expect(status).toBe(201);
    expect((await other.tpp.rest('GET', `${path}/${json.paymentId}`)).status).toBe(200);
  });

  it('uses the primary while the replica is behind, and the replica afterwards', async () => {
    const { tpp, toPrimary, notices } = await startProcess();
    const { paymentId } = (await pay(tpp)).json;
    await servers.query(servers.replica, 'select pg_wal_replay_pause()');
    await servers.query(servers.primary, 'set synchronous_commit = local; create table beyond ()');
    await vi.waitUntil(() => notices.includes('reads do not use the replica it is behind'), soon);
    toPrimary.length = 0;
    expect((await tpp.rest('GET', `${path}/${paymentId}/status`)).status).toBe(200);
    expect(toPrimary.some((text) => text.includes('payments'))).toBe(true);
    await servers.query(servers.replica, 'select pg_wal_replay_resume()');
    await vi.waitUntil(() => notices.includes('reads use the replica again'), soon);
    toPrimary.length = 0;
    expect((await tpp.rest('GET', `${path}/${paymentId}/status`)).status).toBe(200);
    expect(toPrimary.some((text) => text.includes('payments'))).toBe(false);
  });
});

it.skipIf(!nightly)(
  'creations are refused with 503 while the replica applies nothing, and a repetition gets the payment',
  { timeout: 60_000 },
  async () => {
    const { tpp } = await startProcess();
    const newCreation = () => {
      remittance += 1;
      const body = { ...domestic.example, remittanceInformationUnstructured: `wait ${remittance}` };
      const headers = { ...psuHeaders, 'x-request-id': randomUUID() };
      return () => tpp.rest('POST', path, { body, headers });
    };
    expect((await newCreation()()).status).toBe(201);
    await servers.query(servers.replica, 'select pg_wal_replay_pause()');
    const creations = [newCreation(), newCreation(), newCreation()];
    const refused = await Promise.all(creations.map((create) => create()));
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    await servers.query(servers.replica, 'select pg_wal_replay_resume()');
    for (const create of creations) await expect.poll(async () => (await create()).status, soon).toBe(201);
  },
);

describe('no service starts with a replica', () => {
  it('that commits do not wait for', async () => {
    await servers.waitFor('elsewhere');
    await vi.waitUntil(
      async () =>
        (await ask(servers.primary, 'show synchronous_standby_names'))?.synchronous_standby_names !==
        replicaName,
      soon,
    );
    await expect(startProcess()).rejects.toThrow(
      `commits do not wait for the replica: synchronous_standby_names of the primary must contain the replica's cluster_name, '${replicaName}'`,
    );
    await servers.waitFor(replicaName);
  });

  it('that is not a replica', async () => {
    const primary = openWatchedDatabase({ url: servers.primary, poolSize: 2, awaitReplicas: true });
    const opening = openReadReplica(primary, { url: servers.primary, poolSize: 2 });
    await expect(opening).rejects.toThrow(
      'DATABASE_READ_URL cannot be used: the server is not a streaming replica',
    );
    await primary.close();
  });
});

describe('when the replica is gone', () => {
  it('reads go to the primary at once', async () => {
    await servers.waitFor(replicaName);
    const { tpp } = await startProcess();
    const { paymentId } = (await pay(tpp)).json;
    await servers.waitFor('');
    await servers.stopReplica();
    expect((await tpp.rest('GET', `${path}/${paymentId}/status`)).status).toBe(200);
  });
});

describe('commits wait for', () => {
  it.each([
    ['a', ['a']],
    ['"a b"', ['a b']],
    ['FIRST 2 (a, b)', ['a', 'b']],
    ['2 (a, b)', ['a', 'b']],
    ['any 2 (a, b)', ['a', 'b']],
    ['FIRST 1 (a, b)', null],
    ['ANY 1 (a, b)', null],
    ['a, b', null],
    ['*', null],
    ['', null],
  ])('%s: %o', (setting, names) => {
    expect(readRequiredStandbys(setting)).toEqual(names);
  });
});
