/** Plays the collection of examples/bruno. Of Bruno's API it has the parts that the script of the collection uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

type Blocks = Readonly<Record<string, string>>;

function blocksOf(path: string): Blocks {
  const text = readFileSync(join(folderOf('bruno'), path), 'utf8');
  return Object.fromEntries(
    text
      .split(/^\}\n/m)
      .map((block) => block.trim().split(' {\n'))
      .map(([name = '', ...inner]) => [name, inner.join(' {\n').replace(/^ {2}/gm, '')]),
  );
}

const pairsOf = (text = ''): Texts =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes(': '))
      .map((line) => line.trim().split(/: (.*)/)),
  );

const inOrder = (blocks: readonly Blocks[]): readonly Blocks[] =>
  [...blocks].sort((one, other) => Number(pairsOf(one.meta).seq) - Number(pairsOf(other.meta).seq));

function requests(): readonly Blocks[] {
  const folders = readdirSync(folderOf('bruno'), { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== 'environments')
    .map(({ name }) => ({ ...blocksOf(`${name}/folder.bru`), folder: name }));
  return inOrder(folders).flatMap(({ folder = '' }) => {
    const names = readdirSync(join(folderOf('bruno'), folder)).filter((name) => name !== 'folder.bru');
    return inOrder(names.map((name) => blocksOf(`${folder}/${name}`)));
  });
}

/** `ownValues`: values of variables; `count`: of the first requests. */
export async function playBruno(
  ownValues: Texts,
  send: Send,
  count?: number,
): Promise<readonly PlayedRequest[]> {
  const values: Texts = { ...pairsOf(blocksOf('environments/Sandbox.bru').vars), ...ownValues };
  const signing = blocksOf('collection.bru')['script:pre-request'] ?? '';
  const results: PlayedRequest[] = [];
  for (const blocks of requests().slice(0, count)) results.push(await play(blocks, signing, values, send));
  return results;
}

async function play(blocks: Blocks, signing: string, values: Texts, send: Send): Promise<PlayedRequest> {
  const verb = Object.keys(blocks).find((name) => /^(get|post|put|delete)$/.test(name)) ?? '';
  const { name = '' } = pairsOf(blocks.meta);
  const headers = pairsOf(blocks.headers);
  let body = blocks['body:json'] ?? null;
  const req = {
    // Bruno parses a body of JSON.
    getBody: () => (body === null ? undefined : JSON.parse(body)),
    setBody(text: string) {
      body = text;
    },
    getHeaders: () => headers,
    setHeader: (key: string, value: string) => Object.assign(headers, { [key]: value }),
  };
  const bru = {
    cwd: () => folderOf('bruno'),
    getEnvVar: (key: string) => values[key],
    interpolate: (text: string) => replaceVariables(text, values),
  };
  runInContext(signing, createContext({ bru, req, Buffer, require: createRequire(import.meta.url) }));
  if (body !== null) headers['content-type'] = 'application/json';
  const url = replaceVariables(pairsOf(blocks[verb]).url ?? '', values);
  const method = verb.toUpperCase();
  const response = await send(method, url, headersOf(headers, values), body);
  const res = { status: response.status, body: parse(await response.text()) };
  for (const [key, path] of Object.entries(pairsOf(blocks['vars:post-response'])))
    values[key] = String(fieldOf({ res }, path));
  const checks = Object.entries(pairsOf(blocks.assert));
  const failures = checks
    .filter(([path, expected]) => `eq ${fieldOf({ res }, path)}` !== expected)
    .map(([path, expected]) => `${path}: ${fieldOf({ res }, path)} instead of ${expected}`);
  return { name, method, url, status: res.status, assertions: checks.length, failures };
}

function fieldOf(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
