import { at, listAt, record, textAt } from './record.ts';
import { type Answer, FailedError, gravestError, RefusedError } from './send.ts';
import type { TextRequest } from './sign.ts';

export function graphqlRequest(
  base: string,
  query: string,
  variables?: unknown,
  headers: Readonly<Record<string, string>> = {},
): TextRequest {
  const body = JSON.stringify({ query, variables });
  return { method: 'POST', url: `${base}/graphql`, headers, body };
}

export function mutationOf(name: string, selection: string): string {
  const inputType = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${inputType}!) { ${name}(input: $input) { ${selection} } }`;
}

/** null: no fault. An unknown resource is not a fault: it is null in the data. */
export function lookUpFault(answer: Answer): Error | null {
  const errors = listAt(answer.json, 'errors').filter(
    (error) => textAt(error, 'extensions', 'code') !== 'RESOURCE_UNKNOWN',
  );
  if (errors.length === 0 && at(answer.json, 'data') != null) return null;
  const json = { ...record(answer.json), errors };
  return graphqlRefusal({ ...answer, json });
}

/** One field may have failed although the status of the response is 200. */
export function graphqlRefusal(answer: Answer): Error {
  const status = gravestError(answer.json).status || answer.status;
  const message = `HTTP ${status}: ${graphqlFault(answer)}`;
  return status < 500 ? new RefusedError(message) : new FailedError(`The service failed, ${message}`);
}

export function graphqlFault({ json, status }: Answer): string {
  const message = gravestError(json).message ?? textAt(json, 'message');
  if (message !== null) return message.replace(/\s+/g, ' ');
  return at(json, 'data') === undefined ? 'the response is not from GraphQL' : `HTTP ${status}`;
}

const fieldsWithoutResource = ['__typename', 'tppMessages', 'links', 'psuMessage', 'events', 'hasMoreEvents'];

/** False also if the document selects neither messages nor a resource. */
export const isRefused = (data: unknown): boolean => Object.values(record(data)).some(isRefusal);

function isRefusal(payload: unknown): boolean {
  const fields = Object.entries(record(payload));
  const items = fields.flatMap(([name]) => listAt(payload, name));
  if (items.some((item) => textAt(item, 'category') === 'ERROR')) return true;
  // Warnings accompany a resource, so without one a message of unknown category is an error.
  return (
    listAt(payload, 'tppMessages').some((message) => at(message, 'category') === undefined) &&
    fields.every(([name, value]) => value === null || fieldsWithoutResource.includes(name))
  );
}
