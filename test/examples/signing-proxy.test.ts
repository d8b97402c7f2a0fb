/** The server of docs/frontend.md, "In production", exactly as it is there, between a page and a bank with SANDBOX=false. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { createPersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { generate } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import { buildSync, transformSync } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import type { DocumentNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { fileOf, page } from '../documents/front-end.ts';
import { blocks, root } from '../documents/markdown.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { type Listening, listenOn } from '../support/listen.ts';
import { newPayment } from '../support/story.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-proxy-'));
const put = (path: string, text: string): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

type WithHash = DocumentNode & { readonly __meta__: { readonly hash: string } };
type Generated = Readonly<Record<'PayDocument' | 'FollowDocument', WithHash>>;

const following =
  'subscription Follow($paymentId: String!) { paymentStatusChanged(paymentId: $paymentId) { transactionStatus } }';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

let bank: Bank;
let tpp: Tpp;
let service: Listening;
let proxy: FastifyInstance;
let address: string;
let generated: Generated;

beforeAll(async () => {
  bank = await startBank({ sandbox: false });
  tpp = bank.tpp();
  service = await listenOn(bank.app);
  generated = await generateDocuments();
  const { identity } = tpp;
  put(
    'server/own.mjs',
    `export const url = '${service.url}/graphql';
     export const identity = ${JSON.stringify(identity)};
     export const port = 0;
     const kari = { psuId: '${psuId}', sessionId: 'kari-1', redirectUri: 'https://tpp.example/return' };
     export const personOf = async ({ headers }, { paymentId }) =>
       headers.cookie === 'session=kari' && paymentId !== 'of somebody else' ? kari : null;`,
  );
  buildSync({
    entryPoints: [join(root, 'packages/toolkit/src/sign.ts')],
    outfile: join(folder, 'node_modules/psd2-bank/tpp.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  put('node_modules/psd2-bank/package.json', '{ "exports": { "./tpp": "./tpp.mjs" } }');
  symlinkSync(join(root, 'node_modules/fastify'), join(folder, 'node_modules/fastify'));
  const file = put('server/proxy.mjs', fileOf('server/proxy.mjs'));
  proxy = (await import(/* @vite-ignore */ pathToFileURL(file).href)).server;
  address = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}/graphql`;
});
afterAll(async () => {
  await proxy.close();
  await service.stop(1_000);
  await bank.stop();
  rmSync(folder, { recursive: true });
});

const psuId = '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11';

/** By the configuration of the page, with the lines that the section changes. */
async function generateDocuments(): Promise<Generated> {
  const lines = blocks(page, 'ts').find((block) => block.includes('persistedDocuments')) ?? '';
  const changes = lines.slice(lines.indexOf('documentTransforms'));
  const options = new Function('addTypenameSelectionDocumentTransform', `return {${changes}}`)(
    addTypenameSelectionDocumentTransform,
  );
  const files: readonly { readonly filename: string; readonly content: string }[] = await generate(
    {
      schema: join(root, 'schema.graphql'),
      documents: [fileOf('src/payments.graphql').replace(/^#.*\n/, ''), following],
      silent: true,
      generates: {
        'src/generated/': {
          preset: 'client',
          config: { scalars: { DateTime: 'string', LocalDate: 'string' }, useTypeImports: true },
          ...options,
        },
      },
    },
    false,
  );
  for (const { filename, content } of files) put(filename, content);
  const typed = files.find(({ filename }) => filename.endsWith('graphql.ts'))?.content ?? '';
  const module = { exports: {} as Generated };
  new Function('module', transformSync(typed, { loader: 'ts', format: 'cjs' }).code)(module);
  return module.exports;
}

const post = (body: object, headers: Readonly<Record<string, string>> = { cookie: 'session=kari' }) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const trusted = (sha256Hash: string, variables: object) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
  variables,
});

describe('the signing server', () => {
  it('lets the persisted queries of Apollo Client pay as the person of the session, not as the page says', async () => {
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: ApolloLink.from([
        createPersistedQueryLink({
          generateHash: (document) => (document as WithHash).__meta__.hash,
        }),
        new HttpLink({ uri: address, headers: { cookie: 'session=kari' } }),
      ]),
    });
    const psu = { psuId: 'c0ffee00-6f0e-4c39-a6d3-0a3c2a7d2f11', sessionId: 'x', ipAddress: '192.0.2.7' };
    const { data } = await client.mutate<{
      createInstantPayment: { payment: { id: string } | null; tppMessages: readonly object[] };
    }>({
      mutation: generated.PayDocument,
      variables: {
        input: { ...instantDomestic.example, psu: { ...psu, redirectUri: 'https://evil.example/' } },
      },
    });
    client.stop();
    expect(data?.createInstantPayment.tppMessages).toEqual([]);
    expect(data?.createInstantPayment.payment).toMatchObject({ __typename: 'InstantPayment' });
    const [row] = await bank.sql`select psu_id, session_id, psu_context from payments`;
    expect(row).toEqual({ psu_id: psuId, session_id: 'kari-1', psu_context: 'PRIVATE' });
  });

  it('passes a stream on, and ends it when the page leaves', async () => {
    const paymentId = await newPayment(tpp);
    const leaving = new AbortController();
    const response = await fetch(address, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', cookie: 'session=kari' },
      body: JSON.stringify(trusted(generated.FollowDocument.__meta__.hash, { paymentId })),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await expect.poll(() => bank.app.events.listenerCount()).toBe(1);
    leaving.abort();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });

  it.each([
    ['a document by its text', { query: '{ viewer { tppId } }' }],
    ['an unknown hash', trusted(hashOf('{ viewer { tppId } }'), {})],
    ['a text under a trusted hash of another one', trusted('__proto__', {})],
    ['a body that is null', null],
  ])('refuses %s', async (_, body) => {
    const requests = bank.log.length;
    const answer = await post(body as object);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, expect.stringMatching(/json/)]);
    expect(bank.log.length).toBe(requests);
  });

  it.each([null, 'a text', { input: 'a text' }])(
    'refuses the variables %j of a trusted document',
    async (variables) => {
      const requests = bank.log.length;
      const { hash } = generated.PayDocument.__meta__;
      expect((await post({ ...trusted(hash, {}), variables })).status).toBe(400);
      expect(bank.log.length).toBe(requests);
    },
  );

  it('sends the trusted document, whatever text is next to the hash', async () => {
    const { hash } = generated.PayDocument.__meta__;
    const response = await post({
      ...trusted(hash, { input: instantDomestic.example }),
      query: '{ viewer { tppId } }',
    });
    expect(await response.json()).toHaveProperty('data.createInstantPayment');
  });

  it('refuses a person who has not signed in, and ids of other people', async () => {
    const body = trusted(generated.FollowDocument.__meta__.hash, { paymentId: 'of somebody else' });
    expect((await post(body, {})).status).toBe(401);
    expect((await post(body)).status).toBe(401);
  });
});
