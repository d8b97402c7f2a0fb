/** The error body of every REST operation, made from a refusal in one place. */
import { randomUUID } from 'node:crypto';
import { messageOf, Refusal, refuse } from '../domain/refusal.ts';
import { jsonAnswer } from '../web/respond.ts';

/** The name of this service in `system`. */
export const systemName = 'psd2-bank';

export type Failure = ReturnType<typeof renderFailure>;

/**
 * Renders what was thrown, under an id that stands in the answer and in the log. `known` recognises failures that have a
 * refusal of their own, such as a lost database.
 */
export function renderFailure(error: unknown, known: (error: unknown) => Refusal | null) {
  const refusal = error instanceof Refusal ? error : (known(error) ?? refuse('SYSTEM_ERROR'));
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
  return { id, refusal, answer: jsonAnswer(refusal.status, body, headers) };
}
