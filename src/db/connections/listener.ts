/** Listens to a channel of PostgreSQL, and reconnects after a loss. */
import pg from 'pg';
import { every, type Loop } from '../../every.ts';
import { DatabaseError, toDatabaseError } from './failure.ts';
import { streamOf } from './pool.ts';
import { connectionOptions, sessionConfig } from './settings.ts';

interface ListenerParts {
  readonly url: string;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  readonly onLoss?: () => void;
  readonly onReconnect: () => void;
}

/** Short, so that notifications resume within a second after the database is back. */
const pauseMs = 200;
/** Nothing but a check shows that the server cannot be reached any more. */
const checkEveryMs = 1_000;
const ignore = () => undefined;

interface ListenerState {
  readonly parts: ListenerParts;
  client: pg.Client | null;
  attempt: Promise<void> | null;
  isStopped: boolean;
  readonly checks: Loop;
}

export function createListener(parts: ListenerParts) {
  const state: ListenerState = {
    parts,
    client: null,
    attempt: null,
    isStopped: false,
    checks: every(checkEveryMs, () => checkConnection(state), ignore),
  };
  return {
    start: () => start(state),
    isConnected: () => state.client !== null,
    stop: () => stop(state),
  };
}

/** All callers share one attempt. After a failure and a pause, the next call makes a new attempt. */
function start(state: ListenerState): Promise<void> {
  state.attempt ??= connect(state).then(state.checks.start, (error: unknown) => {
    setTimeout(() => {
      state.attempt = null;
    }, pauseMs).unref();
    throw toDatabaseError(error);
  });
  return state.attempt;
}

async function connect(state: ListenerState): Promise<void> {
  const { url, channel, onNotification } = state.parts;
  const client = new pg.Client(sessionConfig(connectionOptions(url)));
  let hasEnded = false;
  client.on('error', ignore);
  client.once('end', () => {
    hasEnded = true;
    if (client !== state.client) return;
    state.client = null;
    state.parts.onLoss?.();
    setTimeout(state.checks.wake, pauseMs).unref();
  });
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (hasEnded) throw new DatabaseError('CONNECTION_CLOSED', 'the listening connection is lost');
  } catch (error) {
    void client.end().catch(ignore);
    throw error;
  }
  if (state.isStopped) return client.end();
  state.client = client;
}

/** Without a connection, connects again. If that fails, returns the pause until the next check (`every`). */
function checkConnection(state: ListenerState): Promise<unknown> {
  const { client, parts } = state;
  if (client === null)
    return connect(state).then(
      () => {
        if (!state.isStopped) parts.onReconnect();
      },
      () => pauseMs,
    );
  // A frozen server does not end the connection. So when it has not responded in time, this process ends the connection.
  return client.query('select 1').catch(() => void client.end().catch(ignore));
}

async function stop(state: ListenerState): Promise<void> {
  const { client, checks } = state;
  state.isStopped = true;
  state.client = null;
  void checks.stop();
  if (client === null) return;
  const end = client.end().catch(ignore);
  // A frozen server never closes the connection, so `end` would wait forever.
  streamOf(client).destroySoon();
  await end;
}
