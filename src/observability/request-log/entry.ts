import { randomUUID } from 'node:crypto';
import { boundedText, headerText } from '../../domain/values/text.ts';
import { timeOrderedUuid } from '../../domain/values/uuid.ts';
import { pathOf } from '../../http/message.ts';
import type { StoredRequest } from '../../operations/request-log/ports.ts';
import { type RecordParts, type StoredBody, writeRecord } from '../request-record.ts';
import type { Failure, RequestTrace } from '../request-trace.ts';
import type { LogContents } from './contents.ts';
import { maskBytes, maskHeader, maskTarget, maskText } from './mask.ts';
import type { QueuedRequest } from './queue.ts';

const maxDetailLength = 1_000;
const maxOperationLength = 100;

/** A request in memory, until it is written or newer ones replace it. */
export interface PendingRequest
  extends QueuedRequest,
    Pick<StoredRequest, 'status' | 'code' | 'xRequestId'>,
    Pick<RecordParts, 'method' | 'target' | 'durationMs'>,
    Pick<RequestTrace, 'sequence' | 'operationName' | 'stageMs' | 'failure' | 'fault'> {
  /** Tokens and cookies in headers are already hidden. */
  readonly contents: LogContents;
}

/** One header in each line. Tokens and cookies are hidden. */
export function headerLines(headers: Iterable<readonly [string, string]>, setsCookies = false): string {
  let lines = '';
  for (const [name, value] of headers) lines += `${name}: ${maskHeader(name, value)}\n`;
  if (setsCookies) lines += `set-cookie: ${maskHeader('set-cookie', '')}\n`;
  return lines;
}

/** Call it only when the entry is written, because under load most requests are replaced before they are written. */
export function toEntry(request: PendingRequest): StoredRequest {
  const { failure, operationName, contents } = request;
  return {
    tppId: request.tppId,
    kind: request.kind,
    id: timeOrderedUuid(request.at, randomUUID(), request.sequence),
    at: request.at,
    status: request.status,
    code: request.code,
    path: headerText(maskTarget(pathOf(request.target))),
    xRequestId: request.xRequestId,
    record: writeRecord({
      method: request.method,
      target: maskTarget(request.target),
      operationName: operationName && boundedText(operationName, maxOperationLength),
      durationMs: request.durationMs,
      requestHeaders: maskBytes(contents.requestHeaders),
      requestBody: maskBody(contents.requestBody),
      responseHeaders: maskBytes(contents.responseHeaders),
      responseBody: maskBody(contents.responseBody),
      stageMs: request.stageMs,
      failedStage: failure?.stageIndex ?? null,
      detail: failure && detailOf(failure),
      compared: failure?.compared ?? null,
      fault: request.fault,
    }),
  };
}

/** Hides tickets, also one that the limit of the body has cut off, because the text before a ticket identifies it. */
function maskBody(body: StoredBody | null): StoredBody | null {
  return body && { bytes: maskBytes(body.bytes), fullLength: body.fullLength };
}

function detailOf({ code, messages }: Failure): string {
  const texts = messages
    .filter(({ category }) => category === 'ERROR')
    .map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`));
  return boundedText(maskText([code, ...new Set(texts)].join('; ')), maxDetailLength);
}
