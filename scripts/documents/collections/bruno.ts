import { readFileSync } from 'node:fs';
import { sandboxDocument } from '../openapi.ts';
import { type PlayRequest, playOf, startValues } from './play.ts';

/** By paths in the folder of the collection. */
export function brunoFiles(): Readonly<Record<string, string>> {
  const document = sandboxDocument();
  const signing = readFileSync(new URL('./sign-bruno.js', import.meta.url), 'utf8');
  const values = {
    ...startValues,
    certificateFile: '../../.data/tpp/demo.pem',
    keyFile: '../../.data/tpp/demo.key',
  };
  const files: Record<string, string> = {
    'collection.bru': join(block('script:pre-request', signing.trimEnd()), docs(document.info.description)),
    'environments/Sandbox.bru': join(block('vars', lines(values))),
  };
  for (const [index, { name, title, description, requests }] of playOf(document).entries()) {
    const meta = block('meta', lines({ name: title, seq: String(index + 1) }));
    files[`${name}/folder.bru`] = join(meta, docs(description));
    for (const [position, request] of requests.entries())
      files[`${name}/${request.id}.bru`] = requestFile(request, position + 1);
  }
  return files;
}

function requestFile(request: PlayRequest, position: number): string {
  const { name, description, method, path, query, headers, body, status, saves, expects } = request;
  const search = new URLSearchParams(query).toString();
  const url = `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`;
  const fieldOf = (field: string) => `res.body.${field}`;
  const values = {
    'res.status': `eq ${status}`,
    ...Object.fromEntries(Object.entries(expects).map(([field, value]) => [fieldOf(field), `eq ${value}`])),
  };
  const variables = Object.fromEntries(
    Object.entries(saves).map(([variable, field]) => [variable, fieldOf(field)]),
  );
  return join(
    block('meta', lines({ name, type: 'http', seq: String(position) })),
    block(method.toLowerCase(), lines({ url, body: body === undefined ? 'none' : 'json', auth: 'none' })),
    section('params:query', query),
    section('headers', headers),
    body === undefined ? '' : block('body:json', JSON.stringify(body, null, 2)),
    section('vars:post-response', variables),
    block('assert', lines(values)),
    docs(description),
  );
}

const join = (...blocks: readonly string[]): string => blocks.filter((text) => text !== '').join('\n');

const block = (name: string, text: string): string =>
  `${name} {\n${text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')}\n}\n`;

const lines = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const section = (name: string, values: Readonly<Record<string, string>>): string =>
  Object.keys(values).length === 0 ? '' : block(name, lines(values));

const docs = (text: string): string => (text === '' ? '' : block('docs', text));
