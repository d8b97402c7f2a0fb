import { describe, expect, it } from 'vitest';
import { parseFields } from '../../src/domain/fields/parse.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import type { OpenApiDocument, ParameterObject } from '../../src/rest/openapi/model.ts';
import { routes } from '../../src/rest/routes.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { compiler } from '../support/openapi.ts';
import { withValue } from '../support/payments.ts';
import { domesticPath, newPayment } from '../support/story.ts';

const bank = await bankOfFile();
const tpp = bank.tpp();
const document = (await (await bank.fetch('/openapi.json')).json()) as OpenApiDocument;
const validatorOf = compiler(document);

describe('names', () => {
  it('of components and operations are identifiers, and differ by more than case', () => {
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    for (const names of [...Object.values(document.components).map(Object.keys), operations]) {
      expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name))).toEqual([]);
      expect(new Set(names.map((name) => name.toLowerCase().replaceAll('_', ''))).size).toBe(names.length);
    }
  });

  it('of license and contact exist', () => {
    const { license, contact } = document.info;
    expect(license).toEqual({ name: 'MIT', identifier: 'MIT' });
    expect(contact.url).toBe('http://localhost:4000/docs');
  });
});

describe('an optional body', () => {
  it('is at every POST that reads nothing from one, and nowhere else', () => {
    const optional = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post?.requestBody?.required === false ? [path] : [],
    );
    const bodiless = routes.filter(({ method, body }) => method === 'POST' && body === 'none');
    expect(optional).toHaveLength(bodiless.length);
    expect(optional).toContain('/v1/sandbox/initialize');
  });

  it('201 without it, and with {}', async () => {
    for (const options of [{}, { body: {} }]) {
      const started = await tpp.rest(
        'POST',
        `${domesticPath}/${await newPayment(tpp)}/authorisations`,
        options,
      );
      expect(started.status).toBe(201);
    }
    expect((await tpp.rest('POST', '/v1/sandbox/initialize', { body: {} })).status).toBe(200);
  });
});

it('offset begins at 0 and limit at 1, in the document and at the bank', async () => {
  const path = '/v1/sandbox/card-accounts/{mockCardAccountId}/transactions';
  const parameters = (document.paths[path]?.get?.parameters ?? []) as ParameterObject[];
  const bound = (name: string) => parameters.find((one) => one.name === name)?.schema;
  expect([bound('offset'), bound('limit')]).toEqual([
    { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
    { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 },
  ]);
  const card = (await tpp.rest('GET', '/v1/sandbox/card-accounts')).json[0].resourceId;
  const read = async (query: string) =>
    (await tpp.rest('GET', `/v1/sandbox/card-accounts/${card}/transactions?bookingStatus=both&${query}`))
      .status;
  expect([await read('offset=0&limit=1'), await read('limit=0'), await read('offset=2147483648')]).toEqual([
    200, 400, 400,
  ]);
});

describe('an odd value in the example of a body', () => {
  const bodies = [
    ...products.map(({ code, body, example }) => ({ name: code, schema: body, example: example as unknown })),
    ...routes.flatMap(({ documentedBody, path }) =>
      documentedBody ? [{ name: path, ...documentedBody }] : [],
    ),
  ];
  const odd: readonly unknown[] = [
    '',
    ' ',
    'x',
    'X',
    '0',
    '00',
    '1',
    '9',
    '31',
    '32',
    '-1',
    '1.5',
    'é',
    '😀',
    'a b',
    'a  b',
    ' a',
    'a/b',
    'NOK',
    'nok',
    'NO',
    'private',
    'true',
    'false',
    '2030-01-15',
    '2030-02-30',
    '30-01-15',
    '2030-01-15T00:00:00Z',
    'x'.repeat(35),
    'x'.repeat(36),
    'x'.repeat(513),
    '9'.repeat(18),
    '9'.repeat(19),
    0,
    1,
    -1,
    1.5,
    2 ** 31,
    -(2 ** 31) - 1,
    1e300,
    true,
    false,
    [],
    [1, 1],
    ['x', 'x'],
    {},
    { x: 1 },
  ];
  /** Rules that JSON Schema cannot express: check digits, calendar days, minor units, and dependent fields. */
  const beyond =
    /check digits|IBAN|must be EUR|existing date|decimals|decimal number|digits|greater than zero|is allowed only|but not both|send bban|must be [A-Z]{3}, the currency|must be the same as|must not be before|must not be later|must not be negative|twice in this list/;

  it.each(bodies)('$name: the document and the bank agree on it', ({ name, schema, example }) => {
    const component = name.startsWith('/') ? schema.meta()?.id : `${name}Body`;
    const validate = validatorOf({ $ref: `#/components/schemas/${component}` });
    const holder = { body: example };
    for (const place of placesOf(example, 'body')) {
      for (const value of odd) {
        const { body } = withValue(holder, place, value);
        const parsed = parseFields(schema, body);
        const told = `${place} = ${JSON.stringify(value)}`;
        if (!parsed.ok && parsed.faults.every(({ text }) => beyond.test(text))) continue;
        expect([told, validate(body)]).toEqual([told, parsed.ok]);
      }
    }
  });
});

function placesOf(value: unknown, at: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, item]) =>
    placesOf(item, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`),
  );
  return [at, ...below];
}
