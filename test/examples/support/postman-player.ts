/** Plays the collection of examples/postman. Of Postman's API it has the parts that the scripts of the collection use. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import {
  folderOf,
  headersOf,
  type PlayedRequest,
  parse,
  replaceVariables,
  type Send,
  type Texts,
} from './player.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
}

interface Item {
  readonly name: string;
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly method: string;
    readonly header: readonly Pair[];
    readonly url: { readonly raw: string };
    readonly body?: { readonly raw: string };
  };
}

interface Collection {
  readonly variable: readonly Pair[];
  readonly event: Item['event'];
  readonly item: readonly { readonly item: readonly Item[] }[];
}

const textsOf = (pairs: readonly Pair[]): Texts =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
const readJson = (name: string) => JSON.parse(readFileSync(join(folderOf('postman'), name), 'utf8'));

/** `ownValues`: values of variables; `count`: of the first requests. */
export async function playPostman(
  ownValues: Texts,
  send: Send,
  count?: number,
): Promise<readonly PlayedRequest[]> {
  const { variable, event, item }: Collection = readJson('psd2-bank.postman_collection.json');
  const environment: { values: readonly Pair[] } = readJson('sandbox.postman_environment.json');
  const values = { ...textsOf(variable), ...textsOf(environment.values), ...ownValues };
  const results: PlayedRequest[] = [];
  for (const one of item.flatMap((folder) => folder.item).slice(0, count))
    results.push(await play(one, event, values, send));
  return results;
}

async function play(item: Item, signing: Item['event'], values: Texts, send: Send): Promise<PlayedRequest> {
  const { name, request, event } = item;
  const { method } = request;
  const pairs: Texts = Object.fromEntries(request.header.map(({ key, value }) => [key.toLowerCase(), value]));
  const body = request.body && {
    ...request.body,
    update: (next: { readonly raw: string }) => Object.assign(body ?? {}, next),
  };
  const before = {
    variables: {
      get: (key: string) => values[key],
      replaceIn: (text: string) => replaceVariables(text, values),
    },
    request: {
      body,
      headers: {
        has: (key: string) => key in pairs,
        get: (key: string) => pairs[key],
        upsert: ({ key, value }: Pair) => Object.assign(pairs, { [key.toLowerCase()]: value }),
      },
    },
  };
  run(signing, { pm: before, atob, btoa, require: () => cryptoJs });
  const url = replaceVariables(request.url.raw, values);
  const content = body === undefined ? null : replaceVariables(body.raw, values);
  const response = await send(method, url, headersOf(pairs, values), content);
  const { status } = response;
  const text = await response.text();
  return { name, method, url, status, ...outcomeOf(event, status, text, values) };
}

function outcomeOf(event: Item['event'], status: number, text: string, values: Texts) {
  const failures: string[] = [];
  let assertions = 0;
  const compare = (actual: unknown, expected: unknown) => {
    if (actual !== expected) throw new Error(`${actual} instead of ${expected}`);
  };
  const pm = {
    collectionVariables: { set: (key: string, value: string) => Object.assign(values, { [key]: value }) },
    expect: (actual: unknown) => ({ to: { equal: (expected: unknown) => compare(actual, expected) } }),
    response: {
      to: { have: { status: (expected: number) => compare(status, expected) } },
      json: () => parse(text),
    },
    test(title: string, check: () => void) {
      assertions += 1;
      try {
        check();
      } catch (error) {
        failures.push(`${title}: ${error}`);
      }
    },
  };
  run(event, { pm });
  return { assertions, failures };
}

/** Postman runs all scripts in one scope with names of its own, so scripts may not declare `request`, for example. */
function run(events: Item['event'], names: object): void {
  const context = createContext({ ...names });
  const reservedNames =
    'let CryptoJS, request, responseBody, responseCode, environment, globals, data, iteration, _;';
  for (const { script } of events) runInContext(`${reservedNames}\n${script.exec.join('\n')}`, context);
}

/** The part of crypto-js that the script uses. */
const cryptoJs = {
  enc: { Base64: 'base64' },
  SHA256: (text: string) => ({
    toString: (encoding: 'base64' | 'hex' = 'hex') => createHash('sha256').update(text).digest(encoding),
  }),
};
