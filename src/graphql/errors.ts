import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { readPath } from '../domain/fields/path.ts';
import { messageOf, Refusal, type RefusalOfError, refuse, type TppMessage } from '../domain/refusal.ts';
import type { HttpRequest } from '../http/message.ts';

/** yoga reads `status` and `spec`, and `secondsUntilRetry` of exchange.ts reads `retryAfterSeconds`. */
interface HttpOptions {
  readonly status: number;
  /** If present, `status` applies only to responses of the type application/graphql-response+json. */
  readonly spec?: true;
  readonly retryAfterSeconds?: number;
}

type Extensions = Record<string, unknown>;

/** yoga reads extensions that are not enumerable, but the client does not get them. */
function addHiddenExtensions(
  extensions: Extensions,
  hiddenExtensions: Readonly<Record<string, unknown>>,
): Extensions {
  for (const [name, value] of Object.entries(hiddenExtensions))
    Object.defineProperty(extensions, name, { value });
  return extensions;
}

export const httpOptionsOf = ({ extensions }: GraphQLError): HttpOptions | undefined =>
  extensions.http as HttpOptions | undefined;

/** The codes of errors about a document, which have no `tppMessages`. Refusals with `tppMessages` may have the code BAD_REQUEST too. */
export const documentErrors = {
  GRAPHQL_PARSE_FAILED: 'The document has a fault of syntax, or too many characters, tokens or comments.',
  GRAPHQL_VALIDATION_FAILED: 'The document does not fit the schema.',
  BAD_REQUEST: 'The document exceeds another limit.',
  PERSISTED_QUERY_NOT_FOUND:
    'The service does not know the hash of the document. Send the hash and the document in one request.',
} as const;

export const documentErrorOptions = (
  code: keyof typeof documentErrors,
): { readonly extensions: Extensions } => ({
  extensions: addHiddenExtensions({ code }, { http: { spec: true, status: 400 } }),
});

export function toGraphQLError(refusal: Refusal, http?: HttpOptions): GraphQLError {
  const path = refusal.tppMessages[0]?.path;
  const extensions = {
    code: refusal.code,
    status: refusal.status,
    ...(path === undefined ? {} : { path, pathSegments: readPath(path) }),
    tppMessages: refusal.tppMessages.map(toExtension),
    ...(refusal.extras.links ? { links: refusal.extras.links } : {}),
  };
  return new GraphQLError(messageOf(refusal), {
    extensions: addHiddenExtensions(extensions, http ? { http } : {}),
  });
}

/** For a request that has no result: yoga responds with the status of the refusal. */
export const toRequestError = (refusal: Refusal): GraphQLError =>
  toGraphQLError(refusal, { status: refusal.status, spec: true });

const toExtension = ({ path, ...message }: TppMessage) => ({
  ...message,
  path: path ?? null,
  pathSegments: path === undefined ? [] : readPath(path),
});

interface Origin {
  /** The error before it was masked. */
  readonly cause: unknown;
  /** null: the error is no defect. */
  readonly defectId: string | null;
}
const origins = new WeakMap<GraphQLError, Origin>();
export const originOf = (error: GraphQLError): Origin =>
  origins.get(error) ?? { cause: error, defectId: null };

/** The client sees only the id of a defect. The log has the same id. */
export function maskError(error: unknown, refusalOfError: RefusalOfError): GraphQLError {
  const thrown = isGraphQLError(error) ? error.originalError : error;
  const refusal = thrown instanceof Refusal ? thrown : refusalOfError(thrown);
  // Errors of syntax, validation and coercion have no original error, or one of graphql-js.
  const isAboutDocument = isGraphQLError(error) && (thrown === undefined || isGraphQLError(thrown));
  if (!refusal && isAboutDocument) return error;
  const shownRefusal = refusal ?? refuse('SYSTEM_ERROR');
  const { status, extras } = shownRefusal;
  const { retryAfterSeconds } = extras;
  // Errors of an executed operation leave the HTTP status at 200, unless a refusal asks for a retry. Its status is then the HTTP status.
  const httpOptions = retryAfterSeconds ? { status, retryAfterSeconds } : undefined;
  const { message, extensions } = toGraphQLError(shownRefusal, httpOptions);
  const defectId = refusal ? null : randomUUID();
  if (defectId !== null) {
    extensions.id = defectId;
    // With `unexpected`, yoga responds with 500 if the operation did not start.
    addHiddenExtensions(extensions, { unexpected: true });
  }
  const path = isGraphQLError(error) ? error.path : undefined;
  const maskedError = new GraphQLError(message, { path, extensions });
  origins.set(maskedError, { cause: error, defectId });
  return maskedError;
}

export function logDefect(request: HttpRequest, failureId: string, error: unknown): void {
  const code = 'SYSTEM_ERROR';
  request.log({ door: 'graphql', route: 'resolver', status: 500, milliseconds: 0, code, failureId }, error);
}

/** Does not use instanceof, because a process can contain two copies of graphql-js. */
function isGraphQLError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}
