/**
 * A facade of two replicas in front of a bank, under load, while processes are killed at chosen moments of calls; a
 * seed chooses everything. Returns faults and figures. Begin reading at `playFacade`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tppFolder } from '../../packages/toolkit/src/files.ts';
import type { SigningIdentity } from '../../packages/toolkit/src/sign.ts';
import { laySandboxKeys } from '../support/keys.ts';
import { facadeCalls } from './support/calls.ts';
import { chanceOf } from './support/chance.ts';
import { type FaultyDatabase, startFaultyDatabase } from './support/database.ts';
import { createFacadeLedger } from './support/facade-ledger.ts';
import { tellFacade } from './support/facade-stories.ts';
import { identityFiles } from './support/identities.ts';
import { deckOf, type Kill, killAll, type Scene, victims } from './support/kills.ts';
import { replayFaults } from './support/ledger.ts';
import { type Listener, startListener } from './support/listener.ts';
import { openProxy, type Way } from './support/proxy.ts';
import { visit } from './support/psu.ts';
import { createService, linesOf, type Service } from './support/service.ts';
import { type Sessions, watchSessions } from './support/sessions.ts';
import { untilTimeout } from './support/time-out.ts';
import { createPatientTpp, type Figures, newFigures, type PatientTpp } from './support/tpp.ts';
import { until } from './support/until.ts';

interface FacadePlan {
  readonly seed: number;
  readonly kills: number;
  readonly workers: number;
  readonly program?: string | undefined;
  readonly progress?: (line: string) => void;
  /** Of the test. */
  readonly signal?: AbortSignal;
}

interface FacadeReport {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly kills: Readonly<Record<string, number>>;
  readonly creations: number;
  readonly tries: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly longestMs: number;
  readonly troubles: Readonly<Record<string, number>>;
  readonly streams: Readonly<Record<string, number>>;
  readonly idsAtBank: Readonly<Record<string, number>>;
  readonly lines: Readonly<Record<string, number>>;
  readonly seconds: readonly number[];
}

const tppNames = ['first', 'second', 'third'] as const;
const replayedAtMost = 20;
/** The pause between attempts of a request: most processes take longer to come back. */
const pauseMs = 200;

interface Site extends Scene {
  readonly sessions: Sessions;
  readonly tpps: readonly PatientTpp[];
  /** The facade as a TPP of the bank, calling the bank itself. */
  readonly facadeAtBank: PatientTpp;
  readonly figures: Figures;
}

export async function playFacade(plan: FacadePlan): Promise<FacadeReport> {
  const chance = chanceOf(plan.seed);
  const folder = mkdtempSync(join(tmpdir(), 'psd2 facade faults '));
  const sessions = watchSessions();
  const proxy = openProxy(chance, sessions.seen);
  const databases: FaultyDatabase[] = [];
  const services: Service[] = [];
  try {
    databases.push(...(await Promise.all([startFaultyDatabase(), startFaultyDatabase()])));
    const [facadeDatabase, bankDatabase] = databases as [FaultyDatabase, FaultyDatabase];
    const { program } = plan;
    const at = (bank: boolean, replica: number | null): Way => ({
      side: bank ? (replica === null ? 'bank' : 'upstream') : 'facade',
      replica,
      to: (bank ? services[0] : services[1 + (replica ?? 0)])?.base ?? '',
    });
    const front = await proxy.open(() => at(false, chance.whole(0, 1)));
    const bankFolder = laySandboxKeys(join(folder, 'bank'), 'facade');
    const bankSettings = {
      DATA_DIR: bankFolder,
      DATABASE_URL: bankDatabase.url,
      PUBLIC_URL: await proxy.open(() => at(true, null)),
      BANK: 'simulated',
    };
    services.push(await createService({ program, settings: bankSettings }));
    const upstream = await identityFiles(bankFolder, ['facade'], ['PSP_PI']);
    const facadeFolder = laySandboxKeys(join(folder, 'front'), ...tppNames);
    const identities = await identityFiles(facadeFolder, tppNames, ['PSP_PI', 'PSP_AI']);
    for (const replica of [0, 1]) {
      const settings = {
        DATA_DIR: facadeFolder,
        DATABASE_URL: facadeDatabase.url,
        PUBLIC_URL: front,
        BANK: 'upstream',
        UPSTREAM_URL: await proxy.open(() => at(true, replica)),
        UPSTREAM_KEY: join(tppFolder(bankFolder), 'facade.key'),
        UPSTREAM_CERTIFICATE: join(tppFolder(bankFolder), 'facade.pem'),
        UPSTREAM_TIMEOUT: '2',
      };
      services.push(await createService({ program, settings }));
    }
    const [bank, ...replicas] = services as [Service, Service, Service];
    const figures = newFigures();
    const tpps = identities.map((identity) => createPatientTpp(identity, () => front, figures, pauseMs));
    const facadeAtBank = createPatientTpp(upstream[0] as SigningIdentity, () => bank.base, newFigures());
    const site = {
      proxy,
      replicas,
      bank,
      facadeDatabase,
      bankDatabase,
      chance,
      sessions,
      tpps,
      facadeAtBank,
      figures,
    };
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

async function underLoad(plan: FacadePlan, site: Site): Promise<FacadeReport> {
  const { proxy, chance, tpps, sessions, figures } = site;
  const begun = performance.now();
  const ledger = createFacadeLedger();
  const wrong: string[] = [];
  const isWrong = ({ message }: Error): void => {
    wrong.push(message);
    plan.progress?.(`wrong: ${message}`);
  };
  let over = false;
  const psus = Array.from({ length: 4 }, () => ({ psuId: chance.uuid(), sessionId: chance.uuid() }));
  const listeners = tpps.map((tpp, index) => {
    const own = chanceOf(plan.seed * 100 + index);
    return startListener(tpp, () => own.pick(site.replicas).base, own.uuid);
  });

  async function worker(index: number): Promise<void> {
    const own = chanceOf(plan.seed * 1_000 + index);
    const tpp = tpps[index % tpps.length] as PatientTpp;
    while (!over)
      await tellFacade({ tpp, chance: own, ledger, psus, visit, wanted: proxy.wanted }).catch(isWrong);
  }

  const deck = deckOf(chance, plan.kills, facadeCalls);
  const killed: Record<string, number> = {};
  const progress = (kill: Kill) => {
    killed[kill.victim] = (killed[kill.victim] ?? 0) + 1;
    const count = Object.values(killed).reduce((sum, one) => sum + one, 0);
    plan.progress?.(`${count}/${deck.length} ${kill.victim}, ${kill.moment}: ${kill.call}`);
  };
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
  await Promise.all(workers);
  proxy.calm();
  const killedAt = performance.now();
  plan.progress?.(`${ledger.creations().length} payments; quiet now`);
  for (const told of [true, false]) {
    if (!told) await moveClockOfBank(site);
    // An unapproved payment may be polled only every quarter of an hour by then.
    await quietFor(told ? 10 : 20, site).catch(isWrong);
    const { facadeDatabase, bankDatabase } = site;
    wrong.push(...(await ledger.differences(facadeDatabase.query, bankDatabase.query, told)));
  }
  wrong.push(...(await unheard(site, listeners)), ...sessions.crossed().map((line) => `crossed: ${line}`));
  for (const listener of listeners) await listener.stop();
  for (const tpp of tpps) {
    const own = ledger.creations().filter((one) => one.tpp === tpp);
    wrong.push(...(await replayFaults(tpp, own.slice(-replayedAtMost))));
  }
  const count = (key: 'streams' | 'messages') => listeners.reduce((sum, { counts }) => sum + counts[key], 0);
  const secondsSince = (until: number) => Math.round((until - begun) / 1_000);
  return {
    seed: plan.seed,
    wrong,
    kills: killed,
    creations: ledger.creations().length,
    tries: figures.tries,
    outcomes: Object.fromEntries(figures.outcomes),
    longestMs: Math.round(figures.longestMs),
    troubles: Object.fromEntries(proxy.troubles),
    streams: { streams: count('streams'), messages: count('messages') },
    idsAtBank: sessions.counts(),
    lines: linesOf([site.bank, ...site.replicas]),
    seconds: [secondsSince(killedAt), secondsSince(performance.now())],
  };
}

const waiting = `kind = 'PAYMENT' and (ask_at <= $1
  or (asked_at >= $1 and asked_at > coalesce(heard_at, '-infinity') and ask_at < now() + interval '40 seconds'))`;

/** Ages the polls by so many minutes: every due payment is polled once more. */
async function quietFor(minutes: number, { facadeDatabase }: Site): Promise<void> {
  const { rows } = await facadeDatabase.query(
    `update remote_resources set asked_at = asked_at - make_interval(mins => $1), ask_at = ask_at - make_interval(mins => $1)
     where kind = 'PAYMENT' returning now() as at`,
    [minutes],
  );
  const since = [rows[0]?.at];
  const left = async () =>
    (
      await facadeDatabase.query(
        `select id, heard_at, asked_at, ask_at, unchanged from remote_resources where ${waiting}`,
        since,
      )
    ).rows;
  await until(
    async () => (await left()).length === 0,
    async () => {
      const payments = await left();
      return `the bank is not asked for all payments that are due: ${payments.length}, such as ${JSON.stringify(payments.slice(0, 3))}`;
    },
  );
}

/** Moves past runs of the batch and the first execution of standing orders. */
async function moveClockOfBank({ facadeAtBank, chance }: Site): Promise<void> {
  const query = 'mutation { advanceSandboxClock(input: { by: "P8D" }) { reached tppMessages { text } } }';
  const body = JSON.stringify({ query });
  const requestId = chance.uuid();
  const moved = await facadeAtBank.send({ method: 'POST', path: '/graphql', requestId, headers: {}, body });
  if (!moved.json?.data?.advanceSandboxClock) throw new Error(`the clock was not moved: ${moved.text}`);
  await until(
    async () => {
      const clock = await facadeAtBank.send({
        method: 'POST',
        path: '/graphql',
        requestId: chance.uuid(),
        headers: {},
        body: JSON.stringify({
          query: 'mutation { advanceSandboxClock(input: { by: "PT1S" }) { reached } }',
        }),
      });
      return clock.json.data.advanceSandboxClock.reached === true;
    },
    () => 'the clock of the bank does not arrive',
  );
}

/** Waits until the listeners have the status of every payment; returns missing and repeated ones. */
async function unheard({ facadeDatabase }: Site, listeners: readonly Listener[]): Promise<string[]> {
  const { rows } = await facadeDatabase.query('select payment_id as id, status from payments');
  const missing = () =>
    rows.filter(({ id, status }) => !listeners.some(({ last }) => last.get(id) === status));
  await until(
    async () => missing().length === 0,
    () => 'not heard',
  ).catch(() => undefined);
  return [
    ...missing().map(({ id, status }) => `never heard: ${id} is ${status}`),
    ...listeners.flatMap(({ twice }) => twice.map((line) => `heard twice: ${line}`)),
  ];
}
