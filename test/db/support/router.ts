/**
 * Several databases that hold the TPPs by a hash of their ids, behind what looks like one. Each statement goes where the TPP
 * among its parameters lives: one that names none fails, unless it is one for all TPPs, which goes to every database.
 */
import type pg from 'pg';
import { type OpenDatabase, openDatabase, type Work } from '../../../src/db/connections/client.ts';
import { channel } from '../../../src/db/news.ts';
import { nobody, type Query, QuerySession, type Session } from '../../../src/db/session.ts';

export interface Router extends OpenDatabase {
  readonly databases: readonly OpenDatabase[];
  /** In which of the databases a TPP lives. */
  placeOf(tppId: string): number;
  /** How many statements went by the TPP among their parameters, and which were for all. */
  readonly routed: { byTpp: number; readonly forAll: Set<string> };
}

/** Every TPP of these tests has such an id. */
const isTpp = (value: unknown): value is string => typeof value === 'string' && value.startsWith('PSDNO-');

/** Statements of no single TPP: see docs/scaling.md. */
const forAll =
  /^\s*(delete from "\w+" where ctid|with gone as|select "tpp_id" from "tpps" where|select count\(\*\)::int, .* from \(select|select .* from "console_tokens" where \("console_tokens"."token_hash"|delete from "console_tokens" where "console_tokens"."token_hash" = \$1$)/;

export function openRouter(urls: readonly string[], poolSize: number): Router {
  const databases = urls.map((url) => openDatabase({ url, poolSize }));
  const [first] = databases as [OpenDatabase];
  const routed = { byTpp: 0, forAll: new Set<string>() };
  const placeOf = (tppId: string): number => {
    let hash = 0;
    for (const character of tppId) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
    return hash % databases.length;
  };

  /** The database of the one TPP among the parameters; null: they name none. */
  function placeIn(text: string, values: readonly unknown[]): number | null {
    const places = new Set(values.filter(isTpp).map(placeOf));
    if (places.size > 1) throw new Error(`a statement for TPPs of several databases: ${text}`);
    if (places.size === 1) routed.byTpp += 1;
    return [...places][0] ?? null;
  }

  /** Sends by a session what another one has put together. */
  const sentBy = async (
    session: Session,
    ...[config, values]: Parameters<Query>
  ): Promise<pg.QueryResult> => {
    const { text, byValues = false } = config;
    const asArrays = (config as pg.QueryArrayConfig).rowMode === 'array';
    const read = asArrays ? (columns: readonly unknown[]) => columns : null;
    const statement = { name: config.name ?? '', text, byValues, read, valuesOf: () => values };
    if (config.types !== undefined) return { rows: await session.rows(statement, {}) } as never;
    return { rows: [], rowCount: await session.run(statement, {}) } as never;
  };

  /** On sessions of all databases, or on that of the one in which a transaction runs. */
  function sessionOn(whom: string, sessions: readonly Session[], here: number | null): Session {
    const query: Query = async (config, values) => {
      const { text } = config;
      const place = text.includes(channel) ? (here ?? 0) : placeIn(text, values);
      if (place === null) {
        if (here !== null || !forAll.test(text)) throw new Error(`a statement that names no TPP: ${text}`);
        routed.forAll.add(text);
        const all = await Promise.all(sessions.map((session) => sentBy(session, config, values)));
        const rowCount = all.reduce((sum, one) => sum + (one.rowCount ?? 0), 0);
        return { rows: all.flatMap(({ rows }) => rows), rowCount } as never;
      }
      if (here !== null && place !== here)
        throw new Error(`a statement for a TPP of another database: ${text}`);
      return sentBy(sessions[here === null ? place : 0] as Session, config, values);
    };
    const insert: Session['insert'] = (into, row) => {
      const { text } = into;
      const place = placeIn(text, into.valuesOf(row));
      if (place === null || (here !== null && place !== here)) throw new Error(`a row of no TPP: ${text}`);
      return (sessions[here === null ? place : 0] as Session).insert(into, row);
    };
    return new QuerySession(whom, query, insert, here === null);
  }

  function workOf(whom: string): Work {
    const parties = databases.map((database) => (whom === nobody ? database : database.of(whom)));
    const session = sessionOn(
      whom,
      parties.map(({ session }) => session),
      null,
    );
    return {
      session,
      readOnly: session,
      query: () => {
        throw new Error('a statement that has passed the router by');
      },
      transaction(work) {
        if (whom === nobody) throw new Error('a transaction of nobody');
        const place = placeOf(whom);
        return (parties[place] as Work).transaction((session) => work(sessionOn(whom, [session], place)));
      },
    };
  }

  return {
    ...first,
    ...workOf(nobody),
    of: workOf,
    databases,
    placeOf,
    routed,
    close: async () => {
      await Promise.all(databases.map((database) => database.close()));
    },
  };
}
