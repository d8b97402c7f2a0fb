/**
 * Holds a connection that listens to a channel of PostgreSQL. It checks the connection at intervals. After a loss it opens
 * a new one and calls `onReconnect`, because notifications may have been missed.
 */
import pg from 'pg';
import { toDatabaseError } from './failure.ts';
import { streamOf } from './pool.ts';
import { connectionOptions, sessionConfig } from './settings.ts';

/** What a client does, and a listener after its earlier queries. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<Row>>;
}

export interface Listener extends Queries {
  /** Rejects if the database is unreachable; may be called again. */
  start(): Promise<void>;
  isConnected(): boolean;
  stop(): Promise<void>;
}

export interface ListenerParts {
  /** Address of PostgreSQL itself, without a pooler. */
  readonly url: string;
  readonly applicationName?: string | undefined;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Runs on each new connection before it counts as open. */
  readonly prepare?: (client: Queries) => Promise<void>;
  readonly onReconnect: () => void;
}

/** The pause before an attempt is short, so that notifications resume within a second after the database is back. */
const pauseMs = 200;
/** The connection is checked this often, because nothing else shows that the server cannot be reached any more. */
const checkEveryMs = 10_000;

interface ListenerState {
  readonly parts: ListenerParts;
  /** null while not connected. */
  client: pg.Client | null;
  lastQuery: Promise<unknown>;
  /** The attempt of `start` that runs or has succeeded, or failed a moment ago. */
  attempt: Promise<void> | null;
  isStopped: boolean;
  timer?: NodeJS.Timeout;
}

export function createListener(parts: ListenerParts): Listener {
  const state: ListenerState = {
    parts,
    client: null,
    lastQuery: Promise.resolve(),
    attempt: null,
    isStopped: false,
  };
  return {
    start: () => start(state),
    isConnected: () => state.client !== null,
    query: (text) => query(state, text),
    stop: () => stop(state),
  };
}

/** Queries run one after another, because pg warns of queries that wait, and will refuse them. */
function query<Row extends pg.QueryResultRow>(
  state: ListenerState,
  text: string,
): Promise<pg.QueryResult<Row>> {
  const result = state.lastQuery.then(() => {
    if (state.client === null) throw new Error('the listening connection is lost');
    return state.client.query<Row>(text);
  });
  state.lastQuery = result.catch(() => undefined);
  return result;
}

/** All callers share one attempt. After a failure and a pause, the next call makes a new attempt. */
function start(state: ListenerState): Promise<void> {
  state.attempt ??= connect(state).catch((error: unknown) => {
    setTimeout(() => {
      state.attempt = null;
    }, pauseMs).unref();
    throw toDatabaseError(error);
  });
  return state.attempt;
}

async function connect(state: ListenerState): Promise<void> {
  const { url, applicationName, channel, onNotification, prepare } = state.parts;
  const client = new pg.Client(sessionConfig(connectionOptions(url, applicationName)));
  let hasEnded = false;
  client.on('error', () => undefined);
  client.once('end', () => {
    hasEnded = true;
    handleLoss(state, client);
  });
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    await prepare?.(client);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  if (state.isStopped) return client.end();
  state.client = client;
  if (hasEnded) handleLoss(state, client);
  else scheduleCheck(state, client);
}

function scheduleCheck(state: ListenerState, client: pg.Client): void {
  const scheduleNext = () => {
    if (client === state.client) scheduleCheck(state, client);
  };
  // The event `end` reports the loss.
  const endConnection = () => client.end().catch(() => undefined);
  const check = () => query(state, 'select 1').then(scheduleNext, endConnection);
  state.timer = setTimeout(check, checkEveryMs).unref();
}

/** Reconnects after the loss of the current connection. `connect` notices an earlier loss. */
function handleLoss(state: ListenerState, client: pg.Client): void {
  if (state.isStopped || client !== state.client) return;
  state.client = null;
  scheduleConnect(state);
}

function scheduleConnect(state: ListenerState): void {
  if (state.isStopped) return;
  clearTimeout(state.timer);
  const attempt = () => connect(state).then(state.parts.onReconnect, () => scheduleConnect(state));
  state.timer = setTimeout(attempt, pauseMs).unref();
}

async function stop(state: ListenerState): Promise<void> {
  const { client } = state;
  state.isStopped = true;
  state.client = null;
  clearTimeout(state.timer);
  if (client === null) return;
  const end = client.end().catch(() => undefined);
  // A frozen server does not close the connection.
  streamOf(client).destroySoon();
  await end;
}
