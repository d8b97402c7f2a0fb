/**
 * One connection that hears a channel of PostgreSQL. When it is lost it is made again with growing patience, for the
 * driver's own listening tries without a pause for as long as the database is away.
 */
import postgres from 'postgres';

export interface Listener {
  /** Begins to listen; rejects when the database cannot be reached, and may then be called again. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ListenerParts {
  /** Whose settings the connection takes. */
  readonly sql: postgres.Sql;
  readonly channel: string;
  readonly hear: (payload: string) => void;
  /** Called when the connection stands again: notifications may have been missed. */
  readonly back: () => void;
}

const pausesMs = [100, 250, 500, 1_000, 2_000, 5_000];

export function createListener({ sql, channel, hear, back }: ListenerParts): Listener {
  let client: postgres.Sql | undefined;
  let started: Promise<void> | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    let closed = false;
    const mine: postgres.Sql = postgres({
      ...sql.options,
      max: 1,
      idle_timeout: null,
      max_lifetime: null,
      fetch_types: false,
      onclose: () => {
        closed = true;
        lose(mine);
      },
      onnotify: (_: string, payload: string) => hear(payload),
    } as never);
    try {
      await mine`listen ${mine(channel)}`;
    } catch (error) {
      void mine.end({ timeout: 0 }).catch(() => undefined);
      throw error;
    }
    client = mine;
    if (closed) lose(mine);
    else if (stopped) await mine.end({ timeout: 1 });
  }

  /** A connection that has listened is gone; one that never has ends with its attempt. */
  function lose(which: postgres.Sql): void {
    if (stopped || which !== client) return;
    client = undefined;
    void which.end({ timeout: 0 }).catch(() => undefined);
    again(0);
  }

  function again(attempt: number): void {
    if (stopped) return;
    const pause = pausesMs[Math.min(attempt, pausesMs.length - 1)];
    timer = setTimeout(() => connect().then(back, () => again(attempt + 1)), pause).unref();
  }

  return {
    start() {
      started ??= connect().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end({ timeout: 1 }).catch(() => undefined);
    },
  };
}
