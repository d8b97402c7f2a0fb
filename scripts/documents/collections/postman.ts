import { readFileSync } from 'node:fs';
import { sandboxDocument } from '../openapi.ts';
import { type PlayRequest, playOf, startValues } from './play.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const script = (source: string) => ({ type: 'text/javascript', exec: source.trimEnd().split('\n') });

export function postmanCollection(): string {
  const document = sandboxDocument();
  const signing = readFileSync(new URL('./sign-postman.js', import.meta.url), 'utf8');
  const collection = {
    info: { name: 'psd2-bank', description: document.info.description, schema },
    event: [{ listen: 'prerequest', script: script(signing) }],
    variable: Object.entries(startValues).map(([key, value]) => ({ key, value })),
    item: playOf(document).map(({ title, description, requests }) => ({
      name: title,
      description,
      item: requests.map(itemOf),
    })),
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}

function itemOf(request: PlayRequest) {
  const { name, description, method, path, query, headers, body } = request;
  const parameters = Object.entries(query).map(([key, value]) => ({ key, value }));
  const search = parameters.map(({ key, value }) => `${key}=${value}`).join('&');
  const sent = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
  return {
    name,
    event: [{ listen: 'test', script: script(testOf(request)) }],
    request: {
      method,
      header: Object.entries(sent).map(([key, value]) => ({ key, value })),
      url: {
        raw: `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(parameters.length > 0 ? { query: parameters } : {}),
      },
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(body, null, 2),
              options: { raw: { language: 'json' } },
            },
          }),
      description,
    },
  };
}

function testOf({ status, saves, expects }: PlayRequest): string {
  return [
    `pm.test('status ${status}', () => pm.response.to.have.status(${status}));`,
    ...Object.entries(expects).map(
      ([path, value]) =>
        `pm.test('${path}', () => pm.expect(pm.response.json().${path}).to.equal('${value}'));`,
    ),
    ...Object.entries(saves).map(
      ([variable, field]) => `pm.collectionVariables.set('${variable}', pm.response.json().${field});`,
    ),
  ].join('\n');
}
