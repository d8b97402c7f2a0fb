/**
 * Reads a page of reports. If the response cannot be read as a whole, the page has only the complete items. If no item is complete, the
 * page has the beginning of the first item, with the cursor after which the next request continues.
 */
import { parseBoundedJson } from '../../domain/values/json.ts';
import { readBody } from '../remote-calls/reading.ts';
import * as answers from './answers.ts';
import { type IncomingReport, type ReportPage, reportsAtMost } from './orders/ports.ts';
import { UnreadableAnswer } from './reading.ts';

const maxStoredCharacters = 64 * 1_024;

export async function readPage(call: Promise<readonly unknown[]>): Promise<ReportPage> {
  try {
    return pageOf(await call);
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const text = new TextDecoder().decode(error.receivedBytes);
    // If only the UTF-8 was invalid, the text is JSON now, because TextDecoder has replaced the invalid bytes.
    const items = error.why === 'NO_JSON' ? parseList(text) : null;
    if (items !== null) return pageOf(items);
    const completeItems = parseCompleteItems(text);
    const reports = completeItems?.map(reportOf) ?? [beginningOfFirst(text, error.why)];
    return { reports, fault: error.why };
  }
}

/** The next page has the items beyond the limit. */
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

/** null: the value has so many levels that JSON.stringify exceeds the stack. JSON.parse has no such limit. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** null: the text is not a list. The bytes that TextDecoder replaced do no harm, because cursors, ids and codes are ASCII. */
function parseList(text: string): readonly unknown[] | null {
  const { value } = parseBoundedJson(text);
  return Array.isArray(value) ? value : null;
}

/** core.openapi.yaml requires the cursor to be the first field. Its 200 characters are at most 1,200 in JSON. */
const firstCursor = /^\s*\[\s*\{\s*"cursor"\s*:\s*("(?:[^"\\]|\\.){1,1200}")/;

function beginningOfFirst(text: string, why: UnreadableAnswer['why']): IncomingReport {
  const [, cursorJson = 'null'] = firstCursor.exec(text) ?? [];
  const cursorReading = readBody(answers.reportCursor, { cursor: parseBoundedJson(cursorJson).value });
  const cursor = cursorReading.fits ? cursorReading.body.cursor : null;
  const document = text.slice(0, maxStoredCharacters);
  const detail = `the fault is in the response, not only in this report; the first ${document.length} characters of the response are stored`;
  return { cursor, document, fault: { why, detail } };
}

/** A document is a text in JSON. It cannot contain a boundary, because its quotation marks are escaped. */
const itemBoundary = /\}\s*,\s*\{\s*"cursor"/;
const boundaryBeforeCursor = /\}\s*,\s*\{\s*$/;
/** Longer boundaries, with much white space, are not found. */
const maxBoundaryLength = 100;

/** If the list of all complete items is not JSON, returns only the first item. null: no complete item can be read. */
function parseCompleteItems(text: string): readonly unknown[] | null {
  const endOfFirst = text.search(itemBoundary);
  for (const end of [endOfLastComplete(text), endOfFirst]) {
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
