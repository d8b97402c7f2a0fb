/** The parameters of a GraphQL request over HTTP, from a query string or a body, checked for their types. */
import { refuse } from '../../domain/refusal.ts';
import { parseJson } from '../../http/messages/json.ts';

export interface GraphQLParams {
  readonly query?: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
  readonly extensions?: Record<string, unknown>;
}

/** Of a GET. */
export function queryParams(search: URLSearchParams): GraphQLParams {
  const jsonOf = (name: string): unknown => {
    const text = search.get(name);
    return text === null ? null : parseJson(new TextEncoder().encode(text));
  };
  return bodyParams({
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: jsonOf('variables'),
    extensions: jsonOf('extensions'),
  });
}

/** Of a POST, whose body is JSON; a persisted query has none (persisted.ts). */
export function bodyParams(value: unknown): GraphQLParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('BAD_REQUEST', { path: 'body', text: 'the body must be an object with a query' });
  }
  const { query, operationName, variables, extensions } = value as Record<string, unknown>;
  const wrong = (path: string, text: string) => refuse('BAD_REQUEST', { path, text });
  if (query != null && typeof query !== 'string') throw wrong('query', 'must be a string');
  if (operationName != null && typeof operationName !== 'string')
    throw wrong('operationName', 'must be a string');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw wrong('variables', 'must be an object');
  if (extensions != null && (typeof extensions !== 'object' || Array.isArray(extensions)))
    throw wrong('extensions', 'must be an object');
  return {
    ...(query == null ? {} : { query }),
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables: variables as Record<string, unknown> } : {}),
    ...(extensions ? { extensions: extensions as Record<string, unknown> } : {}),
  };
}
