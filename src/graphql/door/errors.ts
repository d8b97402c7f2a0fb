/** Refusals as GraphQL shows them: in a payload's `tppMessages`, or as an error whose extensions hold the same. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { readPath } from '../../domain/fields/path.ts';
import { messageOf, Refusal, refuse, type TppMessage } from '../../domain/refusal.ts';
import type { KnownFailure } from '../../http/door.ts';

/** What an error says about the HTTP answer; read by answer.ts alone. */
export interface Http {
  readonly status: number;
  /** For clients of application/graphql-response+json alone (GraphQL over HTTP). */
  readonly spec?: true;
  /** Seconds after which the request is to be sent again; such an answer is not final. */
  readonly retryAfterSeconds?: number;
}

/** The error for a refusal outside a payload. */
export function toGraphQLError(refusal: Refusal, http?: Http): GraphQLError {
  const path = refusal.tppMessages[0]?.path;
  return new GraphQLError(messageOf(refusal), {
    extensions: {
      code: refusal.code,
      status: refusal.status,
      ...(path === undefined ? {} : { path, pathSegments: readPath(path) }),
      tppMessages: refusal.tppMessages.map(shown),
      ...(refusal.extras.links ? { links: refusal.extras.links } : {}),
      ...(http ? { http } : {}),
    },
  });
}

/** The error for a refusal of the whole request. */
export const answered = (refusal: Refusal): GraphQLError =>
  toGraphQLError(refusal, { status: refusal.status, spec: true });

/** A message in the shape that payloads use as well. */
const shown = ({ path, ...message }: TppMessage) => ({
  ...message,
  path: path ?? null,
  pathSegments: path === undefined ? [] : readPath(path),
});

/** What stands behind a masked error of ours: its id is in the answer and in the log. */
interface Defect {
  readonly id: string;
  readonly cause: unknown;
}
const defects = new WeakMap<GraphQLError, Defect>();
export const defectOf = (error: GraphQLError): Defect | undefined => defects.get(error);

/**
 * The error as a client may see it: refusals and faults of the document, but nothing of a defect, which has an id in
 * the answer and in the log.
 */
export function maskError(error: unknown, known: KnownFailure): GraphQLError {
  const original = originalOf(error);
  const refusal = original instanceof Refusal ? original : known(original);
  if (refusal) {
    const { retryAfterSeconds } = refusal.extras;
    const http = retryAfterSeconds ? { status: refusal.status, retryAfterSeconds } : undefined;
    return placed(toGraphQLError(refusal, http), error);
  }
  // Errors without an original come from the library and are about the document alone: syntax, validation, coercion.
  if (isGraphQLError(error) && (original === undefined || isGraphQLError(original))) return error;
  const id = randomUUID();
  const masked = placed(toGraphQLError(refuse('SYSTEM_ERROR')), error);
  masked.extensions.id = id;
  defects.set(masked, { id, cause: error });
  return masked;
}

function placed(error: GraphQLError, source: unknown): GraphQLError {
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
