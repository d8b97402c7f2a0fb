import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, norwegianCrossBorder } from '../../src/domain/payments/products/cross-border.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { sepa } from '../../src/domain/payments/products/sepa.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { rounds } from '../support/nightly.ts';
import {
  advance,
  approved,
  cardItem,
  cardOf,
  entry,
  expectMoneyKept,
  kari,
  make,
  nok,
  ola,
  pay,
  payAtOnce,
  payBasket,
  payBulk,
  standing,
  standingOrder,
  tppAt,
} from './support/life.ts';

/** A TPP uses all products, baskets and cards on seven days of the clock, thirty with NIGHTLY=1. */
const days = rounds(7, 30);
const killsWanted = rounds(2, 10);
const monday = '2030-01-07T07:00:00Z';
const day = 86_400_000;
/** The killed process, bundled: it starts in a tenth of the time. */
const folder = mkdtempSync(join(tmpdir(), 'month '));
const child = join(folder, 'engine-child.mjs');

let bank: Bank;
beforeAll(async () => {
  const built = build({
    entryPoints: [fileURLToPath(new URL('./support/engine-child.ts', import.meta.url))],
    outfile: child,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    // Some packages are CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  [bank] = await Promise.all([startBank(), built]);
});
afterAll(async () => {
  await bank.stop();
  rmSync(folder, { recursive: true });
});

async function live(tpp: Tpp, tppId: string, night: () => Promise<void>): Promise<readonly unknown[]> {
  const ids: string[] = [];
  const cards = await cardOf(tpp);
  const keep = async (id: Promise<string>) => ids.push(await id);
  await keep(
    standingOrder(tpp, {
      debtorAccount: ola,
      creditorAccount: kari,
      instructedAmount: nok('1500.00'),
      startDate: '2030-01-07',
      endDate: '2030-02-04',
      frequency: 'Weekly',
    }),
  );
  await keep(
    standingOrder(tpp, {
      debtorAccount: ola,
      creditorAccount: kari,
      instructedAmount: nok('1.00'),
      startDate: '2030-01-08',
      frequency: 'Daily',
      executionRule: 'preceeding',
    }),
  );
  for (let date = 0; date < days; date += 1) {
    if (date % 3 === 0)
      await keep(
        pay(tpp, { debtorAccount: ola, creditorAccount: kari, instructedAmount: nok(`${1_000 + date}.00`) }),
      );
    if (date % 4 === 0) await keep(payAtOnce(tpp, { instructedAmount: nok('25.50') }));
    if (date % 5 === 0)
      await keep(
        payBulk(tpp, [entry('10.00'), entry('900000.00'), entry('3.00', 'Scenario Rejected')], {
          debtorAccount: ola,
        }),
      );
    if (date % 6 === 0)
      await keep(approved(tpp, sepa, { debtorAccount: { iban: 'NO3395360571018', currency: 'EUR' } }));
    if (date % 7 === 0)
      await keep(approved(tpp, crossBorder, { debtorAccount: { iban: 'NO0995360573002', currency: 'NOK' } }));
    if (date % 9 === 0)
      await keep(
        approved(tpp, norwegianCrossBorder, {
          debtorAccount: { bban: ola.bban, currency: 'NOK' },
          instructedAmount: nok('12.00'),
        }),
      );
    if (date % 8 === 0) ids.push(...(await payBasket(tpp, ['7.00', '8.00'])));
    const items = [cardItem(`card-${date}-a`, '2030-01-02'), cardItem(`card-${date}-b`, '2030-01-05')];
    expect((await tpp.rest('POST', cards, { body: items })).status).toBe(201);
    if (date % 10 === 0) await keep(make(tpp, domestic, { debtorAccount: ola }));
    if (date === 11) await keep(pay(tpp, { debtorAccount: ola, instructedAmount: nok('999999.00') }));
    await bank.sql`update tpps set clock_target_ms = ${Date.parse(monday) + (date + 1) * day - bank.time.now} where tpp_id = ${tppId}`;
    await night();
    await advance(tpp, { by: 'PT0S' });
  }
  const told = [];
  for (const id of ids) {
    const { transactionStatus, statusHistory, entries } = await standing(tpp, id);
    told.push([
      transactionStatus,
      statusHistory.map(({ to, at, reason }) => [to, at, reason]),
      entries ?? null,
    ]);
  }
  const balances =
    await bank.sql`select account_name, bban, balance_minor::text from sandbox_accounts where tpp_id = ${tppId} order by bban`;
  const booked = (await tpp.rest('GET', `${cards}?bookingStatus=booked`)).json.cardTransactions.booked;
  expect(booked).toHaveLength(2 * days);
  return [told, [...balances], booked];
}

/** Starts the night's work in a process that is killed at its nth store call; false: it made fewer calls. */
function killed(tppId: string, calls: number): Promise<boolean> {
  const values = [bank.databaseUrl, tppId, String(bank.time.now), String(calls)];
  const started = spawn(process.execPath, [child, ...values], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    started.once('exit', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve(signal === 'SIGKILL');
      else reject(new Error(`the process ended with ${code}`));
    });
  });
}

it(`a month ends the same with ${killsWanted} kills as without: no money lost or created`, {
  timeout: 240_000,
}, async () => {
  const liveAs = async (tppId: string, night: () => Promise<void>) =>
    live(await tppAt(bank, tppId, monday), tppId, night);
  let seed = 20_300_107;
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const kills: string[] = [];
  const wildClock = async () => {
    const [row] =
      await bank.sql`select clock_offset_ms as offset, clock_target_ms as target from tpps where tpp_id = 'TPP-WILD'`;
    return { offset: row?.offset as string, target: row?.target as string | null };
  };
  let night = 0;
  const wildNight = async () => {
    night += 1;
    if (night % 2 === 0 || kills.length === killsWanted) return;
    const start = await wildClock();
    if (!(await killed('TPP-WILD', 1 + Math.floor(chance() * 30)))) return;
    const { offset, target } = await wildClock();
    kills.push(target === null ? 'AFTER' : offset === start.offset ? 'BEFORE' : 'IN THE MIDDLE');
  };
  // One computes while the other waits for PostgreSQL.
  const [calm, wild] = await Promise.all([
    liveAs('TPP-CALM', async () => undefined),
    liveAs('TPP-WILD', wildNight),
  ]);
  expect(kills, kills.join(', ')).toHaveLength(killsWanted);
  expect(kills.filter((one) => one === 'IN THE MIDDLE').length, kills.join(', ')).toBeGreaterThan(1);
  expect(wild).toEqual(calm);
  await expectMoneyKept(bank);
});
