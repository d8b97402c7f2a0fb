/**
 * The spans of statements: what each does and its text, which has parameters in the place of values. A statement that several
 * requests share has a span in the trace of each.
 */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { StatementTraces } from '../db/statements/traces.ts';
import type { Running } from './running.ts';
import type { TracedWork } from './traced-work.ts';

export function createStatementTraces({ works, run }: Running): StatementTraces {
  return {
    begin(text) {
      // What goes on after the answer, such as a stream, is no part of the request's time.
      const asking = works().filter(({ isRecording }) => isRecording);
      if (asking.length === 0) return () => undefined;
      const summary = summaryOf(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.query.text': text,
        ...(asking.length > 1 ? { 'psd2.statement.requests': asking.length } : {}),
      };
      const spans = asking.map((work) => ({
        work,
        span: work.child(summary, { kind: SpanKind.CLIENT, attributes }),
      }));
      return (failure) => {
        for (const { work, span } of spans) {
          if (failure !== null) {
            span?.setAttributes({ 'error.type': failure, 'db.response.status_code': failure });
            span?.setStatus({ code: SpanStatusCode.ERROR });
          }
          span?.end(work.time());
        }
      };
    },
    asker: works,
    sentFor: (askers, work) => run([...new Set((askers as readonly (readonly TracedWork[])[]).flat())], work),
  };
}

const summariesAtMost = 1_000;
const summaries = new Map<string, string>();

/** What a statement does to which tables, such as `INSERT payments INSERT request_answers`. */
export function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const made = summarised(text);
  if (summaries.size < summariesAtMost) summaries.set(text, made);
  return made;
}

const written = /\b(insert into|delete from|update)\s+"?(\w+)"?(?=\s+(\w+|\())/gi;
const read = /\b(?:from|join)\s+(?:only\s+|lateral\s+)?"?(\w+)"?(?!\w*"?\s*\()/gi;
/** Results within the statement that it names itself. */
const within = /\b(\w+)"?\s*(?:\([^()]*\)\s*)?\bas\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const charactersAtMost = 255;

function summarised(text: string): string {
  const writes = [...text.matchAll(written)]
    .filter(([, verb = '', , next = '']) => verb.toLowerCase() !== 'update' || /^(set|as)$/i.test(next))
    .map(([, verb = '', table = '']) => `${verb.split(' ')[0]?.toUpperCase()} ${table}`);
  if (writes.length > 0) return bounded(writes);
  const own = new Set([...text.matchAll(within)].map(([, name = '']) => name));
  const tables = [...text.matchAll(read)].flatMap(([, name = '']) => (own.has(name) ? [] : [name]));
  const [, verb = '', called] = /(\w+)(?: (\w+)\()?/.exec(text) ?? [];
  const named = tables.length === 0 && called !== undefined ? [called] : tables;
  return bounded([verb.toLowerCase() === 'with' ? 'SELECT' : verb.toUpperCase(), ...named]);
}

const bounded = (parts: readonly string[]): string =>
  [...new Set(parts)].join(' ').slice(0, charactersAtMost);
