/**
 * Encodes the details of a logged request: a JSON line with lengths, then headers and bodies unchanged. Nearly
 * everything is copied and nothing escaped, because every request writes one.
 */
import type { ComparedValues } from '../domain/refusal.ts';
import type { LoggedKeys, StoredRequest } from '../operations/request-log/ports.ts';

export interface LoggedRequest extends LoggedKeys {
  readonly details: LoggedDetails;
}

export type LoggedHeader = readonly [name: string, value: string];

export interface LoggedDetails {
  readonly method: string;
  /** Path, query and request headers as sent, with bytes read as ISO-8859-1. */
  readonly target: string;
  readonly operationName: string | null;
  readonly durationMs: number;
  readonly requestHeaders: readonly LoggedHeader[];
  readonly requestBody: string | null;
  readonly responseHeaders: readonly LoggedHeader[];
  readonly responseBody: string | null;
  /** Milliseconds in each stage, in order. */
  readonly spent: readonly number[];
  readonly failed: number | null;
  readonly detail: string | null;
  readonly compared: ComparedValues | null;
  /** The fault that the sandbox has played. */
  readonly fault: string | null;
}

/** A body, truncated; `whole` is its full length. */
export interface KeptBody {
  readonly bytes: Uint8Array;
  readonly whole: number;
}

export interface RecordParts {
  readonly method: string;
  readonly target: string;
  readonly operationName: string | null;
  readonly durationMs: number;
  /** Lines of `name: value`, with bytes read as ISO-8859-1. */
  readonly requestHeaders: Uint8Array;
  readonly requestBody: KeptBody | null;
  readonly responseHeaders: Uint8Array;
  readonly responseBody: KeptBody | null;
  readonly spent: readonly number[];
  readonly failed: number | null;
  readonly detail: string | null;
  readonly compared: ComparedValues | null;
  readonly fault: string | null;
}

interface Head
  extends Pick<RecordParts, 'method' | 'target' | 'operationName' | 'failed' | 'detail' | 'compared'> {
  /** Microseconds, because integers are faster to write. */
  readonly duration: number;
  readonly fault?: string;
  readonly spent: readonly number[];
  readonly lengths: readonly number[];
  /** Full lengths of the bodies; -1: no body. */
  readonly bodies: readonly [request: number, response: number];
}

const microseconds = (milliseconds: number): number => Math.round(milliseconds * 1_000);

export function writeRecord(parts: RecordParts): Buffer {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = parts;
  const bodies = [requestBody?.whole ?? -1, responseBody?.whole ?? -1] as const;
  const sections = [requestHeaders, requestBody?.bytes, responseHeaders, responseBody?.bytes];
  const lengths = sections.map((bytes) => bytes?.length ?? 0);
  const { method, target, operationName, failed, detail, compared } = parts;
  const head: Head = {
    method,
    target,
    operationName,
    failed,
    detail,
    compared,
    lengths,
    bodies,
    duration: microseconds(parts.durationMs),
    spent: parts.spent.map(microseconds),
    ...(parts.fault === null ? {} : { fault: parts.fault }),
  };
  const line = `${JSON.stringify(head)}\n`;
  const begin = Buffer.byteLength(line);
  const record = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, begin));
  record.write(line, 0, 'utf8');
  let at = begin;
  for (const bytes of sections) {
    if (bytes === undefined) continue;
    record.set(bytes, at);
    at += bytes.length;
  }
  return record;
}

export function readRecord(record: Buffer): LoggedDetails {
  const end = record.indexOf(10);
  const { lengths, bodies, duration, spent, ...head } = JSON.parse(record.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const [requestHeaders, requestBody, responseHeaders, responseBody] = lengths.map((length) => {
    at += length;
    return record.subarray(at - length, at);
  });
  return {
    ...head,
    fault: head.fault ?? null,
    durationMs: duration / 1_000,
    spent: spent.map((each) => each / 1_000),
    requestHeaders: headersOf(requestHeaders),
    requestBody: textOf(requestBody, bodies[0]),
    responseHeaders: headersOf(responseHeaders),
    responseBody: textOf(responseBody, bodies[1]),
  };
}

function headersOf(bytes: Buffer | undefined): LoggedHeader[] {
  const lines = bytes?.toString('latin1').split('\n').slice(0, -1) ?? [];
  return lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}

/** Invalid UTF-8 shows as replacement characters. */
function textOf(bytes: Buffer | undefined, whole: number): string | null {
  if (bytes === undefined || whole <= 0) return null;
  const text = bytes.toString('utf8');
  return whole > bytes.length ? `${text}… (${whole} bytes in all)` : text;
}

export const shownRequest = ({ record, ...keys }: StoredRequest): LoggedRequest => ({
  ...keys,
  details: readRecord(record),
});
