import { randomUUID } from 'node:crypto';
import type { HeaderMap } from '../../domain/headers.ts';
import { refuse } from '../../domain/refusal.ts';
import { stages } from '../../domain/stages.ts';
import { boundedText, headerText } from '../../domain/values/text.ts';
import { timeOrderedUuid } from '../../domain/values/uuid.ts';
import { type HttpAnswer, type HttpRequest, pathOf } from '../../http/message.ts';
import type { StoredRequest } from '../../operations/request-log/ports.ts';
import { type RecordParts, type StoredBody, writeRecord } from '../request-record.ts';
import type { Failure } from '../request-trace.ts';
import { maskBytes, maskHeader, maskSecrets, maskTarget, maskText } from './mask.ts';
import type { QueuedRequest } from './queue.ts';

export const maxStoredBodyBytes = 32 * 1_024;
const maxDetailLength = 1_000;
const maxOperationLength = 100;

export type CompletedRequest = Pick<
  HttpRequest,
  'method' | 'target' | 'headers' | 'body' | 'trace' | 'isLate'
>;

/** `wasChecked`: the guard has checked the certificate in this request. Returns null if the certificate is missing or not trusted. */
export type TppOfCertificate = (headers: HeaderMap, wasChecked: boolean) => string | null;

export interface PendingRequest
  extends QueuedRequest,
    Pick<StoredRequest, 'at' | 'status' | 'code' | 'xRequestId'> {
  readonly sequence: number;
  /** Chosen at the first attempt to write, so that another attempt does not store the request twice. */
  id: string | null;
  readonly failure: Failure | null;
  /** Tokens and cookies are already hidden. Tickets (`mask.ts`) are not. */
  readonly parts: Omit<RecordParts, 'failureText'>;
}

/** The guard returns a caller at the end of this stage. So a request that failed in or before this stage has no caller. */
const signatureStageIndex = stages.indexOf('SIGNATURE');

/** null: no TPP may see the request. */
export function createPendingRequest(
  tppOfCertificate: TppOfCertificate,
  request: CompletedRequest,
  answer: HttpAnswer,
): PendingRequest | null {
  const { trace, body, isLate } = request;
  const durationMs = trace.end();
  if (isLate) trace.fail(refuse('UNAVAILABLE', { text: 'the request timed out' }));
  const { caller, failure } = trace;
  const failedBeforeCaller = failure !== null && failure.stageIndex <= signatureStageIndex;
  const wasChecked = failure?.stageIndex === signatureStageIndex;
  const tppId = caller?.tppId ?? (failedBeforeCaller ? tppOfCertificate(request.headers, wasChecked) : null);
  if (tppId === null) return null;
  const verifiedKind = trace.isFromConsole ? 'CONSOLE' : 'OWN';
  // Without a valid signature anybody may have sent the request, so its bodies are not stored. The guard refuses roles (ROLE_INVALID)
  // only after it has verified the signature.
  const storesBodies = caller !== null || failure?.code === 'ROLE_INVALID';
  // The client of a late request got a 503, and not `answer`.
  const omitsAnswer = isLate || trace.omitsResponseBody || request.method === 'HEAD';
  const mayStoreAnswer = storesBodies && !omitsAnswer && answer.body instanceof Uint8Array;
  const answerBody = mayStoreAnswer ? maskSecrets(answer.body, trace.secrets) : null;
  const parts = {
    method: request.method,
    target: request.target,
    operationName: trace.operationName,
    durationMs,
    requestHeaders: headerLines(request.headers),
    requestBody: storesBodies && body ? copyStart(body) : null,
    responseHeaders: headerLines(isLate ? [] : Object.entries(answer.headers)),
    responseBody: answerBody && copyStart(answerBody),
    stageMs: trace.stageMs,
    failedStage: failure?.stageIndex ?? null,
    compared: failure?.compared ?? null,
    fault: trace.fault,
  };
  return {
    tppId,
    kind: failedBeforeCaller ? 'UNPROVEN' : verifiedKind,
    at: trace.at,
    bytes: sizeOf(parts),
    sequence: trace.sequence,
    id: null,
    xRequestId: request.headers.get('x-request-id'),
    status: isLate ? 503 : answer.status,
    code: failure?.code ?? null,
    failure,
    parts,
  };
}

function headerLines(headers: Iterable<readonly [string, string]>): Buffer {
  let lines = '';
  for (const [name, value] of headers) lines += `${name}: ${maskHeader(name, value)}\n`;
  return Buffer.from(lines, 'latin1');
}

/** Copies the bytes, because the connection may reuse the buffer of the body. */
const copyStart = (body: Uint8Array): StoredBody => ({
  bytes: Buffer.from(body.subarray(0, maxStoredBodyBytes)),
  fullLength: body.length,
});

function sizeOf(parts: PendingRequest['parts']): number {
  const bodyBytes = (parts.requestBody?.bytes.length ?? 0) + (parts.responseBody?.bytes.length ?? 0);
  return parts.target.length + parts.requestHeaders.length + parts.responseHeaders.length + bodyBytes;
}

/** Masks a request only when it is written, because under load newer requests replace most requests that wait. */
export function toEntry(pending: PendingRequest): StoredRequest {
  const { parts, sequence, failure, bytes: _, ...request } = pending;
  pending.id ??= timeOrderedUuid(request.at, randomUUID(), sequence);
  const { target, operationName } = parts;
  return {
    ...request,
    id: pending.id,
    path: headerText(maskTarget(pathOf(target))),
    record: writeRecord({
      ...parts,
      target: maskTarget(target),
      operationName: operationName && boundedText(operationName, maxOperationLength),
      requestHeaders: maskBytes(parts.requestHeaders),
      requestBody: maskBody(parts.requestBody),
      responseHeaders: maskBytes(parts.responseHeaders),
      responseBody: maskBody(parts.responseBody),
      failureText: failure && failureTextOf(failure),
      compared: parts.compared && { ...parts.compared, expected: maskText(parts.compared.expected) },
    }),
  };
}

/** A ticket that `maxStoredBodyBytes` has cut in two is hidden too, because `maskBytes` finds tickets by the text before them. */
function maskBody(body: StoredBody | null): StoredBody | null {
  return body && { bytes: maskBytes(body.bytes), fullLength: body.fullLength };
}

function failureTextOf({ code, messages, compared }: Failure): string {
  // The later messages continue the signing string. They are not shown, because one may begin within a ticket, which the mask would miss.
  const shownMessages = compared?.of === 'SIGNING_STRING' ? messages.slice(0, 1) : messages;
  const texts = shownMessages
    .filter(({ category }) => category === 'ERROR')
    .map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`));
  return boundedText(maskText([code, ...new Set(texts)].join('; ')), maxDetailLength);
}
