/** The log of requests: rows are written many at a time, and read through the key of their TPP. */

import { instantText } from '../../domain/values/iso-date.ts';
import {
  logKinds,
  type RequestLogFilter,
  type RequestLogStore,
  type StoredRequest,
} from '../../operations/request-log/ports.ts';
import type { Session } from '../connections/client.ts';
import { Conditions } from '../statements/conditions.ts';
import { insertionInto } from '../statements/insertion.ts';
import { columnsOf, type Selection } from '../statements/selection.ts';
import { loggedRequests } from '../tables/request-log.ts';

const into = insertionInto(loggedRequests);
const { names, read } = columnsOf(loggedRequests);
/** Rows of one statement: few sizes, so that PostgreSQL plans each of them once. */
const sizes = [64, 16, 4, 1];

const insertOf = (count: number): string => {
  const places = Array.from({ length: count }, (_, row) => {
    const first = row * into.columns.length;
    return `(${into.columns.map((_, column) => `$${first + column + 1}`).join(', ')})`;
  });
  return `insert into logged_requests (${names()}) values ${places.join(', ')} on conflict do nothing`;
};
const inserts = sizes.map((count) => ({ count, text: insertOf(count) }));

function readEntry(values: readonly unknown[]): StoredRequest {
  const { kind, ...row } = read(values);
  const named = logKinds[kind];
  if (named === undefined) throw new Error(`a logged request is of the unknown kind ${kind}`);
  return { ...row, kind: named };
}

const byId: Selection<StoredRequest> = {
  text: `select ${names()} from logged_requests
    where tpp_id = $1 and kind in (${[...logKinds.keys()].join(', ')}) and id = $2`,
  read: readEntry,
};

export function createRequestLogStore({ run, rows }: Pick<Session, 'run' | 'rows'>): RequestLogStore {
  return {
    async insert(entries) {
      let at = 0;
      for (const { count, text } of inserts) {
        for (; entries.length - at >= count; at += count) {
          const values: unknown[] = [];
          for (const entry of entries.slice(at, at + count))
            into.write({ ...entry, kind: logKinds.indexOf(entry.kind) }, values);
          await run(text, values);
        }
      }
    },

    async trim(tppId, kind, keep) {
      await run(
        `delete from logged_requests where tpp_id = $1 and kind = $2 and id <= (
          select id from logged_requests where tpp_id = $1 and kind = $2 order by id desc offset $3 limit 1)`,
        [tppId, logKinds.indexOf(kind), keep],
      );
    },

    async page(tppId, filter, { limit, after, before, fromEnd = false }) {
      const conditions = conditionsOf(tppId, filter);
      conditions.wanted('id < ?', after);
      conditions.wanted('id > ?', before);
      const order = `order by id ${fromEnd ? 'asc' : 'desc'} limit ${conditions.place(limit)}`;
      // Each kind is a range of the key; at most `limit` rows of each are read.
      const text = `select part.* from generate_series(0, ${logKinds.length - 1}) as kinds(wanted), lateral (
          select ${names()} from logged_requests where ${conditions.text} and kind = wanted ${order}
        ) as part ${order}`;
      const found = await rows({ text, read: readEntry }, conditions.values);
      return fromEnd ? found.reverse() : found;
    },

    async count(tppId, filter, atMost) {
      const conditions = conditionsOf(tppId, filter);
      const [row] = await run<{ count: number }>(
        `select count(*)::int as count from (
          select 1 from logged_requests where ${conditions.text} limit ${conditions.place(atMost)}) as counted`,
        conditions.values,
      );
      return row?.count ?? 0;
    },

    async find(tppId, id) {
      const [entry] = await rows(byId, [tppId, id]);
      return entry ?? null;
    },

    async forget(before, limit) {
      const gone = await run(
        `delete from logged_requests where ctid = any(array(
          select ctid from logged_requests where at < $1::timestamptz limit $2)) returning 1`,
        [instantText(before), limit],
      );
      return gone.length;
    },
  };
}

function conditionsOf(tppId: string, filter: RequestLogFilter): Conditions {
  const conditions = new Conditions();
  const instant = (at: number | null | undefined) => (at == null ? null : instantText(at));
  conditions.add('tpp_id = ?', tppId);
  conditions.wanted('status = ?::int', filter.status);
  conditions.wanted('code = ?', filter.code);
  conditions.wanted('path = ?', filter.path);
  conditions.wanted('at >= ?::timestamptz', instant(filter.since));
  conditions.wanted('at <= ?::timestamptz', instant(filter.until));
  // As everywhere, identifiers of requests compare without case.
  conditions.wanted('lower(x_request_id) = ?', filter.xRequestId?.toLowerCase());
  if (filter.fromConsole != null)
    conditions.add(`kind ${filter.fromConsole ? '=' : '<>'} ${logKinds.indexOf('CONSOLE')}`);
  return conditions;
}
