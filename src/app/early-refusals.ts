/** Refusals before a door handles the request, or instead of it, in the format of the door of its path. */
import { pageLanguage } from '../domain/authorisations/language.ts';
import type { HeaderMap } from '../domain/headers.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { withoutEnd } from '../domain/values/text.ts';
import { toGraphQLError } from '../graphql/errors.ts';
import type { DoorLog, DoorLogEntry } from '../http/door.ts';
import type { GateParts, Unavailability } from '../http/gate/gate.ts';
import { type Arrival, type HttpAnswer, jsonAnswer, pathOf, toAnswer } from '../http/messages/message.ts';
import { shownRequestId } from '../http/messages/request-key.ts';
import { renderFailure } from '../rest/answer.ts';
import { type Failure, failedPage } from '../sca/answers.ts';

const reasons: Readonly<Record<Unavailability, { text: string; retryAfterSeconds: number }>> = {
  OVERLOAD: { text: 'too many requests are under way; try again after Retry-After', retryAfterSeconds: 1 },
  DEADLINE: {
    text: 'the request took too long; sent again under its X-Request-ID after Retry-After, it tells what became of it',
    retryAfterSeconds: 2,
  },
  STOPPING: { text: 'this process is stopping; try again after Retry-After', retryAfterSeconds: 1 },
};

/** The door that a path leads to. */
export function doorOf(path: string): DoorLogEntry['door'] {
  if (path === '/graphql') return 'graphql';
  return path === '/sca' || path.startsWith('/sca/') ? 'sca' : 'rest';
}

export interface UnavailableParts {
  readonly failurePage: FailurePage;
  readonly log: DoorLog;
}

/** The page that shows a failure to a person; `address` is a link to try again, null: none. */
export type FailurePage = (headers: HeaderMap, address: string | null, failure: Failure) => HttpAnswer;

export function createFailurePage(sandbox: boolean, publicUrl: string): FailurePage {
  const base = withoutEnd(new URL(publicUrl).pathname, '/');
  return (headers, address, failure) => {
    const language = pageLanguage(headers.get('accept-language'));
    return failedPage({ language, sandbox, base }, address === null ? null : base + address, failure);
  };
}

export function createUnavailable(parts: UnavailableParts): GateParts['unavailable'] {
  return (arrival, why, milliseconds) => {
    const refusal = refuse('UNAVAILABLE', reasons[why]);
    const { id, answer } = renderFailure(refusal, () => null);
    const door = doorOf(pathOf(arrival.target));
    const response = door === 'rest' ? toAnswer(answer) : shaped(door, arrival, { id, refusal });
    // Without waiting for the rest of the body.
    if (why === 'DEADLINE') response.headers.connection = 'close';
    const requestId = shownRequestId(arrival.headers);
    if (requestId) response.headers['x-request-id'] = requestId;
    const { status, code } = refusal;
    const line = { door, method: arrival.method, route: 'none', status, milliseconds, failureId: id, code };
    parts.log({ ...line, ...(requestId ? { requestId } : {}) }, refusal);
    return response;
  };

  function shaped(door: 'graphql' | 'sca', arrival: Arrival, failure: Failure): HttpAnswer {
    if (door === 'sca') return parts.failurePage(arrival.headers, null, failure);
    const { refusal } = failure;
    const headers = { 'retry-after': String(refusal.extras.retryAfterSeconds) };
    const body = { errors: [toGraphQLError(refusal).toJSON()] };
    return toAnswer(jsonAnswer(refusal.status, body, headers));
  }
}

/** The answer to a request before the service is ready. */
export function starting(): HttpAnswer {
  return toAnswer(renderFailure(refuse('UNAVAILABLE', { retryAfterSeconds: 1 }), () => null).answer);
}

/** The answer to a request that HTTP does not allow, with its line in the log. */
export function noHttp(text: string, log: DoorLog): HttpAnswer {
  return logged(refuse('BAD_REQUEST', { text }), 'none', log, { connection: 'close' });
}

/** The answer when handling throws: doors handle their own failures, so it is a defect outside of them. */
export function defect(error: unknown, log: DoorLog): HttpAnswer {
  return logged(refuse('SYSTEM_ERROR'), 'none', log, { connection: 'close' }, error);
}

function logged(
  refused: Refusal,
  method: string,
  log: DoorLog,
  headers?: Readonly<Record<string, string>>,
  error?: unknown,
): HttpAnswer {
  const { id, refusal, answer } = renderFailure(refused, () => null);
  const { status, code } = refusal;
  log({ door: 'rest', method, route: 'none', status, milliseconds: 0, failureId: id, code }, error);
  return toAnswer(answer, headers);
}

/** The same when there is no request, only a connection; `id` is for the log. */
export function malformedText(status: number, text: string): { readonly id: string; readonly body: string } {
  const { id, answer } = renderFailure(refuse('BAD_REQUEST', { text }), () => null);
  const body = { ...JSON.parse(new TextDecoder().decode(answer.body)), status };
  return { id, body: JSON.stringify(body) };
}
