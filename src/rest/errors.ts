/** The error body of every REST operation (specification 7.1, contract 9), made from a refusal in one place. */
import { randomUUID } from 'node:crypto';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { StoredAnswer } from '../operations/ports.ts';
import { jsonAnswer } from '../web/respond.ts';

/** The name under which the service speaks in `system`. */
export const systemName = 'psd2-bank';

export interface Failure {
  /** In the answer and in the log, so that one finds the other. */
  readonly id: string;
  readonly refusal: Refusal;
  readonly answer: StoredAnswer;
}

/**
 * Renders what was thrown. `known` recognises failures that have a refusal of their own, such as a lost database;
 * `unread` are the parts of the request that no stage has come to, where more faults may lie.
 */
export function renderFailure(
  error: unknown,
  known: (error: unknown) => Refusal | null,
  unread: Iterable<string> = [],
): Failure {
  const refusal = error instanceof Refusal ? error : (known(error) ?? refuse('SYSTEM_ERROR'));
  const id = randomUUID();
  const { extras } = refusal;
  const body = {
    id,
    system: systemName,
    status: refusal.status,
    code: refusal.code,
    message: messageOf(refusal) + unreadNote(refusal, [...unread]),
    tppMessages: refusal.tppMessages,
    ...(extras.links ? { _links: extras.links } : {}),
  };
  const headers = {
    ...(extras.allow ? { allow: extras.allow.join(', ') } : {}),
    ...(extras.retryAfterSeconds ? { 'retry-after': String(extras.retryAfterSeconds) } : {}),
  };
  return { id, refusal, answer: jsonAnswer(refusal.status, body, headers) };
}

/** All faults of a stage are named together; those of later stages come when it is passed, and a reader should know. */
function unreadNote({ status }: Refusal, unread: readonly string[]): string {
  const mended = status === 400 || status === 401 || status === 403 || status === 404;
  return mended && unread.length > 0 ? ` (not looked at yet: ${unread.join(', ')})` : '';
}

/** The first fault in words, with its place: what a human reads before looking into `tppMessages`. */
function messageOf(refusal: Refusal): string {
  const path = refusal.tppMessages[0]?.path;
  return path === undefined ? refusal.message : `${path}: ${refusal.message}`;
}
