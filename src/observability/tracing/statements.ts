/** Spans of statements: a summary, and the text with parameters in place of values. */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { StatementTraces } from '../../db/statement-traces.ts';
import type { Running } from './running.ts';

export function createStatementTraces(running: Running): StatementTraces {
  return {
    begin(text) {
      const work = running.work();
      // Work after the response, such as a stream, is not part of the request's time.
      if (work?.isRecording !== true) return () => undefined;
      const summary = summaryOf(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.query.text': text,
      };
      const span = work.child(summary, { kind: SpanKind.CLIENT, attributes });
      return (failure) => {
        if (failure !== null) {
          span?.setAttributes({ 'error.type': failure, 'db.response.status_code': failure });
          span?.setStatus({ code: SpanStatusCode.ERROR });
        }
        span?.end(work.time());
      };
    },
  };
}

const summariesAtMost = 1_000;
const summaries = new Map<string, string>();

/** For example `INSERT payments INSERT request_answers`. */
export function summaryOf(text: string): string {
  const cachedSummary = summaries.get(text);
  if (cachedSummary !== undefined) return cachedSummary;
  const summary = summarised(text);
  if (summaries.size < summariesAtMost) summaries.set(text, summary);
  return summary;
}

const charactersAtMost = 255;
const brackets: ReadonlySet<string> = new Set(['(', ')']);
const token = /\w+|[()]/g;
/** A table or a bracket follows these words. */
const beforeTable: ReadonlySet<string> = new Set(['from', 'join', 'only', 'lateral']);

function summarised(text: string): string {
  const words: readonly string[] = text.match(token) ?? [];
  const at = (index: number): string => words[index]?.toLowerCase() ?? '';
  const writes: string[] = [];
  const reads: string[] = [];
  /** Names of common table expressions. */
  const own = new Set<string>();
  for (const [index, word] of words.entries()) {
    const [before, next] = [at(index - 1), at(index + 1)];
    if (before === 'into' && at(index - 2) === 'insert') writes.push(`INSERT ${word}`);
    else if (before === 'from' && at(index - 2) === 'delete') writes.push(`DELETE ${word}`);
    else if (before === 'update' && (next === 'set' || next === 'as')) writes.push(`UPDATE ${word}`);
    else if (beforeTable.has(before) && !beforeTable.has(word) && !brackets.has(word) && next !== '(')
      reads.push(word);
    if (next === 'as' && (at(index + 2) === '(' || /^(?:not|materialized)$/.test(at(index + 2))))
      own.add(word === ')' ? (words[words.lastIndexOf('(', index) - 1] ?? '') : word);
  }
  if (writes.length > 0) return joinParts(writes);
  const verb = at(0) === 'with' ? 'SELECT' : at(0).toUpperCase();
  const tables = reads.filter((table) => !own.has(table));
  return joinParts([verb, ...(tables.length === 0 && at(2) === '(' ? [words[1] ?? ''] : tables)]);
}

const joinParts = (parts: readonly string[]): string =>
  [...new Set(parts)].join(' ').slice(0, charactersAtMost);
