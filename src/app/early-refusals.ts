/** Refusals that are made before a door is asked, or in its place, in the shape of the door that was meant. */
import { pageLanguage } from '../domain/authorisations/language.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { withoutEnd } from '../domain/values/text.ts';
import { toGraphQLError } from '../graphql/door/errors.ts';
import { renderFailure } from '../rest/errors.ts';
import { refuseMethod } from '../rest/match.ts';
import type { DoorLog, DoorLogEntry } from '../web/door.ts';
import type { GateParts, Unavailability } from '../web/gate.ts';
import { type Arrival, type HttpAnswer, type HttpRequest, pathOf } from '../web/message.ts';
import { shownRequestId } from '../web/request-key.ts';
import { jsonAnswer, toAnswer } from '../web/respond.ts';
import { faulty } from '../web/sca/answers.ts';

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
  readonly sandbox: boolean;
  readonly publicUrl: string;
  readonly log: DoorLog;
}

export function createUnavailable(parts: UnavailableParts): GateParts['unavailable'] {
  const base = withoutEnd(new URL(parts.publicUrl).pathname, '/');
  return (arrival, why, milliseconds) => {
    const refusal = refuse('UNAVAILABLE', reasons[why]);
    const { id, answer } = renderFailure(refusal, () => null);
    const door = doorOf(pathOf(arrival.target));
    const response = door === 'rest' ? toAnswer(answer) : shaped(door, arrival, refusal);
    // The rest of the body is not waited for.
    if (why === 'DEADLINE') response.headers.connection = 'close';
    const requestId = shownRequestId(arrival.headers);
    if (requestId) response.headers['x-request-id'] = requestId;
    const { status, code } = refusal;
    const line = { door, method: arrival.method, route: 'none', status, milliseconds, failureId: id, code };
    parts.log({ ...line, ...(requestId ? { requestId } : {}) }, refusal);
    return response;
  };

  function shaped(door: 'graphql' | 'sca', arrival: Arrival, refusal: Refusal): HttpAnswer {
    const headers = { 'retry-after': String(refusal.extras.retryAfterSeconds) };
    if (door === 'graphql') {
      const body = { errors: [toGraphQLError(refusal).toJSON()] };
      return toAnswer(jsonAnswer(refusal.status, body, headers));
    }
    const language = pageLanguage(arrival.headers.get('accept-language'));
    return faulty({ language, sandbox: parts.sandbox, base }, 'UNAVAILABLE', null, headers);
  }
}

/** The answer where a page may only be read. */
export function readOnly({ method, log }: HttpRequest): HttpAnswer {
  return logged(refuseMethod(['GET']), method, log);
}

/** The answer to a request that comes before the service can serve. */
export function starting(): HttpAnswer {
  return toAnswer(renderFailure(refuse('UNAVAILABLE', { retryAfterSeconds: 1 }), () => null).answer);
}

/** The answer to a request that HTTP does not allow, with its line in the log. */
export function noHttp(text: string, log: DoorLog): HttpAnswer {
  return logged(refuse('BAD_REQUEST', { text }), 'none', log, { connection: 'close' });
}

function logged(
  refused: Refusal,
  method: string,
  log: DoorLog,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  const { id, refusal, answer } = renderFailure(refused, () => null);
  const { status, code } = refusal;
  log({ door: 'rest', method, route: 'none', status, milliseconds: 0, failureId: id, code });
  return toAnswer(answer, headers);
}

/** The same where there is no request to answer, only a connection; `id` is for the log. */
export function malformedText(status: number, text: string): { readonly id: string; readonly body: string } {
  const { id, answer } = renderFailure(refuse('BAD_REQUEST', { text }), () => null);
  const body = { ...JSON.parse(new TextDecoder().decode(answer.body)), status };
  return { id, body: JSON.stringify(body) };
}
