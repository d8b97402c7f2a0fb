import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parseFields } from '../../src/domain/fields/parse.ts';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { documentPaths } from '../../src/rest/openapi/document.ts';
import {
  type MediaObject,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolve,
} from '../../src/rest/openapi/model.ts';
import { routes } from '../../src/rest/routes.ts';
import { type Bank, psuHeaders } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { compiler, expectAnswerMatches } from '../support/openapi.ts';

const bank = await bankOfFile();
const production = await bankOfFile({ sandbox: false });
const tpp = bank.tpp();

const read = async (from: Bank): Promise<OpenApiDocument> =>
  (await from.fetch('/openapi.json')).json() as never;
const operationsOf = (from: OpenApiDocument) =>
  Object.entries(from.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const document = await read(bank);
const validatorOf = compiler(document);

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 by the standard validator, with and without a sandbox', async () => {
    for (const text of [document, await read(production)]) {
      const result = await new Validator().validate(structuredClone(text) as never);
      expect(result.errors ?? []).toEqual([]);
      expect(result.valid).toBe(true);
    }
  });

  it('has every row of the table, and nothing else', async () => {
    for (const [from, rows] of [
      [document, routes],
      [await read(production), routes.filter((row) => !row.sandbox)],
    ] as const) {
      const expected = rows.flatMap((row) => documentPaths(row).map(({ path }) => `${row.method} ${path}`));
      expect(
        operationsOf(from)
          .map(({ method, path }) => `${method} ${path}`)
          .sort(),
      ).toEqual(expected.sort());
    }
    expect(JSON.stringify(await read(production))).not.toContain('/v1/sandbox');
  });

  it('names every operation once', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of every operation what it does, besides its limits', () => {
    const limits =
      /The body may have at most \d+ KiB\.|If the certificate names roles, \w+ must be one of them\./g;
    for (const { operation } of operationsOf(document))
      expect(operation.description.replace(limits, '').trim(), operation.operationId).toMatch(
        /^[A-Z0-9].*\.$/,
      );
  });

  it('lists the statuses of a bulk creation', () => {
    const creation = document.paths['/v1/bulk-payments/norwegian-domestic-credit-transfers']?.post;
    expect(Object.keys(creation?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '413', '415', '500']),
    );
  });

  it('a creation has no refusal for a product or a date that its request does not have', () => {
    const creationOf = (code: string) =>
      JSON.stringify(
        operationsOf(document)
          .filter(({ operation }) => operation.operationId === `createPayment${code}`)
          .flatMap(({ operation }) => Object.values(operation.responses))
          .map(
            (response) => resolve<ResponseObject>(document, response).content?.['application/json'].examples,
          ),
      );
    for (const { code } of products) {
      expect(creationOf(code)).not.toContain('PRODUCT_UNKNOWN');
      expect([code, creationOf(code).includes('EXECUTION_DATE_INVALID')]).toEqual([code, code !== 'INDCTS']);
    }
  });

  it('refers only to its own components, and uses each of them', () => {
    const text = JSON.stringify(document);
    const references = new Set(
      [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference),
    );
    const there = Object.entries(document.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...references].filter((reference) => !there.includes(reference))).toEqual([]);
    const unused = there.filter((name) => !references.has(name) && !name.includes('securitySchemes'));
    expect(unused).toEqual([]);
  });
});

describe('examples', () => {
  const medias = (operation: OperationObject): readonly MediaObject[] => [
    ...(operation.requestBody ? [operation.requestBody.content['application/json']] : []),
    ...Object.values(operation.responses).flatMap((response) => {
      const { content } = resolve<ResponseObject>(document, response);
      return content ? [content['application/json']] : [];
    }),
  ];

  it('exist for every body and fit its schema', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      for (const { schema, example, examples } of medias(operation)) {
        const shown =
          example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
        expect(shown.length, `${method} ${path}`).toBeGreaterThan(0);
        const validate = validatorOf(schema);
        for (const one of shown)
          expect(validate(one), `${method} ${path} ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
  });

  const statusLinkOf = (example: unknown) =>
    (example as { _links?: { scaStatus?: { href: string } } } | undefined)?._links?.scaStatus?.href;

  it('of a started authorisation link to its status at the same resource', () => {
    const starts = operationsOf(document).filter(
      ({ path, method }) => method === 'POST' && path.endsWith('authorisations'),
    );
    expect(starts).toHaveLength(7);
    for (const { path, operation } of starts) {
      const [href] = medias(operation).flatMap(({ example }) => statusLinkOf(example) ?? []);
      expect(href).toMatch(new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}/[^/]+$`));
    }
  });

  it('are taken by the bank, one after the other', async () => {
    const made = new Map<string, { readonly [id: string]: string }>();
    for (const { method, path, operation } of operationsOf(document)) {
      if (operation.requestBody?.required !== true) continue;
      const { example } = operation.requestBody.content['application/json'];
      const headers = path.startsWith('/v1/sandbox') ? {} : psuHeaders;
      const answer = await tpp.rest(method, filled(path, made), { headers, body: timely(example, made) });
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(method === 'POST' ? 201 : 200);
      expect(answer.json.tppMessages ?? [], path).toEqual([]);
      made.set(operation.operationId, answer.json);
    }
    expect(made.size).toBeGreaterThan(12);
  });

  const makers: Readonly<Record<string, readonly [string, string]>> = {
    mockAccountId: ['createSandboxAccount', 'resourceId'],
    mockCardAccountId: ['createSandboxCardAccount', 'resourceId'],
    mockAgreementId: ['createSandboxAgreement', 'id'],
  };

  function filled(path: string, made: ReadonlyMap<string, Readonly<Record<string, string>>>): string {
    return path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const [maker, field] = makers[name] ?? ['', ''];
      return made.get(maker)?.[field] ?? `no ${name}`;
    });
  }

  /** The example with past days moved into the future, and with an existing payment. */
  function timely(example: unknown, made: ReadonlyMap<string, Readonly<Record<string, string>>>): unknown {
    const today = new Date().toISOString().slice(0, 10);
    const later = `${new Date().getUTCFullYear() + 1}-01-15`;
    const fresh = {
      paymentIds: [made.get('createPaymentNDCT')?.paymentId],
      startDate: later,
      requestedExecutionDate: later,
    };
    if (Array.isArray(example)) return example;
    return Object.fromEntries(
      Object.entries(example as object).map(([key, value]) => {
        const stale = key === 'paymentIds' || (typeof value === 'string' && value < today);
        return [key, stale && key in fresh ? fresh[key as keyof typeof fresh] : value];
      }),
    );
  }
});

describe('bounds', () => {
  type Case = [code: string, field: string, change: (size: number) => object, most: number, least?: number];
  const cases: Case[] = [
    ['NDCT', 'creditorName', (n) => ({ creditorName: '😀'.repeat(n) }), 70, 1],
    ['NDCT', 'ultimateDebtor', (n) => ({ ultimateDebtor: 'å'.repeat(n) }), 70],
    [
      'NDCT',
      'remittanceInformationUnstructured',
      (n) => ({ remittanceInformationUnstructured: 'x'.repeat(n) }),
      140,
      1,
    ],
    ['NDCT', 'endToEndIdentification', (n) => ({ endToEndIdentification: 'x'.repeat(n) }), 35, 1],
    ['INDCTS', 'street', (n) => ({ creditorAddress: { country: 'NO', street: 'x'.repeat(n) } }), 70],
    ['INDCTS', 'bban', (n) => ({ creditorAccount: { bban: 'X'.repeat(n), currency: 'NOK' } }), 30, 1],
    ['BULK_NDCT', 'paymentInformationId', (n) => ({ paymentInformationId: 'x'.repeat(n) }), 35, 1],
    ['BULK_NDCT', 'payments', (n) => ({ payments: Array(n).fill(bulkEntry()) }), 1_000, 1],
    [
      'PERIODIC_NDCT',
      'monthsOfExecution',
      (n) => ({ frequency: 'MonthlyVariable', monthsOfExecution: [n] }),
      11,
      1,
    ],
  ];
  const bulkEntry = () => (bulkDomestic.example.payments as object[])[0];

  it.each(cases)(
    '%s %s: the document and the bank agree at both ends',
    (code, _field, change, most, least) => {
      const product = products.find((one) => one.code === code);
      if (!product) throw new Error(code);
      const validate = validatorOf({ $ref: `#/components/schemas/${code}Body` });
      const verdicts = (size: number) => {
        const body = { ...product.example, ...change(size) };
        return [validate(body), parseFields(product.body, body).ok];
      };
      expect(verdicts(most)).toEqual([true, true]);
      expect(verdicts(most + 1)).toEqual([false, false]);
      if (least === undefined) return;
      expect(verdicts(least)).toEqual([true, true]);
      expect(verdicts(least - 1)).toEqual([false, false]);
    },
  );

  it.each(products)(
    '$code: leaving out a field is a fault for both, or for neither',
    ({ code, body, example }) => {
      const validate = validatorOf({ $ref: `#/components/schemas/${code}Body` });
      for (const field of Object.keys(example)) {
        const { [field]: _, ...less } = example;
        expect([field, validate(less)]).toEqual([field, parseFields(body, less).ok]);
      }
    },
  );
});

describe('the check of every response in tests', () => {
  const path = '/v1/signing-baskets/1/status';
  const headers = new Headers({ 'content-type': 'application/json' });
  const held = (status: number, body: unknown, sent = headers) =>
    expectAnswerMatches(bank.app, 'GET', path, { status, headers: sent, text: JSON.stringify(body) });

  it('accepts what the document describes, and nothing else', async () => {
    const error = {
      id: crypto.randomUUID(),
      system: 'psd2-bank',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      message: 'x',
    };
    const tppMessages = [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN' }];
    await held(200, { transactionStatus: 'RCVD' });
    await held(404, { ...error, tppMessages });
    await expect(held(200, { transactionStatus: 'RCVD', more: 1 })).rejects.toThrow('additional properties');
    await expect(held(200, { transactionStatus: 'ACSC' })).rejects.toThrow('/transactionStatus');
    await expect(held(201, { transactionStatus: 'RCVD' })).rejects.toThrow('status is not listed');
    await expect(held(404, { ...error, tppMessages, code: 'SCA_NOT_FOUND' })).rejects.toThrow('/code');
    await expect(held(404, error)).rejects.toThrow('tppMessages');
    await expect(held(200, { transactionStatus: 'RCVD' }, new Headers())).rejects.toThrow('content type');
  });
});

describe.each(['/openapi.json', '/docs'])('%s', (path) => {
  it('is served unsigned, in production too, with nothing from the network', async () => {
    for (const from of [bank, production]) {
      const answer = await from.fetch(path);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//i);
      expect(text).not.toMatch(/url\(|@import|"\$ref":"(?!#)/i);
    }
  });

  it('answers 304 to a client that has it, and comes compressed to one that accepts it', async () => {
    const first = await bank.fetch(path);
    const etag = first.headers.get('etag') ?? '';
    const again = await bank.fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await bank.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const zipped = await bank.fetch(path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    const plain = await new Response(zipped.body?.pipeThrough(new DecompressionStream('gzip'))).text();
    expect(plain).toBe(await first.text());
    for (const encoding of ['identity', 'gzip;q=0', 'identity, gzip;q=0.5', 'br', '', ','.repeat(14_000)]) {
      const { headers } = await bank.fetch(path, { headers: { 'accept-encoding': encoding } });
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'accept-encoding']);
    }
  });
});

describe('/docs', () => {
  const page = async (from = bank) => (await from.fetch('/docs')).text();
  const listed = (text: string) =>
    new Map(
      [
        ...text.matchAll(
          /<li data-operation="(\w+)" data-words="([^"]*)"><a[^>]*><span[^>]*>\w+<\/span>([^<]+)/g,
        ),
      ].map(([, id = '', words = '', title = '']) => [id, { words, title }]),
    );

  it('lists every operation by a title in words, in production too', async () => {
    for (const from of [bank, production]) {
      const items = listed(await page(from));
      expect([...items.keys()].sort()).toEqual(
        operationsOf(await read(from))
          .map(({ operation }) => operation.operationId)
          .sort(),
      );
      for (const { title } of items.values()) expect(title).toMatch(/^[A-Z][^_{}]+$/);
    }
    expect(await page()).toMatch(/<h2 data-tag="payments">Single payments<\/h2>/);
  });

  it('finds every operation by its name, path, headers, fields and codes', async () => {
    const items = listed(await page());
    for (const { path, method, operation } of operationsOf(document)) {
      const parameters = operation.parameters.map((one) => resolve<ParameterObject>(document, one).name);
      const refusals = Object.values(operation.responses).flatMap((one) => {
        const { content } = resolve<ResponseObject>(document, one);
        const examples = Object.entries(content?.['application/json'].examples ?? {});
        return examples.flatMap(([reason, { value }]) => [reason, (value as { code: string }).code]);
      });
      const fields = Object.keys(operation.requestBody?.content['application/json'].example ?? {});
      const { words = '' } = items.get(operation.operationId) ?? {};
      const wanted = [operation.operationId, path, method, ...parameters, ...refusals];
      if (!path.includes('transactions')) wanted.push(...fields);
      for (const word of wanted) expect(words).toContain(word.toLowerCase());
    }
    const withKid = [...items.values()].filter(({ words }) => words.includes('kid_missing'));
    expect(withKid.length).toBeGreaterThan(0);
    expect(withKid.length).toBeLessThan(items.size / 2);
  });

  it('has as samples of each operation the command that sends it and the one that prints it as curl', () => {
    for (const { method, path, operation } of operationsOf(document)) {
      const [send, curl] = operation['x-codeSamples'] ?? [];
      expect(send?.source, path).toContain(`npm run tpp -- send ${method} `);
      expect(curl?.source, path).toContain(`npm run --silent tpp -- curl ${method} `);
    }
    const instant = document.paths['/v1/payments/instant-norwegian-domestic-credit-transfers-straks'];
    expect(instant?.post?.['x-codeSamples']?.[0]?.source).toContain('-straks --psu --body');
  });

  it('loads only local files, and runs nothing that its policy does not name', async () => {
    const answer = await bank.fetch('/docs');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const text = await answer.text();
    const hashes = [...text.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs)].map(([, part = '']) =>
      createHash('sha256').update(part).digest('base64'),
    );
    expect(hashes).toHaveLength(2);
    for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`);
    const assets = [...text.matchAll(/(?:src|href)="(docs\/swagger[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await production.fetch(`/${path}`);
      expect(asset.status).toBe(200);
      expect(asset.headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
      const loaded = [...(await asset.text()).matchAll(/@import|url\(["']?([^"')]{0,5})/g)];
      if (path.endsWith('.css')) expect(loaded.filter(([, start]) => start !== 'data:')).toEqual([]);
    }
  });

  it('leads to pages that exist, and shows one version: that of the package', async () => {
    const text = await page();
    const links = [...text.matchAll(/<a href="(?!#)([^"]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(4);
    for (const href of links)
      expect((await bank.fetch(new URL(href, 'http://bank/docs').pathname)).status).toBe(200);
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(document.info.version).toBe(version);
    expect(text.match(/\bversion [\d.]+\d/gi)).toEqual([`Version ${version}`]);
  });
});
