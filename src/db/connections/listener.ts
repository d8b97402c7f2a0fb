/**
 * A connection that listens to a channel of PostgreSQL. It is checked at intervals; when it is lost it is opened again, and
 * `back` is called because notifications may have been missed.
 */
import pg from 'pg';
import { toDatabaseError } from './failure.ts';
import { streamOf } from './pool.ts';
import { connectionOptions, ofSession } from './settings.ts';

export interface Listener {
  /** Begins to listen; rejects when the database cannot be reached, and may then be called again. */
  start(): Promise<void>;
  /** The connection while it stands, else null. */
  client(): pg.Client | null;
  stop(): Promise<void>;
}

export interface ListenerParts {
  /** An address that leads to PostgreSQL past any pooler. */
  readonly url: string;
  readonly applicationName?: string | undefined;
  readonly channel: string;
  readonly hear: (payload: string) => void;
  /** Runs on each new connection before it counts as standing. */
  readonly prepare?: (client: pg.Client) => Promise<void>;
  /** Called when the connection stands again: notifications may have been missed. */
  readonly back: () => void;
}

/** Short enough for notifications to go on within a second after the database is back. */
const pausesMs = [100, 200, 400];
/** After a connection of this length the pauses begin anew. */
const calmMs = 5_000;
/** A server that is cut off only falls silent, so the connection is checked this often. */
const askEveryMs = 10_000;

export function createListener(parts: ListenerParts): Listener {
  let client: pg.Client | null = null;
  let started: Promise<void> | undefined;
  let stopped = false;
  let failures = 0;
  let standsSince = 0;
  let refused: { readonly why: unknown; readonly until: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const mine = new pg.Client(ofSession(connectionOptions(parts.url, parts.applicationName)));
    let closed = false;
    mine.on('error', () => undefined);
    mine.once('end', () => {
      closed = true;
      lose(mine);
    });
    mine.on('notification', ({ payload }) => parts.hear(payload ?? ''));
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(parts.channel)}`);
      await parts.prepare?.(mine);
    } catch (error) {
      void mine.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return void (await mine.end());
    client = mine;
    standsSince = performance.now();
    if (closed) lose(mine);
    else askSoon(mine);
  }

  function askSoon(which: pg.Client): void {
    timer = setTimeout(() => {
      which.query('select 1').then(
        () => which === client && !stopped && askSoon(which),
        // Without an answer the connection is ended, which counts as lost.
        () => which.end().catch(() => undefined),
      );
    }, askEveryMs).unref();
  }

  /** A connection that was listening is gone. One that never did is the failure of its attempt. */
  function lose(which: pg.Client): void {
    if (stopped || which !== client) return;
    client = null;
    if (performance.now() - standsSince > calmMs) failures = 0;
    again();
  }

  function again(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(parts.back, again), pause()).unref();
  }

  function pause(): number {
    failures += 1;
    return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  }

  return {
    start() {
      // Many callers cause no more attempts than one.
      if (refused !== null && performance.now() < refused.until) return Promise.reject(refused.why);
      started ??= connect().catch((error: unknown) => {
        started = undefined;
        refused = { why: toDatabaseError(error), until: performance.now() + pause() };
        throw refused.why;
      });
      return started;
    },
    client: () => client,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last === null) return;
      const ended = last.end().catch(() => undefined);
      // A server that is frozen does not hang up.
      streamOf(last).destroySoon();
      await ended;
    },
  };
}
