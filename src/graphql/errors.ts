/** Shows refusals in GraphQL: in `tppMessages` of a payload, or as an error with the same in its extensions. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { readPath } from '../domain/fields/path.ts';
import { messageOf, Refusal, refuse, type TppMessage } from '../domain/refusal.ts';
import type { KnownFailure } from '../http/door.ts';

/** What yoga reads from an error about the HTTP response. */
interface Http {
  readonly status: number;
  /** For clients of application/graphql-response+json alone (GraphQL over HTTP). */
  readonly spec?: true;
  /** Seconds until a retry; such a response is not final. */
  readonly retryAfterSeconds?: number;
}

type Extensions = Record<string, unknown>;

/** Extensions of an error. What only yoga reads is not enumerable. */
function withTold(extensions: Extensions, facts: Readonly<Record<string, unknown>>): Extensions {
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(extensions, name, { value });
  return extensions;
}

export const httpOf = ({ extensions }: GraphQLError): Http | undefined => extensions.http as Http | undefined;

/** Extensions of an error of the document. */
export const unfit = (code: string): { readonly extensions: Extensions } => ({
  extensions: withTold({ code }, { http: { spec: true, status: 400 } }),
});

/** The error for a refusal outside a payload. */
export function toGraphQLError(refusal: Refusal, http?: Http): GraphQLError {
  const path = refusal.tppMessages[0]?.path;
  const extensions = {
    code: refusal.code,
    status: refusal.status,
    ...(path === undefined ? {} : { path, pathSegments: readPath(path) }),
    tppMessages: refusal.tppMessages.map(toExtension),
    ...(refusal.extras.links ? { links: refusal.extras.links } : {}),
  };
  return new GraphQLError(messageOf(refusal), { extensions: withTold(extensions, http ? { http } : {}) });
}

/** The error of a refused request. */
export const toRequestError = (refusal: Refusal): GraphQLError =>
  toGraphQLError(refusal, { status: refusal.status, spec: true });

/** A message in the shape of payloads. */
const toExtension = ({ path, ...message }: TppMessage) => ({
  ...message,
  path: path ?? null,
  pathSegments: path === undefined ? [] : readPath(path),
});

/** The cause of an error: the thrown value, and the id of a defect. */
interface Origin {
  readonly cause: unknown;
  readonly defectId: string | null;
}
const origins = new WeakMap<GraphQLError, Origin>();
export const originOf = (error: GraphQLError): Origin =>
  origins.get(error) ?? { cause: error, defectId: null };

/** The error as a client may see it. A defect shows only its id, which is also in the log. */
export function maskError(error: unknown, knownFailure: KnownFailure): GraphQLError {
  const original = originalOf(error);
  const refusal = original instanceof Refusal ? original : knownFailure(original);
  // Errors without an original are of graphql-js and concern the document: syntax, validation, coercion.
  if (!refusal && isGraphQLError(error) && (original === undefined || isGraphQLError(original))) return error;
  const defectId = refusal ? null : randomUUID();
  const masked = locateError(refusal ? ofRefusal(refusal) : ofDefect(defectId), error);
  origins.set(masked, { cause: error, defectId });
  return masked;
}

function ofRefusal(refusal: Refusal): GraphQLError {
  const { retryAfterSeconds } = refusal.extras;
  return toGraphQLError(
    refusal,
    retryAfterSeconds ? { status: refusal.status, retryAfterSeconds } : undefined,
  );
}

function ofDefect(id: string | null): GraphQLError {
  const error = toGraphQLError(refuse('SYSTEM_ERROR'));
  error.extensions.id = id;
  // yoga responds 500 when the operation did not start.
  withTold(error.extensions, { unexpected: true });
  return error;
}

function locateError(error: GraphQLError, source: unknown): GraphQLError {
  if (!isGraphQLError(source)) return error;
  return new GraphQLError(error.message, {
    ...(source.nodes ? { nodes: source.nodes } : {}),
    ...(source.path ? { path: source.path } : {}),
    extensions: error.extensions,
  });
}

/** Read by property: a second copy of the library in the process would fail an instanceof. */
function originalOf(error: unknown): unknown {
  return isGraphQLError(error) ? error.originalError : error;
}

function isGraphQLError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}
