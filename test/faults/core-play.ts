/**
 * A service of two replicas with a core system, under load, while processes are killed at chosen moments of calls; a
 * seed chooses everything. Returns faults and figures. Begin reading at `playCore`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tppFolder } from '../../packages/toolkit/src/files.ts';
import { builtService } from '../support/built.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { coreCalls } from './support/calls.ts';
import { chanceOf } from './support/chance.ts';
import { createCoreLedger } from './support/core-ledger.ts';
import { type FaultyDatabase, startFaultyDatabase } from './support/database.ts';
import { tellFacade } from './support/facade-stories.ts';
import { identityFiles } from './support/identities.ts';
import { deckOf, type Kill, killAll, type Scene, victims } from './support/kills.ts';
import { replayFaults } from './support/ledger.ts';
import { openProxy, type Way } from './support/proxy.ts';
import { type Visited, visit } from './support/psu.ts';
import { outOfOrder } from './support/reports.ts';
import { createService, linesOf, type Service } from './support/service.ts';
import { untilTimeout } from './support/time-out.ts';
import { createPatientTpp, type Figures, newFigures, type PatientTpp } from './support/tpp.ts';
import { until } from './support/until.ts';

interface CorePlan {
  readonly seed: number;
  readonly kills: number;
  readonly workers: number;
  readonly progress?: (line: string) => void;
  /** Of the test. */
  readonly signal?: AbortSignal;
}

interface CoreReport {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly kills: Readonly<Record<string, number>>;
  readonly creations: number;
  readonly tries: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly longestMs: number;
  readonly troubles: Readonly<Record<string, number>>;
  readonly orders: number;
  readonly lines: Readonly<Record<string, number>>;
  readonly seconds: readonly number[];
}

const tppNames = ['first', 'second', 'third'] as const;
const replayedAtMost = 20;
const pauseMs = 200;
/** The bound for due work on a busy machine. */
const quietMs = 40_000;

interface Site extends Scene {
  readonly tpps: readonly PatientTpp[];
  readonly figures: Figures;
}

export async function playCore(plan: CorePlan): Promise<CoreReport> {
  const chance = chanceOf(plan.seed);
  const folder = mkdtempSync(join(tmpdir(), 'psd2 core faults '));
  const proxy = openProxy(chance, () => undefined, outOfOrder(chance));
  const databases: FaultyDatabase[] = [];
  const services: Service[] = [];
  try {
    databases.push(...(await Promise.all([startFaultyDatabase(), startFaultyDatabase()])));
    const [facadeDatabase, bankDatabase] = databases as [FaultyDatabase, FaultyDatabase];
    const serviceFolder = laySandboxKeys(join(folder, 'service'), ...tppNames);
    const identities = await identityFiles(serviceFolder, tppNames, ['PSP_PI', 'PSP_AI']);
    const core = await createService({
      program: builtService('core.js').at(-1),
      settings: {
        DATA_DIR: laySandboxKeys(join(folder, 'bank', 'core'), 'service').replace(/\/core$/, ''),
        CORE_DATABASE_URL: bankDatabase.url,
        CORE_TLS: 'off',
      },
    });
    services.push(core);
    const toCore = (replica: number): Way => ({ side: 'core', replica, to: core.base });
    const front = await proxy.open(() => {
      const replica = chance.whole(0, 1);
      return { side: 'service', replica, to: services[1 + replica]?.base ?? '' };
    });
    for (const replica of [0, 1]) {
      const settings = {
        DATA_DIR: serviceFolder,
        DATABASE_URL: facadeDatabase.url,
        PUBLIC_URL: front,
        BANK: 'core',
        CORE_URL: await proxy.open(() => toCore(replica)),
        CORE_KEY: join(tppFolder(serviceFolder), 'first.key'),
        CORE_CERTIFICATE: join(tppFolder(serviceFolder), 'first.pem'),
        CORE_TIMEOUT: '2',
      };
      services.push(await createService({ settings }));
    }
    const figures = newFigures();
    const tpps = identities.map((identity) => createPatientTpp(identity, () => front, figures, pauseMs));
    const replicas = services.slice(1);
    const site = { proxy, replicas, bank: core, facadeDatabase, bankDatabase, chance, tpps, figures };
    return await untilTimeout(plan.signal, async () => {
      await Promise.all(services.map((service) => service.start()));
      return underLoad(plan, site);
    });
  } finally {
    await Promise.all(services.map((service) => service.retire()));
    await proxy.stop();
    await Promise.all(databases.map((database) => database.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underLoad(plan: CorePlan, site: Site): Promise<CoreReport> {
  const { proxy, chance, tpps, figures, facadeDatabase, bankDatabase } = site;
  const begun = performance.now();
  const ledger = createCoreLedger();
  const wrong: string[] = [];
  let over = false;
  const psus = Array.from({ length: 4 }, () => ({ psuId: chance.uuid(), sessionId: chance.uuid() }));

  async function worker(index: number): Promise<void> {
    const own = chanceOf(plan.seed * 1_000 + index);
    const tpp = tpps[index % tpps.length] as PatientTpp;
    while (!over)
      await tellFacade({ tpp, chance: own, ledger, psus, visit: visitHere, wanted: proxy.wanted }).catch(
        (error: Error) => wrong.push(error.message),
      );
  }

  const deck = deckOf(chance, plan.kills, coreCalls);
  const killed: Record<string, number> = {};
  const progress = (kill: Kill) => {
    killed[kill.victim] = (killed[kill.victim] ?? 0) + 1;
    const count = Object.values(killed).reduce((sum, one) => sum + one, 0);
    plan.progress?.(`${count}/${deck.length} ${kill.victim}, ${kill.moment}: ${kill.call}`);
  };
  const hurry = hurried(site, () => over);
  const workers = Array.from({ length: plan.workers }, (_, index) => worker(index));
  await Promise.all(
    victims.map((victim) =>
      killAll(
        site,
        deck.filter((kill) => kill.victim === victim),
        progress,
      ),
    ),
  );
  over = true;
  await Promise.all([...workers, hurry]);
  proxy.calm();
  const killedAt = performance.now();
  plan.progress?.(`${ledger.creations().length} payments; quiet now`);
  const differences = (end: boolean) => ledger.differences(facadeDatabase.query, bankDatabase.query, end);
  for (const end of [false, true]) {
    if (end) await moveClocks(site, 8);
    await minutesPass(site, 10);
    const isSettled = async () => {
      // The last attempts of the kills retry only after minutes.
      await secondsPass(site, 20);
      return (await differences(end)).length === 0;
    };
    await until(isSettled, '', quietMs).catch(() => undefined);
    const left = await differences(end);
    for (const line of left) plan.progress?.(line);
    wrong.push(...left);
  }
  for (const tpp of tpps) {
    const own = ledger.creations().filter((one) => one.tpp === tpp);
    wrong.push(...(await replayFaults(tpp, own.slice(-replayedAtMost))));
  }
  const [counted] = (await facadeDatabase.query('select count(*)::int as count from bank_orders')).rows;
  const secondsSince = (moment: number) => Math.round((moment - begun) / 1_000);
  return {
    seed: plan.seed,
    wrong,
    kills: killed,
    creations: ledger.creations().length,
    tries: figures.tries,
    outcomes: Object.fromEntries(figures.outcomes),
    longestMs: Math.round(figures.longestMs),
    troubles: Object.fromEntries(proxy.troubles),
    orders: counted.count,
    lines: linesOf(site.replicas),
    seconds: [secondsSince(killedAt), secondsSince(performance.now())],
  };
}

/** The PSU decides on the pages of the service; the address at the TPP shows the result. */
async function visitHere(link: string, act: 'approve' | 'reject'): Promise<Visited> {
  const { end } = await visit(link, act);
  if (end === null) return { end, decided: null };
  return { end, decided: end.searchParams.has('message') ? 'REJECTED' : 'APPROVED' };
}

/** Leases of killed processes, and pauses, pass twenty times as fast, even while other processes hold them. */
async function hurried(site: Site, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await secondsPass(site, 20).catch(() => undefined);
    await sleep(1_000);
  }
}

const minutesPass = (site: Site, minutes: number) => secondsPass(site, 60 * minutes);

/** Ages waiting orders and the lease of the report reader by so many seconds. */
async function secondsPass({ facadeDatabase }: Pick<Site, 'facadeDatabase'>, seconds: number): Promise<void> {
  await facadeDatabase.query(
    "update bank_orders set send_at = send_at - make_interval(secs => $1) where state = 'WAITING' and send_at > now()",
    [seconds],
  );
  await facadeDatabase.query(
    'update report_cursor set leased_until = leased_until - make_interval(secs => $1) where leased_until > now()',
    [seconds],
  );
}

/**
 * Moves past runs of the batch and the first execution of standing orders; the core goes on until that is carried out.
 */
async function moveClocks({ facadeDatabase, bankDatabase }: Site, days: number): Promise<void> {
  const move = (database: FaultyDatabase, by: number) =>
    database.query('update tpps set clock_offset_ms = clock_offset_ms + $1', [by * 86_400_000]);
  await move(bankDatabase, days);
  await move(facadeDatabase, days);
  await until(async () => {
    const { rows } = await facadeDatabase.query(
      'select count(*)::int as count from bank_queue where due_at <= now() + make_interval(days => $1)',
      [days],
    );
    return rows[0].count === 0;
  }, 'standing orders are not carried out').catch(() => undefined);
  await until(async () => {
    const { rows } = await facadeDatabase.query(
      "select count(*)::int as count from bank_orders where state = 'WAITING'",
    );
    return rows[0].count === 0;
  }, 'orders wait').catch(() => undefined);
  // An order after the last run of a Friday is carried out on Monday.
  await move(bankDatabase, 4);
}
