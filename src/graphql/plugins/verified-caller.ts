/**
 * What a caller may do with the operation that was sent: without a credential look at the schema of a sandbox, by GET
 * read alone, with the console's cookie change something from a page of this origin alone.
 */
import { refuse } from '../../domain/refusal.ts';
import { requestKey, requireUnread } from '../../http/messages/request-key.ts';
import { isMutation, requireOperation } from '../documents/documents.ts';
import type { createAdmission } from '../door/admission.ts';
import { formOf } from '../door/answer.ts';
import { requireOwnPage } from '../door/credentials.ts';
import type { GraphQLParts } from '../door/parts.ts';
import { type DoorPlugin, operationOf } from '../request.ts';

type Parts = Pick<GraphQLParts, 'settings' | 'readMemory' | 'session'> &
  Pick<ReturnType<typeof createAdmission>, 'requireLookAtSchema'>;

export function useVerifiedCaller({ settings, readMemory, session, requireLookAtSchema }: Parts): DoorPlugin {
  return {
    onParams({ context: { state } }) {
      const { http, caller, parsed, progress } = state;
      if (caller === null) requireLookAtSchema(http, parsed);
      if (parsed === null) throw new Error('a document is read before anything is asked about it');
      requireOperation(parsed);
      const mutates = isMutation(parsed);
      if (mutates && http.method !== 'POST')
        throw refuse('METHOD_NOT_ALLOWED', {
          path: 'method',
          text: 'a mutation is sent by POST',
          allow: ['POST'],
        });
      if (mutates && settings.sandbox) requireOwnPage(http.headers, session);
      progress.trace.enter('REQUEST_ID');
      if (caller && mutates) requireUnread(readMemory, caller);
      else if (caller) readMemory.remember(caller);
      progress.trace.enter('QUERY');
      const subscribes = operationOf(state)?.operation === 'subscription';
      state.form = formOf((name) => http.headers.get(name), subscribes);
      const { method, target, headers } = http;
      if (caller && mutates)
        state.requestKey = requestKey(caller.tppId, { method, target, headers, body: state.body });
    },
  };
}
