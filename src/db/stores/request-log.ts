/** The log of requests: rows are written many at a time, and read through the key of their TPP. */

import { instantText } from '../../domain/values/instant-text.ts';
import {
  logKinds,
  type RequestLogFilter,
  type RequestLogStore,
  type StoredRequest,
} from '../../operations/request-log/ports.ts';
import type { Session } from '../client.ts';
import { Conditions } from '../conditions.ts';

interface Row {
  readonly kind: number;
  readonly id: string;
  readonly at: Date;
  readonly status: number;
  readonly code: string | null;
  readonly path: string;
  readonly xRequestId: string | null;
  readonly record: Buffer;
}

const columns = 'tpp_id, kind, id, at, status, code, path, x_request_id, record';
const columnCount = columns.split(', ').length;
const read = `kind, id, at, status, code, path, x_request_id as "xRequestId", record`;
/** Rows of one statement: few sizes, so that PostgreSQL plans each of them once. */
const sizes = [64, 16, 4, 1] as const;

const insertOf = (rows: number): string => {
  const places = Array.from({ length: rows }, (_, row) => {
    const first = row * columnCount;
    return `(${Array.from({ length: columnCount }, (_, column) => `$${first + column + 1}`).join(', ')})`;
  });
  return `insert into logged_requests (${columns}) values ${places.join(', ')} on conflict do nothing`;
};
const inserts: readonly { readonly rows: number; readonly text: string }[] = sizes.map((rows) => ({
  rows,
  text: insertOf(rows),
}));

export function createRequestLogStore({ run }: Pick<Session, 'run'>): RequestLogStore {
  return {
    async insert(entries) {
      let at = 0;
      for (const { rows, text } of inserts) {
        for (; entries.length - at >= rows; at += rows)
          await run(text, entries.slice(at, at + rows).flatMap(valuesOf));
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
      const rows = await run<Row & Record<string, unknown>>(
        `select part.* from generate_series(0, ${logKinds.length - 1}) as kinds(wanted), lateral (
          select ${read} from logged_requests where ${conditions.text} and kind = wanted ${order}
        ) as part ${order}`,
        conditions.values,
      );
      const found = rows.map((row) => toEntry(tppId, row));
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
      const kinds = logKinds.map((_, kind) => kind).join(', ');
      const [row] = await run<Row & Record<string, unknown>>(
        `select ${read} from logged_requests where tpp_id = $1 and kind in (${kinds}) and id = $2`,
        [tppId, id],
      );
      return row === undefined ? null : toEntry(tppId, row);
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

const valuesOf = (entry: StoredRequest): unknown[] => [
  entry.tppId,
  logKinds.indexOf(entry.kind),
  entry.id,
  instantText(entry.at),
  entry.status,
  entry.code,
  entry.path,
  entry.xRequestId,
  entry.record,
];

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

function toEntry(tppId: string, { kind, at, ...row }: Row): StoredRequest {
  const named = logKinds[kind];
  if (named === undefined) throw new Error(`a logged request is of the unknown kind ${kind}`);
  return { tppId, ...row, kind: named, at: at.getTime() };
}
