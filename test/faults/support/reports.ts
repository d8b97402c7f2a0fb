/** Reports of a core that come twice and out of order: the last of a response comes first too. */
import type { CallName } from './calls.ts';
import type { Chance } from './chance.ts';
import type { Answer } from './proxy.ts';

const probability = 0.3;

/** No report is lost: an early one comes again at its place. */
export function outOfOrder(chance: Chance) {
  return (call: CallName | null, answer: Answer): Answer => {
    if (call !== 'reports' || answer.status !== 200 || chance.next() > probability) return answer;
    const reports = JSON.parse(answer.body.toString()) as { cursor: string; document: string }[];
    const [first] = reports;
    const last = reports.at(-1);
    // Its own cursor would skip the others if the reader is killed after it.
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
