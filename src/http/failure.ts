import { randomUUID } from 'node:crypto';
import type { FastifyError } from 'fastify';
import { messageOf, type Refusal, refuse } from '../domain/refusal.ts';
import type { DoorLogEntry } from '../observability/request-trace.ts';
import { type HttpRequest, jsonAnswer } from './message.ts';

export const systemName = 'psd2-bank';

export const refuseBodySize = (bytesAtMost: number): Refusal =>
  refuse('BODY_TOO_LARGE', { path: 'body', text: `the body may have at most ${bytesAtMost} bytes` });

/** null: the error does not come from reading the body. */
function bodyRefusal(error: unknown, bytesAtMost: number): Refusal | null {
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuseBodySize(bytesAtMost);
  // The database and banks can reset connections too, but their errors have no status.
  const isBodyReset = code === 'ECONNRESET' && statusCode === 400;
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || isBodyReset)
    return refuse('BAD_REQUEST', {
      path: 'body',
      text: 'the connection closed before the whole body arrived',
    });
  return null;
}

export const refusalOf = (http: HttpRequest, error: unknown): Refusal =>
  bodyRefusal(error, http.bodyLimit) ?? http.knownRefusalOf(error) ?? refuse('SYSTEM_ERROR');

/** Renders a refusal as JSON, with a new id that the log line repeats. */
export function renderRefusal(refusal: Refusal) {
  const id = randomUUID();
  const { status, code, tppMessages, extras } = refusal;
  const body = {
    id,
    system: systemName,
    status,
    code,
    message: messageOf(refusal),
    tppMessages,
    ...(extras.links ? { _links: extras.links } : {}),
  };
  const headers = {
    ...(extras.allow ? { allow: extras.allow.join(', ') } : {}),
    ...(extras.retryAfterSeconds ? { 'retry-after': String(extras.retryAfterSeconds) } : {}),
  };
  return { id, refusal, body, answer: jsonAnswer(status, body, headers) };
}

/** Renders a refusal or a defect, and writes the log line of the request. */
export function renderFailure(
  http: HttpRequest,
  error: unknown,
  line: Pick<DoorLogEntry, 'door' | 'route' | 'product'>,
) {
  const failure = renderRefusal(refusalOf(http, error));
  const { id: failureId, refusal } = failure;
  const { status, code } = refusal;
  http.trace.fail(refusal);
  http.log({ ...line, status, failureId, code }, error);
  return failure;
}
