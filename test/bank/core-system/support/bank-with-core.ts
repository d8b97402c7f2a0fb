/** A service with a core system: the simulated bank behind its own HTTP interface, with its own database. */

import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { bankStores } from '../../../../src/app/bank-stores.ts';
import { createTimeOrderedIds } from '../../../../src/app/time-ordered-ids.ts';
import { type CoreAlarm, CoreClient } from '../../../../src/bank/core/client.ts';
import { loadCoreSide } from '../../../../src/bank/core/iso20022/core-side/load-core-side.ts';
import { loadMessages } from '../../../../src/bank/core/iso20022/load-messages.ts';
import { defaultProfileFile, readProfile } from '../../../../src/bank/core/iso20022/profile.ts';
import type { Outbox } from '../../../../src/bank/core/outbox.ts';
import { type CoreRequest, createCoreSystem } from '../../../../src/bank/core-system/core-system.ts';
import type { CoreReply } from '../../../../src/bank/core-system/parts.ts';
import { type ListeningCore, listenAsCore } from '../../../../src/bank/core-system/server.ts';
import { createCoreSystemStore } from '../../../../src/bank/core-system/store.ts';
import type { CallTraces } from '../../../../src/bank/remote-calls/remote-client.ts';
import { createSimulatedBank } from '../../../../src/bank/simulated/simulated-bank.ts';
import { openDatabase } from '../../../../src/db/connections/client.ts';
import { createUnitOfWork } from '../../../../src/db/unit-of-work.ts';
import { type Bank, certificateFor, startBank, type Tpp } from '../../../support/bank.ts';
import { cloneDatabase } from '../../../support/database.ts';

type Fields = Readonly<Record<string, string | number>>;

export interface BankWithCore {
  readonly bank: Bank;
  readonly tpp: Tpp;
  readonly coreUrl: string;
  readonly coreSql: postgres.Sql;
  readonly client: CoreClient;
  readonly alarms: { readonly kind: CoreAlarm; readonly fields: Fields }[];
  readonly notices: { readonly name: string; readonly fields: Fields }[];
  /** Failures other than refusals; those that remain at the end fail the test. */
  readonly failures: unknown[];
  readonly arrived: string[];
  /** A response in place of the core's, before or after it acts; undefined: unchanged. */
  intercept:
    | ((line: string, act: () => Promise<CoreReply>, query: URLSearchParams) => Promise<CoreReply>)
    | null;
  readonly coreTime: { now: number };
  carryOut(): Promise<void>;
  /** Sends orders, carries out what is due at the core, and applies its reports. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const read = readProfile(defaultProfileFile);
const profile = 'profile' in read ? read.profile : expect.fail(read.faults.join());

export interface WithCore {
  readonly outbox?: Outbox;
  readonly traces?: CallTraces;
  readonly start?: (parts: Parameters<typeof startBank>[0]) => Promise<Bank>;
}

type Interception = Pick<BankWithCore, 'intercept'>;

export const startBankWithCore = (more: WithCore = {}): Promise<BankWithCore> =>
  startAs({ intercept: null }, more);

/** One service for all tests of a file. Each test begins without an interception, and with empty lists. */
export function shareBankWithCore(more: WithCore = {}): BankWithCore {
  const one = { intercept: null } as BankWithCore;
  beforeAll(async () => {
    await startAs(one, more);
  });
  beforeEach(() => {
    one.intercept = null;
    for (const list of [one.alarms, one.notices, one.arrived]) list.length = 0;
  });
  afterAll(() => one.stop?.());
  return one;
}

async function startAs(it: Interception, more: WithCore): Promise<BankWithCore> {
  const coreTime = { now: Date.now() };
  const clock = () => coreTime.now;
  const coreDatabaseUrl = await cloneDatabase();
  const coreDatabase = openDatabase({ url: coreDatabaseUrl, poolSize: 5 });
  const coreSql = postgres(coreDatabaseUrl, { max: 1, fetch_types: false, onnotice: () => undefined });
  const settings = { sandbox: true, publicUrl: 'http://core' };
  const ids = createTimeOrderedIds(clock);
  const work = createUnitOfWork(coreDatabase, bankStores);
  const system = createCoreSystem(
    {
      work,
      store: createCoreSystemStore(coreDatabase.session),
      clock,
      ids,
      settings,
      bank: createSimulatedBank({ ids, settings }),
      messages: loadCoreSide(profile.bankBic),
    },
    console.error,
  );
  await system.prepare();
  const arrived: string[] = [];
  const handle = (request: CoreRequest): Promise<CoreReply> => {
    const line = `${request.method} ${request.path}`;
    arrived.push(line);
    const act = () => system.handle(request);
    return it.intercept ? it.intercept(line, act, request.query) : act();
  };
  const port: ListeningCore = await listenAsCore(handle, 0, null, () => 500);
  const alarms: BankWithCore['alarms'] = [];
  const notices: BankWithCore['notices'] = [];
  const client = new CoreClient(
    {
      url: port.url,
      identity: certificateFor('PSDNO-FSA-SERVICE'),
      authorities: null,
      timeoutMs: 20_000,
      certificateEndsAt: Date.now() + 86_400_000,
    },
    {
      now: Date.now,
      random: () => 1,
      waitSeconds: 0,
      traces: more.traces ?? null,
      notice: (name, fields = {}) => void notices.push({ name, fields }),
      alarm: (kind, fields) => void alarms.push({ kind, fields }),
    },
  );
  const failures: unknown[] = [];
  const messages = loadMessages(profile, null);
  const bank = await (more.start ?? startBank)({
    core: { client, messages, outbox: more.outbox ?? null },
    onError: (error) => void failures.push(error),
  });
  return Object.assign(it, {
    bank,
    tpp: bank.tpp(),
    coreUrl: port.url,
    coreSql,
    client,
    alarms,
    notices,
    failures,
    arrived,
    coreTime,
    carryOut: () => system.tick(),
    async settle() {
      await bank.app.runner.tick();
      await system.tick();
      await bank.app.runner.tick();
    },
    async stop() {
      expect(failures).toEqual([]);
      await client.close();
      await port.stop();
      await bank.app.events.stop();
      await Promise.all([bank.stop(), coreDatabase.close(), coreSql.end({ timeout: 1 })]);
    },
  });
}

const monotonic = performance.now.bind(performance);
let skippedMs = 0;

/** The numbers that a pattern finds in the metrics. A process reads those of the database once in ten seconds, which pass at once here. */
export async function metricsOf({ bank }: BankWithCore, pattern: RegExp): Promise<readonly number[]> {
  skippedMs += 10_000;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + skippedMs);
  const text = await (await bank.fetch('/metrics')).text();
  now.mockRestore();
  return [...text.matchAll(pattern)].map(([, value]) => Number(value));
}
