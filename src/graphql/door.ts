/** The GraphQL door: a request goes through yoga (yoga.ts) and leaves with a line in the log. Start at `createGraphQLDoor`. */
import { refuse } from '../domain/refusal.ts';
import type { HttpAnswer, HttpRequest } from '../http/messages/message.ts';
import { shownRequestId } from '../http/messages/request-key.ts';
import { requestLine } from '../http/request-trace.ts';
import { operationIn, operationLabel } from './documents/documents.ts';
import { rootFields } from './documents/root-fields.ts';
import { type Answer, answerIn, requestOf } from './exchange.ts';
import type { GraphQLDoor, GraphQLParts } from './parts.ts';
import { limitOf } from './plugins/verified-caller.ts';
import { RequestState } from './request.ts';
import { SharedEvents } from './shared-events.ts';
import { createSubscriptionSlots } from './subscription-slots.ts';
import { createServer } from './yoga.ts';

/**
 * Of a context alone the adapter makes a prototype, by which V8 gives each request a hidden class of its own: a list took 70 %
 * more. Two are copied into a plain object.
 */
const nothingElse = {};

export function createGraphQLDoor(parts: GraphQLParts): GraphQLDoor {
  const yoga = createServer(parts).fetch;
  const slots = createSubscriptionSlots();
  const resolverParts = { ...parts, takeSlot: slots.take, sharedEvents: new SharedEvents() };
  const encoder = new TextEncoder();

  async function answer(http: HttpRequest): Promise<HttpAnswer> {
    const state = new RequestState(http, resolverParts);
    try {
      return sent(state, answerIn(await yoga(requestOf(state), { state }, nothingElse)));
    } catch (error) {
      // Yoga answers what an operation throws, but not what its page does.
      if (state.asked || parts.explorer === undefined) throw error;
      return parts.explorer.failed(http, error);
    }
  }

  function sent(state: RequestState, { status, headers, body }: Answer): HttpAnswer {
    const made = Object.fromEntries(headers);
    if (state.asked) finish(state, status, made);
    return { status, headers: made, body: typeof body === 'string' ? encoder.encode(body) : body };
  }

  function finish(state: RequestState, status: number, headers: Record<string, string>): void {
    const { http, caller, parsed, refusals, signedOut } = state;
    const requestId = shownRequestId(http.headers);
    if (requestId) headers['x-request-id'] = requestId;
    if (caller && signedOut) {
      // A browser is told to forget its cookie, which it else would send beside a token.
      parts.tokens.ended(caller);
      if (parts.session.read(http.headers) !== null) headers['set-cookie'] = parts.session.end;
    }
    // A 503 of resolvers has no error of its own and is no defect.
    const thrown = state.thrown ?? (status === 503 ? refuse('UNAVAILABLE') : undefined);
    const [code, ...others] = refusals;
    const codes = others.length > 0 ? { codes: [...refusals] } : {};
    const route = operationLabel(parsed, caller !== null);
    http.trace.span?.asked(operationIn(parsed)?.operation ?? 'unread', rootFields(parsed, parts.schema));
    http.log(
      requestLine(http, {
        door: 'graphql',
        route,
        status,
        ...(code === undefined ? {} : { code, ...codes }),
      }),
      thrown,
    );
  }

  return {
    answer,
    bytesAtMost: (headers) => limitOf({ headers }, parts),
    subscriptions: slots.count,
  };
}
