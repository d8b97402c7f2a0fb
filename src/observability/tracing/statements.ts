/** Spans of SQL statements. */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { StatementTraces } from '../../db/statement-traces.ts';
import type { WorkStorage } from './traced-work.ts';

export function createStatementTraces(storage: WorkStorage): StatementTraces {
  return {
    begin(text) {
      const work = storage.getStore();
      // The work may have ended: statements of a stream, for example, run after the response.
      if (work?.isRecording !== true) return () => undefined;
      const shownText = withoutLiterals(text);
      const summary = summaryOf(shownText);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.query.text': shownText,
      };
      const span = work.startChild(summary, { kind: SpanKind.CLIENT, attributes });
      return (errorCode) => {
        if (errorCode !== null) {
          span?.setAttributes({ 'error.type': errorCode, 'db.response.status_code': errorCode });
          span?.setStatus({ code: SpanStatusCode.ERROR });
        }
        span?.end(work.time());
      };
    },
  };
}

/** The SQL text of `db/stores/payments/payment-pages.ts` contains values of a filter as literals, which a client has chosen. */
const withoutLiterals = (text: string): string => text.replace(/'[^']*'/g, '?');

const maxCachedSummaries = 1_000;
const summaries = new Map<string, string>();

/** The verbs and tables of a statement, for example `INSERT payments INSERT request_answers`. */
export function summaryOf(text: string): string {
  const cachedSummary = summaries.get(text);
  if (cachedSummary !== undefined) return cachedSummary;
  const summary = computeSummary(text);
  if (summaries.size < maxCachedSummaries) summaries.set(text, summary);
  return summary;
}

const maxSummaryLength = 255;
const brackets: ReadonlySet<string> = new Set(['(', ')']);
const token = /\w+|[()]/g;
/** After these words comes a table, a function call, a bracket, or another of these words. */
const beforeTable: ReadonlySet<string> = new Set(['from', 'join', 'only', 'lateral']);

function computeSummary(text: string): string {
  const words: readonly string[] = text.match(token) ?? [];
  const wordAt = (index: number): string => words[index]?.toLowerCase() ?? '';
  const writes: string[] = [];
  const reads: string[] = [];
  const cteNames = new Set<string>();
  for (const [index, word] of words.entries()) {
    const [previous, next] = [wordAt(index - 1), wordAt(index + 1)];
    const isTable = !beforeTable.has(word) && !brackets.has(word) && next !== '(';
    if (previous === 'into' && wordAt(index - 2) === 'insert') writes.push(`INSERT ${word}`);
    else if (previous === 'from' && wordAt(index - 2) === 'delete') writes.push(`DELETE ${word}`);
    else if (previous === 'update' && (next === 'set' || next === 'as')) writes.push(`UPDATE ${word}`);
    else if (beforeTable.has(previous) && isTable) reads.push(word);
    // A common table expression is written as `name as (…)`, `name as materialized (…)` or `name (columns) as (…)`.
    const isCte = next === 'as' && /^(?:\(|not|materialized)$/.test(wordAt(index + 2));
    if (isCte) cteNames.add(word === ')' ? nameBeforeBrackets(words, index) : word);
  }
  if (writes.length > 0) return joinParts(writes);
  const verb = wordAt(0) === 'with' ? 'SELECT' : wordAt(0).toUpperCase();
  const tables = reads.filter((table) => !cteNames.has(table));
  // A statement such as `select pg_notify($1, $2)`.
  const functionNames = tables.length === 0 && wordAt(2) === '(' ? [words[1] ?? ''] : [];
  return joinParts([verb, ...tables, ...functionNames]);
}

/** The word before the brackets that end at `closeIndex`. */
const nameBeforeBrackets = (words: readonly string[], closeIndex: number): string =>
  words[words.lastIndexOf('(', closeIndex) - 1] ?? '';

const joinParts = (parts: readonly string[]): string =>
  [...new Set(parts)].join(' ').slice(0, maxSummaryLength);
