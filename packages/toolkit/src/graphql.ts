import { at, listAt, record, textAt } from './record.ts';
import { type Answer, parse } from './send.ts';
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

/** Why the bank has not looked for a resource; null if it has: one that is not there is null in the data. */
export function lookUpFault(answer: Answer): string | null {
  const errors = listAt(answer.json, 'errors').filter(
    (error) => textAt(error, 'extensions', 'code') !== 'RESOURCE_UNKNOWN',
  );
  if (errors.length === 0 && at(answer.json, 'data') != null) return null;
  const json = { ...record(answer.json), errors };
  return graphqlRefusal({ ...answer, json });
}

/** An error in a response with status 200 has its own status. */
export function graphqlRefusal(answer: Answer): string {
  const status = at(answer.json, 'errors', '0', 'extensions', 'status') ?? answer.status;
  return `HTTP ${status}: ${graphqlFault(answer)}`;
}

export function graphqlFault({ json, status }: Answer): string {
  const message = at(json, 'errors', '0', 'message') ?? at(json, 'message');
  return typeof message === 'string' ? message.replace(/\s+/g, ' ') : `HTTP ${status}`;
}

/** The bank fills these fields, or leaves them empty, in responses of both kinds. */
const undecidedFields: ReadonlySet<string> = new Set([
  ...['__typename', 'links', 'psuMessage'],
  ...['events', 'hasMoreEvents'],
]);
/** Fields of these mutations may be null in a success. */
const mayReturnNull = /setSandbox(?:Faults|Balances)/;
const stringOrComment = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g;

/** Whether the bank refused a mutation. `body` has its document, which decides what the response can show. */
export function isRefused(data: unknown, body: string | null): boolean {
  const document = (textAt(parse(body ?? ''), 'query') ?? '').replace(stringOrComment, '');
  const nullIsRefusal = /\bmutation\b/.test(document) && !mayReturnNull.test(document);
  return Object.values(record(data)).some((payload) => isRefusal(payload, nullIsRefusal));
}

function isRefusal(payload: unknown, nullIsRefusal: boolean): boolean {
  const fields = Object.entries(record(payload)).filter(([name]) => !undecidedFields.has(name));
  const others = fields.filter(([name, value]) => !isMessages(name, value));
  const messages = fields.flatMap(([name]) => listAt(payload, name));
  if (messages.some((message) => textAt(message, 'category') === 'ERROR')) return true;
  // Warnings accompany a resource, so messages of no category without one are errors.
  if (others.some(([, value]) => value !== null)) return false;
  return others.length === fields.length
    ? nullIsRefusal && others.length > 0
    : messages.some((message) => at(message, 'category') === undefined);
}

/** Also under an alias. */
const isMessages = (name: string, value: unknown): boolean =>
  name === 'tppMessages' ||
  (Array.isArray(value) && value.some((item) => (textAt(item, 'code') ?? textAt(item, 'category')) !== null));
