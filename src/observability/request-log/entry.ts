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

/** The guard's `tppOfCertificate`. null: the guard does not trust the certificate. */
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

/** A request that failed before or in this stage has no verified caller. */
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
  const isUnverified = failure !== null && failure.stageIndex <= signatureStageIndex;
  const wasChecked = failure?.stageIndex === signatureStageIndex;
  const tppId = caller?.tppId ?? (isUnverified ? tppOfCertificate(request.headers, wasChecked) : null);
  if (tppId === null) return null;
  const verifiedKind = trace.isFromConsole ? 'CONSOLE' : 'OWN';
  // Without a verified signature anybody may have sent the body. Before a ROLE_INVALID the signature was verified.
  const storesBody = caller !== null || failure?.code === 'ROLE_INVALID';
  const { body: answerBody } = answer;
  const storesAnswer = storesBody && !isLate && !trace.omitsResponseBody && request.method !== 'HEAD';
  const cookies: [string, string][] = answer.cookies?.length ? [['set-cookie', '']] : [];
  const parts = {
    method: request.method,
    target: request.target,
    operationName: trace.operationName,
    durationMs,
    requestHeaders: headerLines(request.headers),
    requestBody: storesBody && body ? copyStart(body) : null,
    responseHeaders: headerLines([...(isLate ? [] : Object.entries(answer.headers)), ...cookies]),
    responseBody:
      storesAnswer && answerBody instanceof Uint8Array
        ? copyStart(maskSecrets(answerBody, trace.secretPaths))
        : null,
    stageMs: trace.stageMs,
    failedStage: failure?.stageIndex ?? null,
    compared: failure?.compared ?? null,
    fault: trace.fault,
  };
  return {
    tppId,
    kind: isUnverified ? 'UNPROVEN' : verifiedKind,
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

/** The connection may reuse the buffer of the body. */
const copyStart = (body: Uint8Array): StoredBody => ({
  bytes: Buffer.from(body.subarray(0, maxStoredBodyBytes)),
  fullLength: body.length,
});

const sizeOf = (parts: PendingRequest['parts']): number =>
  [
    parts.target,
    parts.requestHeaders,
    parts.requestBody?.bytes,
    parts.responseHeaders,
    parts.responseBody?.bytes,
  ].reduce((sum, part) => sum + (part?.length ?? 0), 0);

/** Call it only when the entry is written: under load most requests are replaced before that. */
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

/** A ticket that the limit of the body has cut in two is hidden too. */
function maskBody(body: StoredBody | null): StoredBody | null {
  return body && { bytes: maskBytes(body.bytes), fullLength: body.fullLength };
}

function failureTextOf({ code, messages, compared }: Failure): string {
  // The messages after the first continue the signing string, perhaps within a ticket.
  const shownMessages = compared?.of === 'SIGNING_STRING' ? messages.slice(0, 1) : messages;
  const texts = shownMessages
    .filter(({ category }) => category === 'ERROR')
    .map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`));
  return boundedText(maskText([code, ...new Set(texts)].join('; ')), maxDetailLength);
}
