/** Writes answers of GraphQL over HTTP: their media type, their status, and the events of a stream. */
import type { GraphQLError } from 'graphql';
import type { HeaderReader } from '../../domain/headers.ts';
import type { StoredAnswer } from '../../operations/ports/stores.ts';
import { acceptedTypes } from '../../web/media.ts';
import type { HttpAnswer } from '../../web/message.ts';
import type { Http } from './errors.ts';

export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: unknown;
  /** The same as JSON, where it was written already. */
  readonly text?: string;
}

const json = 'application/json';
const events = 'text/event-stream';
const forms = [json, 'application/graphql-response+json', events] as const;
export type Form = (typeof forms)[number];

const howToFollow =
  'a subscription is answered as text/event-stream, which Accept has to name; multipart is not spoken here, and docs/frontend.md has the lines for Apollo Client, urql and Relay';

/** The media type of the answer by Accept; a subscription is a stream or is refused. */
export function formOf(read: HeaderReader, subscription: boolean): Form {
  const [best] = acceptedTypes(read, subscription ? [events] : forms, subscription ? howToFollow : undefined);
  return best as Form;
}

const encoder = new TextEncoder();

/** `retryAfterSeconds`: 0 when the answer is final. */
export function resultAnswer(result: Result, form: Form, retryAfterSeconds: number): StoredAnswer {
  return {
    status: statusOf(result, form),
    headers: {
      'content-type': `${form}; charset=utf-8`,
      ...(retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {}),
    },
    body: encoder.encode(written(result)),
  };
}

const httpOf = ({ extensions }: GraphQLError): Http | undefined => extensions.http as Http | undefined;

/** Seconds after which what failed is to be sent again; 0 when that is final. */
export const retryAfter = ({ errors = [] }: Result): number =>
  Math.max(0, ...errors.map((error) => httpOf(error)?.retryAfterSeconds ?? 0));

function statusOf({ data, errors = [] }: Result, form: Form): number {
  let status = 0;
  let unexpected = false;
  for (const error of errors) {
    const http = httpOf(error);
    if (error.extensions.code === 'SYSTEM_ERROR') unexpected = true;
    if (form === json && http?.spec) continue;
    status = Math.max(status, http?.status ?? 0);
  }
  if (status > 0) return status;
  return unexpected && data === undefined ? 500 : 200;
}

/** The result as text, without the extension `http`, which is for this module. */
function written({ data, errors, extensions, text }: Result): string {
  if (text !== undefined) return text;
  return JSON.stringify({
    ...(errors ? { errors: errors.map(public_) } : {}),
    ...(data === undefined ? {} : { data }),
    ...(extensions === undefined ? {} : { extensions }),
  });
}

function public_(error: GraphQLError): unknown {
  const shown = typeof error.toJSON === 'function' ? error.toJSON() : { message: error.message };
  if (!shown.extensions) return shown;
  const { http: _, ...extensions } = shown.extensions;
  return { ...shown, extensions };
}

/** Options of a stream of events. */
export interface StreamOptions {
  /** Milliseconds between comments, since proxies end streams that are silent for long. */
  readonly commentEveryMs?: number;
  readonly requestId?: string | null;
}

const everyTenSeconds = 10_000;
const comment = ':\n\n';

/** Server-sent events, as graphql-sse writes them: one `next` for each result, then `complete`. */
export function eventsAnswer(
  results: AsyncIterable<Result>,
  { commentEveryMs = everyTenSeconds, requestId }: StreamOptions = {},
): HttpAnswer {
  const iterator = results[Symbol.asyncIterator]();
  let pause: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(comment));
        pause = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(comment));
        }, commentEveryMs).unref();
      },
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (!done) return controller.enqueue(encoder.encode(`event: next\ndata: ${written(value)}\n\n`));
        clearInterval(pause);
        controller.enqueue(encoder.encode('event: complete\ndata:\n\n'));
        controller.close();
      },
      async cancel() {
        clearInterval(pause);
        await iterator.return?.();
      },
    },
    { highWaterMark: 2 },
  );
  return {
    status: 200,
    headers: {
      'content-type': `${events}; charset=utf-8`,
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      ...(requestId ? { 'x-request-id': requestId } : {}),
    },
    body,
  };
}

export async function* once(result: Result): AsyncGenerator<Result> {
  yield result;
}
