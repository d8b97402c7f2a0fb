/**
 * A request and an answer as yoga handles them, in the place of the standard's Request and Response: headers are read where
 * they lie, and a text stays a text, of which the standard would make a stream.
 */
import { type HttpRequest, reads } from '../http/messages/message.ts';
import type { StoredAnswer } from '../operations/ports/stores.ts';
import type { RequestState } from './request.ts';

/** Whether a browser asks if a page of another origin may call. */
const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

const methodOf = (http: HttpRequest): string =>
  isPreflight(http) ? 'OPTIONS' : reads(http.method) ? 'GET' : 'POST';

/** The request for yoga. Its path was matched before, its method is looked at later; Accept names what was agreed on. */
export function requestOf(state: RequestState): Request {
  const { http } = state;
  const request = {
    url: 'http://localhost/graphql',
    method: methodOf(http),
    headers: { get: (name: string) => (name === 'accept' && state.form) || http.headers.get(name) },
  };
  return request as unknown as Request;
}

class AnswerHeaders extends Map<string, string> {
  override set(name: string, value: string): this {
    return super.set(name.toLowerCase(), value);
  }
}

type AnswerBody = string | Uint8Array | ReadableStream<Uint8Array> | null;

/** What yoga takes for a Response. */
export class Answer {
  readonly status: number;
  readonly headers = new AnswerHeaders();
  body: AnswerBody;

  constructor(
    body: AnswerBody,
    { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.body = body;
    this.status = status;
    for (const [name, value] of Object.entries(headers)) this.headers.set(name, value);
  }
}

/** Yoga makes every Response by the class above. */
export const answerIn = (response: Response): Answer => response as unknown as Answer;
export const asResponse = (answer: Answer): Response => answer as unknown as Response;

/** An answer that was kept, byte for byte. */
export const givenAgain = (kept: StoredAnswer): Response => asResponse(new Answer(kept.body, kept));

const encoder = new TextEncoder();

/** The bytes of an answer that is no stream. */
export const bytesIn = ({ body }: Answer): Uint8Array =>
  body instanceof Uint8Array ? body : encoder.encode(typeof body === 'string' ? body : '');
