/**
 * Whom the GraphQL door admits, before anything of a document is read: method, media type and size, then the one
 * credential over the bytes as they were sent. Start at `createAdmission`.
 */

import type { Caller } from '../../domain/caller.ts';
import type { HeaderMap } from '../../domain/headers.ts';
import { refuse, refuseAll, withUnread } from '../../domain/refusal.ts';
import { changeHeader } from '../../http/callers/console-session.ts';
import { requireJsonBody } from '../../http/messages/media.ts';
import { bytesOf, type HttpRequest, reads } from '../../http/messages/message.ts';
import { requireIdShape } from '../../http/messages/request-key.ts';
import { looksAtSchema, type Parsed } from '../documents/documents.ts';
import { credentialsOf, requireOne, signatureFaults, tokenMissing, tokenUnknown } from './credentials.ts';
import type { GraphQLParts } from './parts.ts';

export const bytesAtMost = 1_024 * 1_024;
export const anonymousBytesAtMost = 16 * 1_024;

export function createAdmission(parts: Pick<GraphQLParts, 'settings' | 'guard' | 'tokens' | 'session'>) {
  const { sandbox } = parts.settings;

  const limitOf = (headers: HeaderMap): number => {
    const { signed, token, session } = credentialsOf(headers, parts.session);
    return signed || token !== null || session !== null ? bytesAtMost : anonymousBytesAtMost;
  };

  /** Method, media type and size; the bytes of a POST, null for a GET. */
  function shapeOf({ method, headers, body }: HttpRequest): Uint8Array | null {
    if (reads(method)) return null;
    if (method !== 'POST')
      throw refuse('METHOD_NOT_ALLOWED', {
        path: 'method',
        text: 'GraphQL takes GET and POST',
        allow: ['GET', 'POST'],
      });
    requireJsonBody((name) => headers.get(name), { typeRequired: true });
    return bytesOf(body, limitOf(headers)) ?? new Uint8Array(0);
  }

  /** The caller by its one credential; null where there is none, or a token that is unknown. */
  async function admitted(request: HttpRequest, body: Uint8Array | null): Promise<Caller | null> {
    const credentials = credentialsOf(request.headers, parts.session);
    const shown = sandbox ? requireOne(credentials) : null;
    if (shown !== null) {
      requireIdShape(request.headers);
      request.trace.byConsole = request.headers.has(changeHeader.toLowerCase());
      request.trace.enter('SIGNATURE');
      return parts.tokens.callerOf(shown);
    }
    if (!credentials.signed && sandbox) return null;
    const { method, target, headers } = request;
    const bytes = body === null || body.length === 0 ? null : body;
    const faults = signatureFaults(headers, { sandbox, hasBody: body !== null });
    if (faults.length > 0) throw withUnread(refuseAll(faults), ['signature']);
    request.trace.enter('SIGNATURE');
    return parts.guard.verify({ method, target, headers, body: bytes }, { digestRequired: true });
  }

  /** Refuses a request without a credential, unless it reads the schema of a sandbox. */
  function requireLookAtSchema({ headers, body }: HttpRequest, parsed: Parsed): void {
    if (sandbox && looksAtSchema(parsed)) return;
    const { token, session } = credentialsOf(headers, parts.session);
    if (token || (sandbox && session)) throw tokenUnknown(token ? 'Authorization' : 'Cookie');
    const faults = signatureFaults(headers, { sandbox, hasBody: body !== null });
    throw refuseAll(sandbox ? [tokenMissing, ...faults] : faults);
  }

  return { limitOf, shapeOf, admitted, requireLookAtSchema };
}
