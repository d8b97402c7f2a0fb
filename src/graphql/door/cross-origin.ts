/**
 * Lets pages of any origin call the GraphQL door of a sandbox, so that a front end on another port needs no proxy.
 * Browsers send no cookie with such a call: the caller needs a token or a signature.
 */
import type { Door } from '../../http/messages/message.ts';

const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, X-Request-ID, Date, Digest, Signature, TPP-Signature-Certificate, X-Accept-Fix',
  'access-control-max-age': '600',
};
const exposed = 'X-Request-ID, Idempotent-Replay, Retry-After';

export function allowAnyOrigin(door: Door): Door {
  return async (request) => {
    if (!request.headers.has('origin')) return door(request);
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
      return { status: 204, headers: { ...preflight }, body: null };
    const answer = await door(request);
    answer.headers['access-control-allow-origin'] = '*';
    answer.headers['access-control-expose-headers'] = exposed;
    return answer;
  };
}
