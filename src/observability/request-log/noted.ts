import { randomUUID } from 'node:crypto';
import { boundedText, headerText } from '../../domain/values/text.ts';
import { timeOrderedUuid } from '../../domain/values/uuid.ts';
import { pathOf } from '../../http/message.ts';
import type { StoredRequest } from '../../operations/request-log/ports.ts';
import { type KeptBody, type RecordParts, writeRecord } from '../request-record.ts';
import type { Failure, RequestTrace } from '../request-trace.ts';
import type { StoredLog } from './kept.ts';
import { maskBytes, maskHeader, maskTarget, maskText } from './mask.ts';
import type { Waiting } from './waiting.ts';

const detailCharacters = 1_000;
const operationCharacters = 100;

/** A request in memory, until it is written or newer ones replace it. */
export interface NotedRequest
  extends Waiting,
    Pick<StoredRequest, 'status' | 'code' | 'xRequestId'>,
    Pick<RecordParts, 'method' | 'target' | 'durationMs'>,
    Pick<RequestTrace, 'sequence' | 'operationName' | 'spent' | 'failure' | 'fault'> {
  /** Headers without secrets, and bodies. */
  readonly kept: StoredLog;
}

/** One header per line; tokens and cookies are hidden. */
export function headerLines(headers: Iterable<readonly [string, string]>, setsCookies = false): string {
  let lines = '';
  for (const [name, value] of headers) lines += `${name}: ${maskHeader(name, value)}\n`;
  if (setsCookies) lines += `set-cookie: ${maskHeader('set-cookie', '')}\n`;
  return lines;
}

/** Makes an entry only when it is written, because under load most requests are dropped before. */
export function toEntry(request: NotedRequest): StoredRequest {
  const { failure, operationName, kept } = request;
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
      operationName: operationName && boundedText(operationName, operationCharacters),
      durationMs: request.durationMs,
      requestHeaders: maskBytes(kept.requestHeaders),
      requestBody: masked(kept.requestBody),
      responseHeaders: maskBytes(kept.responseHeaders),
      responseBody: masked(kept.responseBody),
      spent: request.spent,
      failed: failure?.stage ?? null,
      detail: failure && detailOf(failure),
      compared: failure?.compared ?? null,
      fault: request.fault,
    }),
  };
}

/** The text before a ticket identifies it, so a truncated one is found too. */
function masked(body: KeptBody | null): KeptBody | null {
  return body && { bytes: maskBytes(body.bytes), whole: body.whole };
}

function detailOf({ code, messages }: Failure): string {
  const texts = messages
    .filter(({ category }) => category === 'ERROR')
    .map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`));
  return boundedText(maskText([code, ...new Set(texts)].join('; ')), detailCharacters);
}
