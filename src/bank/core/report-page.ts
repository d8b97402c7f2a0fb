/**
 * Reads each item on its own, so that a malformed one does not stop the others. If the response cannot be read, uses the
 * items that arrived whole, or else the first cursor to skip it.
 */

import { readBody } from '../remote-calls/reading.ts';
import * as answers from './answers.ts';
import { type IncomingReport, type ReportPage, reportsAtMost } from './orders/ports.ts';
import { UnreadableAnswer } from './reading.ts';

/** Characters stored of an unreadable response. */
const beginningAtMost = 64 * 1_024;

/** Throws other refusals. */
export async function readPage(call: Promise<readonly unknown[]>): Promise<ReportPage> {
  try {
    return pageOf(await call);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const text = new TextDecoder().decode(error.beginning);
    const items = error.why === 'NO_JSON' ? listIn(text) : null;
    if (items !== null) return pageOf(items);
    const whole = wholeItems(text);
    return { reports: whole?.map(reportOf) ?? [firstOf(text, error.why)], fault: error.why };
  }
}

/** Items beyond the limit are requested again. */
const pageOf = (items: readonly unknown[]): ReportPage => ({
  reports: items.slice(0, reportsAtMost).map(reportOf),
  fault: null,
});

function reportOf(item: unknown): IncomingReport {
  const reading = readBody(answers.reportItem, item);
  if (reading.fits) return { ...reading.body, fault: null };
  const cursor = readBody(answers.reportCursor, item);
  return {
    cursor: cursor.fits ? cursor.body.cursor : null,
    document: JSON.stringify(item),
    fault: { why: 'MALFORMED', detail: reading.why },
  };
}

/** JSON with texts that are not UTF-8: the fields that matter are ASCII. */
function listIn(text: string): readonly unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** core.openapi.yaml requires `cursor` first. */
const firstCursor = /^\s*\[\s*\{\s*"cursor"\s*:\s*("(?:[^"\\]|\\.){1,1200}")/;

function firstOf(text: string, why: UnreadableAnswer['why']): IncomingReport {
  const [, cursorText = 'null'] = firstCursor.exec(text) ?? [];
  const cursor = readBody(answers.reportCursor, { cursor: parseJson(cursorText) });
  const document = text.slice(0, beginningAtMost);
  const detail = `the response with this report; its first ${document.length} characters are stored`;
  return { cursor: cursor.fits ? cursor.body.cursor : null, document, fault: { why, detail } };
}

/** Between items. JSON escapes quotation marks, so no text contains this. */
const toNext = /\}\s*,\s*\{\s*"cursor"/;
const toLast = /\}\s*,\s*\{\s*$/;
const blanksAtMost = 100;

/** null if not even one item is whole. */
function wholeItems(text: string): readonly unknown[] | null {
  for (const end of [endOfLast(text), text.search(toNext)]) {
    const items = end < 0 ? null : listIn(`${text.slice(0, end + 1)}]`);
    if (items !== null) return items;
  }
  return null;
}

function endOfLast(text: string): number {
  const last = Math.max(0, text.lastIndexOf('"cursor"'));
  const from = Math.max(0, last - blanksAtMost);
  const end = text.slice(from, last).search(toLast);
  return end < 0 ? -1 : from + end;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
