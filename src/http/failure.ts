import { randomUUID } from 'node:crypto';
import type { FastifyError } from 'fastify';
import { messageOf, Refusal, refuse } from '../domain/refusal.ts';
import type { RefusalOfError } from './door.ts';
import { jsonAnswer } from './message.ts';
import { malformedBody } from './pipelining.ts';

export const systemName = 'psd2-bank';

const tooLarge = (bytesAtMost: number): Refusal =>
  refuse('BODY_TOO_LARGE', { path: 'body', text: `the body may have at most ${bytesAtMost} bytes` });

export function requireBodySize(length: number, bytesAtMost: number): void {
  if (length > bytesAtMost) throw tooLarge(bytesAtMost);
}

/** The refusal if Fastify could not read the body; null for any other error. */
export function bodyRefusal(error: unknown, bytesAtMost: number): Refusal | null {
  const { code, statusCode } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(bytesAtMost);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
  if (code === malformedBody.code) return refuse('BAD_REQUEST', { path: 'body', text: malformedBody.text });
  // The database and banks can reset connections too, but their errors have no status.
  const isBodyReset = code === 'ECONNRESET' && statusCode === 400;
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || isBodyReset)
    return refuse('BAD_REQUEST', {
      path: 'body',
      text: 'the connection closed before the whole body arrived',
    });
  return null;
}

/** Renders an error under an id that is in the response and in the log. */
export function renderFailure(error: unknown, refusalOfError: RefusalOfError = () => null) {
  const refusal = error instanceof Refusal ? error : (refusalOfError(error) ?? refuse('SYSTEM_ERROR'));
  const id = randomUUID();
  const { extras } = refusal;
  const body = {
    id,
    system: systemName,
    status: refusal.status,
    code: refusal.code,
    message: messageOf(refusal),
    tppMessages: refusal.tppMessages,
    ...(extras.links ? { _links: extras.links } : {}),
  };
  const headers = {
    ...(extras.allow ? { allow: extras.allow.join(', ') } : {}),
    ...(extras.retryAfterSeconds ? { 'retry-after': String(extras.retryAfterSeconds) } : {}),
  };
  return { id, refusal, body, answer: jsonAnswer(refusal.status, body, headers) };
}
