/** Load against faults, all chosen by a seed; returns faults and figures. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ensureAuthority,
  ensureSandboxFiles,
  ensureTpp,
  pathsOf,
  tppFolder,
} from '../../packages/toolkit/src/files.ts';
import type { SigningIdentity } from '../../packages/toolkit/src/sign.ts';
import { type Pooler, startPooler } from '../db/support/pgbouncer.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { chanceOf } from './support/chance.ts';
import { startFaultyDatabase } from './support/database.ts';
import { type FaultName, inject, type Site } from './support/faults.ts';
import { createLedger, replayFaults } from './support/ledger.ts';
import { createService, linesOf, type Service } from './support/service.ts';
import { tell } from './support/stories.ts';
import { untilTimeout } from './support/time-out.ts';
import { createPatientTpp, newFigures } from './support/tpp.ts';

export interface Plan {
  readonly seed: number;
  readonly replicas: number;
  readonly workers: number;
  readonly faults: Partial<Readonly<Record<FaultName, number>>>;
  readonly pooled?: boolean;
  readonly program?: string | undefined;
  readonly progress?: (line: string) => void;
  /** Of the test. */
  readonly signal?: AbortSignal;
}

export interface Report {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly injected: Readonly<Record<string, number>>;
  readonly creations: number;
  readonly acknowledged: number;
  readonly tries: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly longestMs: number;
  readonly returnsMs: readonly number[];
  readonly lines: Readonly<Record<string, number>>;
}

const replayedAtMost = 200;
const poolerSize = 8;
/** Writes between one fault and the next. */
const betweenFaults = [3, 12] as const;

export async function play(plan: Plan): Promise<Report> {
  const chance = chanceOf(plan.seed);
  const folder = mkdtempSync(join(tmpdir(), 'psd2 bank faults tpp '));
  const database = await startFaultyDatabase();
  let pooler: Pooler | null = plan.pooled ? await startPooler(database.url, 'ignores', poolerSize) : null;
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: pooler?.url ?? database.url,
    ...(pooler ? { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: database.url } : {}),
  };
  const restartPooler = async (): Promise<void> => {
    const port = Number(new URL(pooler?.url ?? '').port);
    await pooler?.stop();
    pooler = await startPooler(database.url, 'ignores', poolerSize, port);
  };
  const identities = await identitiesIn(folder);
  const services: Service[] = [];
  for (let index = 0; index < plan.replicas; index += 1)
    services.push(await createService({ settings, program: plan.program }));
  try {
    const site = { database, services, chance, restartPooler: pooler && restartPooler };
    return await untilTimeout(plan.signal, async () => {
      await Promise.all(services.map((service) => service.start()));
      return underLoad(plan, site, identities);
    });
  } finally {
    await Promise.all(services.map((service) => service.retire()));
    await pooler?.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underLoad(
  plan: Plan,
  parts: Omit<Site, 'returned'>,
  identities: readonly SigningIdentity[],
): Promise<Report> {
  const { database, services, chance } = parts;
  const figures = newFigures();
  const ledger = createLedger();
  const returnsMs: number[] = [];
  const wrong: string[] = [];
  let over = false;
  const bases = services.map(({ base }) => base);
  const tpps = identities.map((identity, index) => {
    const route = chanceOf(plan.seed + index);
    return createPatientTpp(identity, () => route.pick(bases), figures);
  });

  const loggedIn = await logIn();
  async function logIn() {
    for (const tpp of tpps)
      await tpp.send({
        method: 'GET',
        path: '/v1/sandbox/customers',
        requestId: chance.uuid(),
        headers: {},
        body: null,
      });
    const sessions = Array.from({ length: 4 }, () => ({ psuId: chance.uuid(), sessionId: chance.uuid() }));
    for (const { psuId, sessionId } of sessions)
      await database.query(
        `insert into psu_sessions (tpp_id, psu_id, session_id, customer_id, customer_number, customer_type, authenticated_at)
         select tpp_id, $1, $2, customer_id, customer_number, customer_type, now()
         from sandbox_customers where customer_number = '13039319955'`,
        [psuId, sessionId],
      );
    return sessions;
  }

  async function worker(index: number): Promise<void> {
    const own = chanceOf(plan.seed * 1_000 + index);
    const tpp = tpps[index % tpps.length] as (typeof tpps)[number];
    while (!over)
      await tell({ tpp, chance: own, ledger, loggedIn }).catch((error: Error) => wrong.push(error.message));
  }

  async function progressBy(count: number): Promise<void> {
    const goal = figures.acknowledged + count;
    while (figures.acknowledged < goal) await sleep(5);
  }

  const measured: Promise<void>[] = [];
  async function measureReturn(): Promise<void> {
    const at = performance.now();
    while (figures.lastSuccess.sentAt < at) await sleep(1);
    returnsMs.push(Math.round(figures.lastSuccess.at - at));
  }
  const site: Site = { ...parts, returned: () => void measured.push(measureReturn()) };

  const workers = Array.from({ length: plan.workers }, (_, index) => worker(index));
  await progressBy(20);
  const faults = chance.shuffle(
    Object.entries(plan.faults).flatMap(([name, count]) => Array<FaultName>(count).fill(name as FaultName)),
  );
  for (const [index, fault] of faults.entries()) {
    plan.progress?.(`${index + 1}/${faults.length} ${fault}, ${figures.acknowledged} acknowledged`);
    await inject[fault](site);
    await progressBy(chance.whole(...betweenFaults));
  }
  over = true;
  await Promise.all([...workers, ...measured]);
  wrong.push(...(await ledger.faults((text) => database.query(text))));
  for (const tpp of tpps) {
    const own = ledger.creations().filter(({ identity }) => identity === tpp.identity);
    wrong.push(...(await replayFaults(tpp, own.slice(-replayedAtMost))));
  }
  return {
    seed: plan.seed,
    wrong,
    injected: plan.faults as Record<string, number>,
    creations: ledger.creations().length,
    acknowledged: figures.acknowledged,
    tries: figures.tries,
    outcomes: Object.fromEntries(figures.outcomes),
    longestMs: Math.round(figures.longestMs),
    returnsMs,
    lines: linesOf(services),
  };
}

/** Two TPPs: that of the demo, and another. */
async function identitiesIn(folder: string): Promise<SigningIdentity[]> {
  await ensureSandboxFiles(laySandboxKeys(folder));
  const now = new Date();
  const authority = await ensureAuthority(tppFolder(folder), now);
  const other = {
    organizationIdentifier: 'PSDNO-FSA-OTHER',
    organizationName: 'Other',
    roles: ['PSP_PI'] as const,
  };
  await ensureTpp(tppFolder(folder), authority, 'other', other, now);
  return ['demo', 'other'].map((name) => {
    const { certificatePath, keyPath } = pathsOf(tppFolder(folder), name);
    return {
      certificatePem: readFileSync(certificatePath, 'utf8'),
      privateKeyPem: readFileSync(keyPath, 'utf8'),
    };
  });
}
