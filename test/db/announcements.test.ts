import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Changes, channel, createAnnouncer } from '../../src/db/announcer.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/connections/client.ts';
import { createEventHub, type EventHub } from '../../src/db/events.ts';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import { cloneDatabase } from '../support/database.ts';
import { rounds } from '../support/nightly.ts';
import { openDoor } from './support/doors.ts';
import { raw } from './support/raw.ts';
import { ours, payment } from './support/rows.ts';

let url: string;
let database: OpenDatabase;
const hubs: EventHub[] = [];
beforeAll(async () => {
  url = await cloneDatabase();
  database = openDatabase({ url, poolSize: 4 });
  await createUnitOfWork(database).transaction((stores) => stores.tpps.register(ours, ours));
});
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
  await database.close();
});

function startHub(name: string): EventHub {
  const hub = createEventHub({ url, poolSize: 1, applicationName: name });
  hubs.push(hub);
  return hub;
}

/** The changes that a watcher of all payments receives; `ended` after a notice of missing changes. */
async function watching(hub: EventHub) {
  const heard = new Set<string>();
  let ended = false;
  const stop = await hub.watchAll(ours, (ids) => {
    if (ids === null) ended = true;
    for (const id of ids ?? []) heard.add(id);
  });
  return { heard, stop, ended: () => ended };
}

const cut = (name: string) =>
  raw(
    database.session,
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [name],
  );

let number = 0;
const nextId = () => {
  number += 1;
  return `announced-${number}`;
};

describe('a transaction during which the listening connection', () => {
  it.each([
    ['is lost: tells after the commit', [true, false], { told: 1, notified: 0 }],
    ['comes back: has told within itself, and does not again', [false, true], { told: 0, notified: 1 }],
    ['stands: tells after the commit', [true, true], { told: 1, notified: 0 }],
    ['is away: tells within itself', [false, false], { told: 0, notified: 1 }],
  ] as const)('%s', async (_, answers, expected) => {
    const told: Changes[] = [];
    const heard: string[] = [];
    const listener = new pg.Client(url);
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query(`listen ${channel}`);
    let asked = 0;
    const work = createUnitOfWork(database, {
      announcer: { add: (changes) => void told.push(changes) },
      isListening: () => answers[Math.min(asked++, answers.length - 1)] ?? false,
    });
    await work.transaction(({ payments }) => payments.insert(payment(nextId())));
    await listener.query('select 1');
    await listener.end();
    expect({ told: told.length, notified: heard.length }).toEqual(expected);
  });
});

describe('a replica whose listening connection is ended', () => {
  it.each(['maker', 'watcher'] as const)('loses no change by the %s', async (which) => {
    const names = { maker: `maker ${which}`, watcher: `watcher ${which}` };
    const maker = startHub(names.maker);
    const watcher = startHub(names.watcher);
    await maker.start();
    const announcer = createAnnouncer(database.session);
    const work = createUnitOfWork(database, { announcer, isListening: maker.isListening });
    for (let round = 0; round < rounds(2, 10); round += 1) {
      const watched = await watching(watcher);
      const made: string[] = [];
      let over = false;
      const makers = Array.from({ length: 12 }, async () => {
        while (!over) {
          const id = nextId();
          await work.transaction(({ payments }) => payments.insert(payment(id)));
          made.push(id);
        }
      });
      await expect.poll(() => made.length).toBeGreaterThan(20);
      await cut(names[which]);
      await expect.poll(() => hubOf(which).isListening()).toBe(false);
      await expect.poll(() => hubOf(which).isListening()).toBe(true);
      over = true;
      await Promise.all(makers);
      await announcer.flush();
      await expect
        .poll(() => watched.ended() || made.every((id) => watched.heard.has(id)), { timeout: 5_000 })
        .toBe(true);
      watched.stop();
    }
    function hubOf(name: 'maker' | 'watcher') {
      return name === 'maker' ? maker : watcher;
    }
  });
});

describe('a process that dies with unsent notifications', () => {
  it('ends the streams of the others, even when it began after their last poll', async () => {
    const watcher = startHub('survivor');
    const watched = await watching(watcher);
    // It writes its heartbeat, commits, and ends before the other process checks heartbeats again.
    const dying = createEventHub({ url, poolSize: 1, applicationName: 'dying' });
    await dying.start();
    const work = createUnitOfWork(database, {
      announcer: { add: () => undefined },
      isListening: dying.isListening,
    });
    await work.transaction(({ payments }) => payments.insert(payment(nextId())));
    await cut('dying');
    await expect.poll(() => watched.ended(), { timeout: 5_000 }).toBe(true);
    await dying.stop();
  });

  it('is not hidden by a connection that PostgreSQL still takes for alive', async () => {
    const name = 'half open';
    const hub = startHub(name);
    await hub.start();
    const held = async () =>
      (
        await raw<{ objid: string }>(
          database.session,
          "select objid::text from pg_locks where locktype = 'advisory' and classid = 7215002 and pid in (select pid from pg_stat_activity where application_name = $1)",
          [name],
        )
      ).map(({ objid }) => objid);
    const [before] = await held();
    await cut(name);
    await expect.poll(() => hub.isListening()).toBe(false);
    await expect.poll(() => hub.isListening()).toBe(true);
    expect((await held()).includes(before ?? '')).toBe(false);
  });
});

it.each([
  ['ends the streams of the others if it could not announce its last changes', false],
  ['ends no stream if it has announced all its changes', true],
])('a process that stops %s', async (_, hasAnnounced) => {
  const door = await openDoor(url);
  const watcher = createEventHub({ url: door.url, poolSize: 1 });
  const watched = await watching(watcher);
  const stopping = createEventHub({ url, poolSize: 1 }, async () => hasAnnounced);
  await stopping.start();
  await stopping.stop();
  let checks = 0;
  door.watch((sent) => {
    if (sent.includes('pg_locks')) checks += 1;
    return 'pass';
  });
  await expect.poll(() => checks, { timeout: 5_000 }).toBe(2);
  expect(watched.ended()).toBe(!hasAnnounced);
  await watcher.stop();
  await door.stop();
});

it('watchers that begin together cost no check, and pg never has queries that wait', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const door = await openDoor(url);
  const hub = createEventHub({ url: door.url, poolSize: 1, applicationName: 'together' });
  await hub.start();
  let checks = 0;
  door.watch((sent) => {
    if (sent.includes('pg_locks')) checks += 1;
    return 'pass';
  });
  await Promise.all(Array.from({ length: 40 }, () => hub.watch('none', () => undefined)));
  // Perhaps the one of this second.
  expect(checks).toBeLessThanOrEqual(1);
  await hub.stop();
  await door.stop();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
