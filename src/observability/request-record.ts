/** The record of a logged request: a line of JSON, then headers and bodies as bytes, because escaping bodies as JSON is slow. */
import type { ComparedValues } from '../domain/refusal.ts';
import type { LoggedKeys, StoredRequest } from '../operations/request-log/ports.ts';

export interface LoggedRequest extends LoggedKeys {
  readonly details: LoggedDetails;
}

export type LoggedHeader = readonly [name: string, value: string];

export interface LoggedDetails {
  readonly method: string;
  /** Path and query as sent, with bytes read as ISO-8859-1. */
  readonly target: string;
  readonly operationName: string | null;
  readonly durationMs: number;
  readonly requestHeaders: readonly LoggedHeader[];
  readonly requestBody: string | null;
  readonly responseHeaders: readonly LoggedHeader[];
  readonly responseBody: string | null;
  /** In the order of `stages`. */
  readonly stageMs: readonly number[];
  /** An index in `stages`; null: no stage failed. */
  readonly failedStage: number | null;
  readonly failureText: string | null;
  readonly compared: ComparedValues | null;
  /** The fault that the TPP ordered and the sandbox simulated. */
  readonly fault: string | null;
}

export interface StoredBody {
  readonly bytes: Uint8Array;
  /** The length of the whole body. */
  readonly fullLength: number;
}

type DetailsInBytes = 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody';

export interface RecordParts extends Omit<LoggedDetails, DetailsInBytes> {
  /** Lines of `name: value`, with bytes read as ISO-8859-1. */
  readonly requestHeaders: Uint8Array;
  readonly requestBody: StoredBody | null;
  readonly responseHeaders: Uint8Array;
  readonly responseBody: StoredBody | null;
}

/** Stored records have these names: do not change them. Times are microseconds, because integers are faster to write. */
interface RecordHead extends Pick<RecordParts, 'method' | 'target' | 'operationName' | 'compared'> {
  readonly detail: string | null;
  readonly duration: number;
  readonly fault?: string;
  /** In the order of `stages`. */
  readonly spent: readonly number[];
  readonly failed: number | null;
  /** The lengths of the stored headers and bodies, in their order after the line. */
  readonly lengths: readonly number[];
  /** The full lengths of the bodies; -1: there is no body. */
  readonly bodies: readonly [request: number, response: number];
}

const toMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1_000);

export function writeRecord(parts: RecordParts): Buffer {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = parts;
  const sections = [requestHeaders, requestBody?.bytes, responseHeaders, responseBody?.bytes];
  const lengths = sections.map((bytes) => bytes?.length ?? 0);
  const head: RecordHead = {
    method: parts.method,
    target: parts.target,
    operationName: parts.operationName,
    failed: parts.failedStage,
    detail: parts.failureText,
    compared: parts.compared,
    lengths,
    bodies: [requestBody?.fullLength ?? -1, responseBody?.fullLength ?? -1],
    duration: toMicroseconds(parts.durationMs),
    spent: parts.stageMs.map(toMicroseconds),
    ...(parts.fault === null ? {} : { fault: parts.fault }),
  };
  const line = `${JSON.stringify(head)}\n`;
  const lineLength = Buffer.byteLength(line);
  const record = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, lineLength));
  record.write(line, 0, 'utf8');
  let position = lineLength;
  for (const bytes of sections) {
    if (bytes === undefined) continue;
    record.set(bytes, position);
    position += bytes.length;
  }
  return record;
}

export function readRecord(record: Buffer): LoggedDetails {
  const lineEnd = record.indexOf('\n');
  const head = JSON.parse(record.toString('utf8', 0, lineEnd)) as RecordHead;
  let position = lineEnd + 1;
  const [requestHeaders, requestBody, responseHeaders, responseBody] = head.lengths.map((length) => {
    const begin = position;
    position += length;
    return record.subarray(begin, position);
  });
  return {
    method: head.method,
    target: head.target,
    operationName: head.operationName,
    durationMs: head.duration / 1_000,
    requestHeaders: headersOf(requestHeaders),
    requestBody: textOf(requestBody, head.bodies[0]),
    responseHeaders: headersOf(responseHeaders),
    responseBody: textOf(responseBody, head.bodies[1]),
    stageMs: head.spent.map((microseconds) => microseconds / 1_000),
    failedStage: head.failed,
    failureText: head.detail,
    compared: head.compared,
    fault: head.fault ?? null,
  };
}

function headersOf(bytes: Buffer | undefined): LoggedHeader[] {
  // The text ends with a line break, so the last part is empty.
  const lines = bytes?.toString('latin1').split('\n').slice(0, -1) ?? [];
  return lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
}

/** null also for an empty body. Invalid UTF-8 becomes replacement characters. */
function textOf(bytes: Buffer | undefined, fullLength: number): string | null {
  if (bytes === undefined || fullLength <= 0) return null;
  const text = bytes.toString('utf8');
  return fullLength > bytes.length ? `${text}… (${fullLength} bytes in all)` : text;
}

export const decodeRequest = ({ record, ...keys }: StoredRequest): LoggedRequest => ({
  ...keys,
  details: readRecord(record),
});
