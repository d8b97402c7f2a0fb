/**
 * Holds a connection that listens to a channel. It is checked at intervals and reopened when lost; then `back` is
 * called, because notifications may have been missed.
 */
import pg from 'pg';
import { toDatabaseError } from './failure.ts';
import { streamOf } from './pool.ts';
import { connectionOptions, ofSession } from './settings.ts';

export interface Listener {
  /** Rejects if the database is unreachable; may be called again. */
  start(): Promise<void>;
  /** null while not connected. */
  client(): pg.Client | null;
  stop(): Promise<void>;
}

export interface ListenerParts {
  /** Address of PostgreSQL itself, without a pooler. */
  readonly url: string;
  readonly applicationName?: string | undefined;
  readonly channel: string;
  readonly hear: (payload: string) => void;
  /** Runs on each new connection before it counts as open. */
  readonly prepare?: (client: pg.Client) => Promise<void>;
  /** Called after a reconnect: notifications may have been missed. */
  readonly back: () => void;
}

/** Short, so that notifications resume within a second after the database is back. */
const pausesMs = [100, 200, 400];
/** After a connection of this length the pauses start over. */
const calmMs = 5_000;
/** A cut-off server is only silent, so the connection is checked this often. */
const checkEveryMs = 10_000;

interface ListenerState {
  readonly parts: ListenerParts;
  client: pg.Client | null;
  started: Promise<void>;
  startsAt: number;
  stopped: boolean;
  failures: number;
  standsSince: number;
  timer?: NodeJS.Timeout;
}

export function createListener(parts: ListenerParts): Listener {
  const times = { startsAt: 0, standsSince: 0, failures: 0 };
  const state: ListenerState = { parts, client: null, started: Promise.resolve(), stopped: false, ...times };
  return { start: () => start(state), client: () => state.client, stop: () => stop(state) };
}

/** Many callers cause one attempt. */
function start(state: ListenerState): Promise<void> {
  if (performance.now() < state.startsAt) return state.started;
  state.startsAt = Number.POSITIVE_INFINITY;
  state.started = connect(state).catch((error: unknown) => {
    state.startsAt = performance.now() + nextPause(state);
    throw toDatabaseError(error);
  });
  return state.started;
}

async function connect(state: ListenerState): Promise<void> {
  const { url, applicationName, channel, hear, prepare } = state.parts;
  const client = new pg.Client(ofSession(connectionOptions(url, applicationName)));
  let closed = false;
  client.on('error', () => undefined);
  client.once('end', () => {
    closed = true;
    lose(state, client);
  });
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    await prepare?.(client);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  if (state.stopped) return void (await client.end());
  state.client = client;
  state.standsSince = performance.now();
  if (closed) lose(state, client);
  else checkSoon(state, client);
}

function checkSoon(state: ListenerState, client: pg.Client): void {
  state.timer = setTimeout(() => {
    client.query('select 1').then(
      () => client === state.client && !state.stopped && checkSoon(state, client),
      // Without a response the connection is ended, which counts as lost.
      () => client.end().catch(() => undefined),
    );
  }, checkEveryMs).unref();
}

/** For a connection that was listening; otherwise the attempt itself fails. */
function lose(state: ListenerState, client: pg.Client): void {
  if (state.stopped || client !== state.client) return;
  state.client = null;
  if (performance.now() - state.standsSince > calmMs) state.failures = 0;
  connectSoon(state);
}

function connectSoon(state: ListenerState): void {
  if (state.stopped) return;
  clearTimeout(state.timer);
  const attempt = () => connect(state).then(state.parts.back, () => connectSoon(state));
  state.timer = setTimeout(attempt, nextPause(state)).unref();
}

function nextPause(state: ListenerState): number {
  state.failures += 1;
  return pausesMs[Math.min(state.failures, pausesMs.length) - 1] ?? 0;
}

async function stop(state: ListenerState): Promise<void> {
  const { client } = state;
  state.stopped = true;
  state.client = null;
  clearTimeout(state.timer);
  if (client === null) return;
  const end = client.end().catch(() => undefined);
  // A frozen server does not close the connection.
  streamOf(client).destroySoon();
  await end;
}
