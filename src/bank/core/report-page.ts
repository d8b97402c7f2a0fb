/**
 * Pages of reports as a core answers them. Each item is read on its own, so that a malformed one stops no other, and of an answer
 * that cannot be read the first cursor is sought, so that there is a way past it. Start at `readPage`.
 */
import { type IncomingReport, type ReportPage, reportsAtMost } from '../../operations/ports/orders.ts';
import { readBody } from '../remote-calls/reading.ts';
import * as answers from './answers.ts';
import { UnreadableAnswer } from './client.ts';

/** Characters that are stored of an answer that cannot be read. */
const beginningAtMost = 64 * 1_024;

/** The page in the answer to `call`; what is refused otherwise is thrown. */
export async function readPage(call: Promise<readonly unknown[]>): Promise<ReportPage> {
  try {
    return pageOf(await call);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const text = new TextDecoder().decode(error.beginning);
    const items = error.why === 'NO_JSON' ? listIn(text) : null;
    return items === null ? unreadable(error.why, text) : pageOf(items);
  }
}

/** The core is asked again for what it has sent beyond the bound. */
const pageOf = (items: readonly unknown[]): ReportPage => ({
  reports: items.slice(0, reportsAtMost).map(reportOf),
  fault: null,
});

function reportOf(item: unknown): IncomingReport {
  const read = readBody(answers.reportItem, item);
  if (read.fits) return { ...read.body, fault: null };
  const cursor = readBody(answers.reportCursor, item);
  return {
    cursor: cursor.fits ? cursor.body.cursor : null,
    document: JSON.stringify(item),
    fault: { why: 'MALFORMED', detail: read.why },
  };
}

/** JSON whose only fault is that its texts are no UTF-8: what of a report decides is ASCII. */
function listIn(text: string): readonly unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** `[{"cursor":"…"`, as core.openapi.yaml asks for. */
const firstCursor = /^\s*\[\s*\{\s*"cursor"\s*:\s*("(?:[^"\\]|\\.){1,1200}")/;

function unreadable(why: UnreadableAnswer['why'], text: string): ReportPage {
  const [, written = 'null'] = firstCursor.exec(text) ?? [];
  const cursor = readBody(answers.reportCursor, { cursor: parsed(written) });
  const document = text.slice(0, beginningAtMost);
  return {
    reports: [
      {
        cursor: cursor.fits ? cursor.body.cursor : null,
        document,
        fault: {
          why,
          detail: `the answer with this report; its first ${document.length} characters are stored`,
        },
      },
    ],
    fault: why,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
