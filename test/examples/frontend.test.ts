import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ApolloClient } from '@apollo/client';
import type { Client } from '@urql/core';
import { transformSync } from 'esbuild';
import { buildSchema, isInterfaceType, isSpecifiedScalarType, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { printWholeSchema } from '../../src/graphql/schema/schema.ts';
import { fieldOfHeader } from '../../src/graphql/schema/types/psu.ts';
import { fileOf } from '../documents/front-end.ts';
import { blocks } from '../documents/markdown.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { listenOn } from '../support/listen.ts';
import { authorise, domesticPath, newPayment } from '../support/story.ts';

const text = readFileSync('docs/frontend.md', 'utf8');
const tour = readFileSync('docs/tour.md', 'utf8');
const load = createRequire(import.meta.url);

let bank: Bank;
let tpp: Tpp;
let settings: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
let stop: () => Promise<unknown>;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
  const { data } = await tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
  const service = await listenOn(bank.app);
  stop = () => service.stop(1_000);
  settings = {
    url: `http://127.0.0.1:${service.port}/graphql`,
    headers: { authorization: `Bearer ${data.createConsoleToken.token}` },
  };
});
afterAll(async () => {
  await stop();
  await bank.stop();
});

function moduleOf<Exports>(name: string, client: string | null = null): Exports {
  const compiled = transformSync(fileOf(`src/${name}.ts`, client), { loader: 'ts', format: 'cjs' }).code;
  const module = { exports: {} };
  const own: Readonly<Record<string, () => unknown>> = {
    './bank': () => settings,
    './events': () => moduleOf('events'),
  };
  new Function('require', 'module', compiled)((wanted: string) => (own[wanted] ?? load)(wanted), module);
  return module.exports as Exports;
}

const list = 'query List { payments(first: 100) { nodes { __typename id paymentId transactionStatus } } }';
const changes = 'subscription Changes { paymentStatusChanged { __typename id paymentId transactionStatus } }';
const cancel =
  'mutation Cancel($input: CancelPaymentInput!) { cancelPayment(input: $input) { payment { __typename id transactionStatus } tppMessages { path pathSegments text } } }';

interface Row {
  readonly id: string;
  readonly paymentId: string;
  readonly transactionStatus: string;
}

interface List {
  readonly payments: { readonly nodes: readonly Row[] };
}
interface Change {
  readonly paymentStatusChanged: Row;
}

interface RelayEnvironment {
  getStore(): { getSource(): { get(id: string): Partial<Row> | undefined } };
}
interface Relay {
  fetchQuery(environment: RelayEnvironment, query: object, variables: object): { toPromise(): Promise<List> };
  requestSubscription(
    environment: RelayEnvironment,
    config: { subscription: object; variables: object; onNext(data: Change): void },
  ): { dispose(): void };
}

const lastOf = (heard: readonly (Row | undefined)[], paymentId: string) =>
  heard.findLast((row) => row?.paymentId === paymentId)?.transactionStatus;

async function approve(paymentId: string): Promise<void> {
  await expect.poll(() => bank.app.events.listenerCount()).toBeGreaterThan(0);
  await authorise(tpp, `${domesticPath}/${paymentId}/authorisations`);
}

describe('the lines of docs/frontend.md', () => {
  it('Apollo Client: a message changes the row of the list', async () => {
    const { client } = moduleOf<{ client: ApolloClient }>('apollo', 'Apollo');
    const paymentId = await newPayment(tpp);
    const rowOf = (data: List | null | undefined) =>
      data?.payments.nodes.find((row) => row.paymentId === paymentId)?.transactionStatus;
    const query = parse(list);
    expect(rowOf((await client.query<List>({ query })).data)).toBe('RCVD');
    const heard: (Row | undefined)[] = [];
    const following = client
      .subscribe<Change>({ query: parse(changes) })
      .subscribe(({ data }) => heard.push(data?.paymentStatusChanged));
    await approve(paymentId);
    await expect.poll(() => lastOf(heard, paymentId)).toBe('PDNG');
    expect(rowOf(client.readQuery<List>({ query }))).toBe('PDNG');
    following.unsubscribe();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
    const other = await newPayment(tpp);
    const { data } = await client.mutate<{ cancelPayment: { payment: Row } }>({
      mutation: parse(cancel),
      variables: { input: { paymentId: other } },
    });
    expect(data?.cancelPayment.payment.transactionStatus).toBe('CANC');
    client.stop();
  });

  it('urql', async () => {
    const { client } = moduleOf<{ client: Client }>('urql', 'urql');
    const paymentId = await newPayment(tpp);
    const { data } = await client.query<List>(list, {}).toPromise();
    expect(data?.payments.nodes.map((row) => row.paymentId)).toContain(paymentId);
    const heard: (Row | undefined)[] = [];
    const following = client
      .subscription<Change>(changes, {})
      .subscribe((message) => heard.push(message.data?.paymentStatusChanged));
    await approve(paymentId);
    await expect.poll(() => lastOf(heard, paymentId)).toBe('PDNG');
    following.unsubscribe();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
    const refused = await client.mutation(cancel, { input: { paymentId: 5 } }).toPromise();
    expect(refused.error).toBeUndefined();
    expect(refused.data.cancelPayment.tppMessages[0]).toMatchObject({
      path: 'paymentId',
      pathSegments: ['paymentId'],
    });
  });

  it('Relay: a message changes the record of the payment', async () => {
    const { environment } = moduleOf<{ environment: RelayEnvironment }>('relay', 'Relay');
    const { fetchQuery, requestSubscription } = load('relay-runtime') as Relay;
    const paymentId = await newPayment(tpp);
    const { payments } = await fetchQuery(environment, requestOf('query', list), {}).toPromise();
    const row = payments.nodes.find((one) => one.paymentId === paymentId);
    expect(row?.transactionStatus).toBe('RCVD');
    const heard: (Row | undefined)[] = [];
    const following = requestSubscription(environment, {
      subscription: requestOf('subscription', changes),
      variables: {},
      onNext: (data) => heard.push(data.paymentStatusChanged),
    });
    await approve(paymentId);
    await expect.poll(() => lastOf(heard, paymentId)).toBe('PDNG');
    const record = environment
      .getStore()
      .getSource()
      .get(row?.id ?? '');
    expect(record?.transactionStatus).toBe('PDNG');
    following.dispose();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });
});

function requestOf(kind: 'query' | 'subscription', text: string) {
  const scalar = (name: string) => ({ alias: null, args: null, kind: 'ScalarField', name, storageKey: null });
  const linked = (name: string, plural: boolean, args: unknown, selections: unknown) => ({
    alias: null,
    args,
    concreteType: name === 'payments' ? 'PaymentConnection' : null,
    kind: 'LinkedField',
    name,
    plural,
    selections,
    storageKey: args === null ? null : 'payments(first:100)',
  });
  const row = ['__typename', 'id', 'paymentId', 'transactionStatus'].map(scalar);
  const first = [{ kind: 'Literal', name: 'first', value: 100 }];
  const selections =
    kind === 'query'
      ? [linked('payments', false, first, [linked('nodes', true, null, row)])]
      : [linked('paymentStatusChanged', false, null, row)];
  const name = kind === 'query' ? 'List' : 'Changes';
  const root = kind === 'query' ? 'Query' : 'Subscription';
  return {
    kind: 'Request',
    fragment: { argumentDefinitions: [], kind: 'Fragment', metadata: null, name, selections, type: root },
    operation: { argumentDefinitions: [], kind: 'Operation', name, selections },
    params: { cacheID: name, id: null, metadata: {}, name, operationKind: kind, text },
  };
}

describe('the documents about the schema', () => {
  it('name every kind of payment for the cache', async () => {
    const schema = buildSchema(await printWholeSchema());
    const payment = schema.getType('Payment');
    if (!isInterfaceType(payment)) throw new Error('no payments');
    const named = /possibleTypes: \{ Payment: \[([^\]]*)\]/.exec(text)?.[1]?.match(/\w+/g);
    expect(named?.sort()).toEqual(
      schema
        .getPossibleTypes(payment)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each([
    ['docs/frontend.md', text],
    ['docs/tour.md', tour],
  ])('%s gives the TypeScript type of every scalar', async (_, document) => {
    const schema = buildSchema(await printWholeSchema());
    const own = Object.values(schema.getTypeMap()).filter(
      (type) => type.astNode?.kind === 'ScalarTypeDefinition' && !isSpecifiedScalarType(type),
    );
    const written = /scalars: \{([^}]*)\}/.exec(document)?.[1] ?? '';
    expect(own.map(({ name }) => name).sort()).toEqual(['DateTime', 'LocalDate']);
    for (const { name } of own) expect(written).toContain(`${name}: 'string'`);
  });

  it.each(['docs/frontend.md', 'examples/graphql/README.md'])('%s imports types as types', (path) => {
    const configurations = blocks(path, 'ts').filter((block) => block.includes("preset: 'client'"));
    expect(configurations).toHaveLength(1);
    expect(configurations[0]).toContain('useTypeImports: true');
  });
});

describe('docs/frontend.md about a payment', () => {
  const rows = [...text.matchAll(/^\| `(\w+)` \| `([\w-]+)` \| (.*) \|$/gm)].map(
    ([, field = '', header = '', said = '']) => ({ field, header, required: /^required:/.test(said) }),
  );

  it('lists every field of psu with its header', () => {
    const told = Object.fromEntries(rows.map(({ field, header }) => [header, field]));
    expect(told).toEqual(fieldOfHeader);
  });

  it('a payment without psu is refused for each field that the document calls required', async () => {
    const { data } = await tpp.graphqlRaw(
      'mutation ($input: CreateInstantPaymentInput!) { createInstantPayment(input: $input) { tppMessages { path } } }',
      { input: instantDomestic.example },
    );
    const paths = data.createInstantPayment.tppMessages.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(rows.flatMap(({ header, required }) => (required ? [header] : [])).sort());
  });

  it('a browser may send the headers to another origin too', async () => {
    const asked = rows.map(({ header }) => header).join();
    const { headers } = await fetch(settings.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    for (const { header } of rows) expect(allowed).toContain(header.toLowerCase());
  });

  it('of two reads the one with the longer history stays, in any order of arrival', () => {
    interface Reading {
      readonly id: string;
      readonly createdAt: string;
      readonly statusHistory: readonly object[];
    }
    type Readings = readonly Reading[];
    const { merge } = moduleOf<{ merge(read: Readings, told: Readings): Readings }>('live');
    const early = { id: 'a', createdAt: '2026-01-01T12:00:00Z', statusHistory: [{}] };
    const late = { ...early, statusHistory: [{}, {}] };
    const newer = { ...early, id: 'b', createdAt: '2026-01-01T12:00:01Z' };
    expect(merge([early], [late])).toEqual([late]);
    expect(merge([late], [early])).toEqual([late]);
    expect(merge([early], [newer])).toEqual([newer, early]);
  });
});

describe('406: a subscription whose Accept lacks an event stream', () => {
  it.each([
    'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json',
    'multipart/mixed; boundary="-"; subscriptionSpec=1.0, application/graphql-response+json, application/json;q=0.9',
    'application/json',
  ])('%s gets a JSON error that says what to send, and shows it', async (accept) => {
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers: { ...settings.headers, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: changes }),
    });
    expect(answer.status).toBe(406);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toMatch(/^Accept: .*text\/event-stream.*docs\/frontend\.md/);
  });
});
