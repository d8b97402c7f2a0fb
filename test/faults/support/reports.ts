/** Reports of a core that come twice and out of order: the last one of an answer comes first as well. */
import type { CallName } from './calls.ts';
import type { Chance } from './chance.ts';
import type { Answer } from './proxy.ts';

const probability = 0.3;

/** Nothing is left out: what comes too early comes again where it belongs. */
export function outOfOrder(chance: Chance) {
  return (call: CallName | null, answer: Answer): Answer => {
    if (call !== 'reports' || answer.status !== 200 || chance.next() > probability) return answer;
    const reports = JSON.parse(answer.body.toString()) as { cursor: string; document: string }[];
    const [first] = reports;
    const last = reports.at(-1);
    // A cursor of the first one would leave it out where the reader is killed behind it.
    if (first === undefined || last === undefined || reports.length < 2) return answer;
    const before = { cursor: '0.0', document: last.document };
    const body = Buffer.from(JSON.stringify([before, ...reports, { ...last, document: first.document }]));
    return { ...answer, body, headers: withLength(answer.headers, body.byteLength) };
  };
}

const withLength = (headers: readonly string[], length: number): string[] =>
  headers.map((text, index) =>
    headers[index - 1]?.toLowerCase() === 'content-length' ? String(length) : text,
  );
