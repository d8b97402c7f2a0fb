/** Faults, one after the other; each returns after the harness's part of the recovery. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Chance } from './chance.ts';
import { answers, type FaultyDatabase } from './database.ts';
import type { Service } from './service.ts';

export const faultNames = [
  'service killed',
  'database killed',
  'backends terminated',
  'listener cut',
  'answer cut',
  'deadlock',
  'rolling restart',
  'database frozen',
  'disk full',
  'pooler killed',
] as const;
export type FaultName = (typeof faultNames)[number];

export interface Site {
  readonly database: FaultyDatabase;
  readonly services: readonly Service[];
  readonly restartPooler: (() => Promise<void>) | null;
  readonly chance: Chance;
  readonly returned: () => void;
}

/** Longer than every time-out of the service. */
const frozenMs = 13_000;

export const inject: Readonly<Record<FaultName, (site: Site) => Promise<void>>> = {
  async 'service killed'({ services, chance }) {
    const service = chance.pick(services);
    await service.kill();
    const back = service.start();
    if (!services.some((other) => other.running())) await back;
  },

  async 'database killed'({ database, returned }) {
    await database.kill();
    await database.revive();
    returned();
  },

  async 'backends terminated'({ database, chance }) {
    const least = chance.next();
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'psd2-bank' and random() > $1",
      [least],
    );
  },

  /** Cuts the listening connection of one replica or of all. */
  async 'listener cut'({ database, chance }) {
    const least = chance.next();
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'psd2-bank' and query = 'select 1' and random() > $1",
      [least],
    );
  },

  /** The server gets a commit, and its response is lost. */
  async 'answer cut'({ database, chance }) {
    let left = chance.whole(1, 4);
    const ends = chance.next() < 0.5 ? 'commit\0' : 'insert into';
    await new Promise<void>((resolve) => {
      const giveUp = setTimeout(resolve, 5_000);
      database.door.watch((sent) => {
        if (left === 0 || !sent.includes(ends)) return 'pass';
        left -= 1;
        if (left === 0) {
          clearTimeout(giveUp);
          resolve();
        }
        return 'cut';
      });
    });
    database.door.watch(null);
  },

  /** Locks accounts in the opposite order of the bank. */
  async deadlock({ database }) {
    const client = new pg.Client({ connectionString: database.direct() });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query('select resource_id from sandbox_accounts order by resource_id desc');
    await client.query('begin');
    // The transaction that detects the deadlock is aborted: that shall be the service's.
    await client.query("set local deadlock_timeout = '10s'");
    for (const { resource_id } of rows) {
      const locked = await client
        .query('select 1 from sandbox_accounts where resource_id = $1 for update', [resource_id])
        .then(
          () => true,
          () => false,
        );
      if (!locked) break;
    }
    await client.query('rollback').catch(() => undefined);
    await client.end().catch(() => undefined);
  },

  async 'rolling restart'({ services }) {
    for (const service of services) {
      await service.start();
      await service.stop();
      await service.start();
    }
  },

  async 'database frozen'({ database, returned }) {
    const thaw = await database.freeze();
    await sleep(frozenMs);
    thaw();
    returned();
  },

  async 'disk full'({ database, returned }) {
    const empty = await database.fill?.();
    if (!empty) return;
    await sleep(2_000);
    await empty();
    // PostgreSQL may have ended on a full disk.
    if (!(await answers(database.direct()))) await database.revive();
    returned();
  },

  async 'pooler killed'({ restartPooler, returned }) {
    await restartPooler?.();
    returned();
  },
};
