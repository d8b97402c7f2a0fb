/**
 * One connection of its own that hears a channel of PostgreSQL. When it is lost it is made again with growing patience,
 * and whoever listens is told that notifications may have been missed.
 */
import pg from 'pg';
import { connectionOptions, sessionSettings } from './client.ts';

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

const pausesMs = [100, 250, 500, 1_000, 2_000, 5_000];

export function createListener(parts: ListenerParts): Listener {
  let client: pg.Client | null = null;
  let started: Promise<void> | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...connectionOptions(parts.url, parts.applicationName),
      ...sessionSettings,
    });
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
    if (closed) lose(mine);
  }

  /** A connection that has listened is gone; one that never has ends with its attempt. */
  function lose(which: pg.Client): void {
    if (stopped || which !== client) return;
    client = null;
    again(0);
  }

  function again(attempt: number): void {
    if (stopped) return;
    const pause = pausesMs[Math.min(attempt, pausesMs.length - 1)];
    timer = setTimeout(() => connect().then(parts.back, () => again(attempt + 1)), pause).unref();
  }

  return {
    start() {
      started ??= connect().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    client: () => client,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
