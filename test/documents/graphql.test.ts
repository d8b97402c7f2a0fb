import {
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  print,
  type TypeNode,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../packages/toolkit/src/sign.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { blocks, documents, textOf } from './markdown.ts';

const schema = buildSchema({ sandbox: true });

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

/** Blocks, templates in code, Python strings, `query` in JSON, and toolkit arguments. */
const forms: readonly RegExp[] = [
  /```graphql\n([\s\S]*?)```/g,
  /\b(?:gql|graphql)(?:\(\s*)?`([^`]*)`/g,
  /"""((?:query|mutation|subscription)\b[\s\S]*?)"""/g,
  /\btpp -- graphql '([^']+)'/g,
  /`((?:query|mutation|subscription)?\s*\{[^`\n]*\})`/g,
];
const inJson = /"query"\s*:\s*("(?:[^"\\]|\\.)*")/g;

function textsIn(path: string): readonly string[] {
  const text = textOf(path);
  const plain = forms.flatMap((form) => [...text.matchAll(form)].map(([, found = '']) => found));
  const quoted = [...text.matchAll(inJson)].map(([, found = '""']) => JSON.parse(found) as string);
  return [...plain, ...quoted].filter(
    (found) =>
      /^\s*(query|mutation|subscription|fragment|\{\s*\w+\s*[({\w])/.test(found) &&
      !found.includes('":') &&
      !/^\{ ?"/.test(found),
  );
}

const all = documents.flatMap((path) => textsIn(path).map((text) => [path, text] as const));

/** A value for a variable by its type; optional values are left out. */
async function valueFor(type: TypeNode): Promise<unknown> {
  if (type.kind !== 'NonNullType') return undefined;
  const name = print(type.type);
  const make = values[name];
  if (make === undefined) throw new Error(`say in this test what a variable of the type ${name} is`);
  return make();
}

const psu = {
  psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
  sessionId: 'documents',
  redirectUri: 'http://localhost:4000/sandbox/return',
  ipAddress: '192.0.2.7',
  context: 'PRIVATE',
};
const values: Readonly<Record<string, () => unknown>> = {
  Int: () => 5,
  String: () => newPayment(tpp),
  CreateInstantPaymentInput: () => ({
    ...instantDomestic.example,
    remittanceInformationUnstructured: `${Math.random()}`,
    psu,
  }),
  CompleteAuthorisationInput: async () => {
    const started = await tpp.rest('POST', `${domesticPath}/${await newPayment(tpp)}/authorisations`);
    return { authorisationId: started.json.authorisationId, outcome: 'APPROVE' };
  },
};

async function variablesFor(path: string, { variableDefinitions = [] }: OperationDefinitionNode) {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const shown = blocks(path, 'json')
    .map((block) => JSON.parse(block) as Record<string, unknown>)
    .find((block) => names.length > 0 && Object.keys(block).join() === names.join());
  if (shown) return shown;
  const variables: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of variableDefinitions)
    if (defaultValue === undefined) variables[variable.name.value] = await valueFor(type);
  return variables;
}

async function play(path: string, text: string, operation: OperationDefinitionNode): Promise<unknown> {
  const variables = await variablesFor(path, operation);
  const operationName = operation.name?.value;
  const body = JSON.stringify({ query: text, variables, ...(operationName ? { operationName } : {}) });
  const url = 'http://localhost:4000/graphql';
  const stream = operation.operation === 'subscription';
  const headers = signRequest(
    { method: 'POST', url, headers: stream ? { accept: 'text/event-stream' } : {}, body },
    tpp.identity,
    { now: new Date(bank.time.now) },
  );
  const answer = await injectRequest(bank.app, new Request(url, { method: 'POST', headers, body }));
  expect(answer.status).toBe(200);
  if (!stream) return faultsOf((await answer.json()) as Answer);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await answer.body?.cancel();
  return undefined;
}

interface Answer {
  readonly errors?: unknown;
  readonly data?: Readonly<Record<string, { readonly tppMessages?: readonly unknown[] } | null>>;
}

/** Errors, and refusals in the payload of a mutation. */
function faultsOf({ errors, data }: Answer): unknown {
  const said = Object.values(data ?? {}).flatMap((payload) => payload?.tppMessages ?? []);
  return errors ?? (said.length > 0 ? said : undefined);
}

describe('GraphQL in the documents', () => {
  it('is found in the README, in blocks and in strings', () => {
    const places = new Set(all.map(([path]) => path));
    for (const path of ['README.md', 'docs/first-payment.md']) expect([...places]).toContain(path);
    expect(all.length).toBeGreaterThanOrEqual(5);
  });

  it('a payment is shown with its variables', () => {
    const [shown] = blocks('README.md', 'json').filter((block) => 'input' in JSON.parse(block));
    expect(Object.keys(JSON.parse(shown ?? '{}').input.psu)).toEqual(Object.keys(psu));
  });

  it.each(all)('%s, text %#', async (path, text) => {
    const document = parse(text);
    // A fragment may be an example, and a block may hold several operations.
    const unused = validate(schema, document).filter(({ message }) => !/is never used/.test(message));
    expect(unused.map(({ message }) => message)).toEqual([]);
    for (const definition of document.definitions) {
      if (definition.kind !== 'OperationDefinition') continue;
      expect(getOperationAST(document, definition.name?.value)).toBe(definition);
      expect(await play(path, text, definition)).toBeUndefined();
    }
  });
});
