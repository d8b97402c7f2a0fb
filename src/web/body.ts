/** The body of a request, or the refusal when it was too large or was cut off. */
import { refuse } from '../domain/refusal.ts';
import type { Body } from './message.ts';

/** The bytes, null where none were sent. */
export function bytesOf(body: Body, bytesAtMost: number): Uint8Array | null {
  if (body === 'TOO_LARGE')
    throw refuse('BODY_TOO_LARGE', { path: 'body', text: `the body may have at most ${bytesAtMost} bytes` });
  if (body === 'CUT')
    throw refuse('BAD_REQUEST', { path: 'body', text: 'the connection ended before the body did' });
  return body;
}
