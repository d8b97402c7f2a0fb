import { at } from './record.ts';
import type { Answer } from './send.ts';
import type { TextRequest } from './sign.ts';

export function graphqlRequest(
  base: string,
  query: string,
  variables?: unknown,
  headers: Readonly<Record<string, string>> = {},
): TextRequest {
  const body = JSON.stringify({ query, ...(variables === undefined ? {} : { variables }) });
  return { method: 'POST', url: `${base}/graphql`, headers, body };
}

export function graphqlFault({ json, status }: Answer): string {
  const message = at(json, 'errors', '0', 'message') ?? at(json, 'message');
  return typeof message === 'string' ? message.replace(/\s+/g, ' ') : `HTTP ${status}`;
}
