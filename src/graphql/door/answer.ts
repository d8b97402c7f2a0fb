/** Writes single results of GraphQL over HTTP: their media type and their status. */
import type { GraphQLError } from 'graphql';
import type { HeaderReader } from '../../domain/headers.ts';
import { acceptedTypes } from '../../http/messages/media.ts';
import type { StoredAnswer } from '../../operations/ports/stores.ts';
import type { Progress } from '../context.ts';
import type { Http } from './errors.ts';

/** A result as this door formats it. */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: unknown;
  /** Gives the same as JSON, where it was written already. */
  readonly stringify?: () => string;
  /** The answer that was kept for an equal request, to be given again byte for byte. */
  readonly replayed?: StoredAnswer;
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

/** Seconds after which the request is to be sent again; 0 when its answer is final. */
export const secondsUntilRetry = ({ errors = [] }: Result, { retryAfterSeconds = 0 }: Progress): number =>
  Math.max(retryAfterSeconds, ...errors.map((error) => httpOf(error)?.retryAfterSeconds ?? 0));

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
function written({ data, errors, extensions, stringify }: Result): string {
  if (stringify !== undefined) return stringify();
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
