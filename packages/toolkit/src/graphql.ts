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

/** Throws if the response has errors or no data. */
export function dataOf(answer: Answer): unknown {
  const { data, errors } = record(answer.json);
  if (answer.status >= 400 || errors !== undefined || data == null) throw graphqlError(answer);
  return data;
}

/** null: there are data, and no errors except RESOURCE_UNKNOWN. In the data an unknown resource is null. */
export function lookupError(answer: Answer): Error | null {
  const errors = listAt(answer.json, 'errors').filter(
    (error) => textAt(error, 'extensions', 'code') !== 'RESOURCE_UNKNOWN',
  );
  if (errors.length === 0 && at(answer.json, 'data') != null) return null;
  const json = { ...record(answer.json), errors };
  return graphqlError({ ...answer, json });
}

/** The status of an error counts more than that of the response, which may be 200. */
function graphqlError(answer: Answer): Error {
  const status = gravestError(answer.json).status || answer.status;
  const message = `HTTP ${status}: ${graphqlErrorText(answer)}`;
  return status < 500 ? new RefusedError(message) : new FailedError(`The service failed, ${message}`);
}

function graphqlErrorText({ json }: Answer): string {
  const message = gravestError(json).message ?? textAt(json, 'message');
  if (message !== null) return message.replace(/\s+/g, ' ');
  return at(json, 'data') === undefined ? 'the response is not from GraphQL' : 'the response has no data';
}

/** Fields of a payload that a refused mutation also fills. */
const fieldsWithoutResource = ['__typename', 'tppMessages', 'links', 'psuMessage', 'events', 'hasMoreEvents'];

/** true: the bank refused a mutation. Always false if the document does not select tppMessages. */
export const isRefused = (data: unknown): boolean => Object.values(record(data)).some(isRefusal);

function isRefusal(payload: unknown): boolean {
  const fields = Object.entries(record(payload));
  // The document may give tppMessages another name, so every list counts.
  const items = fields.flatMap(([name]) => listAt(payload, name));
  if (items.some((item) => textAt(item, 'category') === 'ERROR')) return true;
  // A warning comes with a resource. Without a resource, a message of unknown category is an error.
  return (
    listAt(payload, 'tppMessages').some((message) => at(message, 'category') === undefined) &&
    fields.every(([name, value]) => value === null || fieldsWithoutResource.includes(name))
  );
}
