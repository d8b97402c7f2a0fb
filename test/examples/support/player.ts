/** The common parts of the players of collections: variables, headers, and what a request came to. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export type Send = (method: string, url: string, headers: Headers, body: string | null) => Promise<Response>;

export interface PlayedRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly assertions: number;
  readonly failures: readonly string[];
}

export type Texts = Record<string, string>;

/** An unknown variable stays as it is, in both programs. */
export const replaceVariables = (text: string, values: Texts): string =>
  text.replace(/\{\{([\w$]+)\}\}/g, (whole, name: string) =>
    name === '$guid' ? randomUUID() : (values[name] ?? whole),
  );

export const headersOf = (pairs: Texts, values: Texts): Headers =>
  new Headers(
    Object.entries(pairs).map(([name, value]): [string, string] => [name, replaceVariables(value, values)]),
  );

export const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

export const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url));
