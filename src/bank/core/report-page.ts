/**
 * Reads a page of reports. A malformed item does not affect the others. If the response is truncated or not JSON, the page has the
 * items that arrived complete, or else the beginning of the first item with its cursor, so that the reader can skip it.
 */

import { readBody } from '../remote-calls/reading.ts';
import * as answers from './answers.ts';
import { type IncomingReport, type ReportPage, reportsAtMost } from './orders/ports.ts';
import { UnreadableAnswer } from './reading.ts';

/** How many characters of an unreadable response are stored. */
const maxStoredCharacters = 64 * 1_024;

/** An UnreadableAnswer of the call becomes a page with a fault. Throws any other refusal of the call. */
export async function readPage(call: Promise<readonly unknown[]>): Promise<ReportPage> {
  try {
    return pageOf(await call);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const text = new TextDecoder().decode(error.beginning);
    const items = error.why === 'NO_JSON' ? parseList(text) : null;
    if (items !== null) return pageOf(items);
    const completeItems = parseCompleteItems(text);
    const reports = completeItems?.map(reportOf) ?? [beginningOfFirst(text, error.why)];
    return { reports, fault: error.why };
  }
}

/** Ignores items beyond the limit, because the next page has them. */
const pageOf = (items: readonly unknown[]): ReportPage => ({
  reports: items.slice(0, reportsAtMost).map(reportOf),
  fault: null,
});

function reportOf(item: unknown): IncomingReport {
  const reading = readBody(answers.reportItem, item);
  if (reading.fits) return { ...reading.body, fault: null };
  const cursorReading = readBody(answers.reportCursor, item);
  const cursor = cursorReading.fits ? cursorReading.body.cursor : null;
  return {
    cursor,
    document: jsonOf(item) ?? `an item with too many levels, at the cursor ${cursor}`,
    fault: { why: 'MALFORMED', detail: reading.why },
  };
}

/** null if the value has so many levels that JSON.stringify exceeds the stack. JSON.parse has no such limit. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * null if the text is not a list. `readAnswer` may have refused the response because its bytes are not UTF-8. The decoder has then
 * replaced the invalid bytes. This does no harm, because cursors, ids and codes are ASCII.
 */
function parseList(text: string): readonly unknown[] | null {
  const json = parseJson(text);
  return Array.isArray(json) ? json : null;
}

/** The cursor of the first item. core.openapi.yaml requires the cursor to be the first field. */
const firstCursor = /^\s*\[\s*\{\s*"cursor"\s*:\s*("(?:[^"\\]|\\.){1,1200}")/;

function beginningOfFirst(text: string, why: UnreadableAnswer['why']): IncomingReport {
  const [, cursorJson = 'null'] = firstCursor.exec(text) ?? [];
  const cursorReading = readBody(answers.reportCursor, { cursor: parseJson(cursorJson) });
  const cursor = cursorReading.fits ? cursorReading.body.cursor : null;
  const document = text.slice(0, maxStoredCharacters);
  const detail = `the response with this report; its first ${document.length} characters are stored`;
  return { cursor, document, fault: { why, detail } };
}

/** The end of one item and the start of the next. JSON escapes quotation marks, so no document contains an item boundary. */
const itemBoundary = /\}\s*,\s*\{\s*"cursor"/;
/** The part of an item boundary before `"cursor"`. */
const boundaryBeforeCursor = /\}\s*,\s*\{\s*$/;
/** Longer boundaries, with much white space, are not found. */
const maxBoundaryLength = 100;

/** Returns all complete items, or only the first item if the list of all is not JSON; null: no complete item can be read. */
function parseCompleteItems(text: string): readonly unknown[] | null {
  const endOfFirst = text.search(itemBoundary);
  for (const end of [endOfLastComplete(text), endOfFirst]) {
    // The bracket ends the list after the item.
    const items = end < 0 ? null : parseList(`${text.slice(0, end + 1)}]`);
    if (items !== null) return items;
  }
  return null;
}

/** The position of the last brace that ends a complete item, or -1. */
function endOfLastComplete(text: string): number {
  const lastCursor = Math.max(0, text.lastIndexOf('"cursor"'));
  const searchFrom = Math.max(0, lastCursor - maxBoundaryLength);
  const end = text.slice(searchFrom, lastCursor).search(boundaryBeforeCursor);
  return end < 0 ? -1 : searchFrom + end;
}

/** null if the text is not JSON. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
