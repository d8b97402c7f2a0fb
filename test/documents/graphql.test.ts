/** Every GraphQL text in a document is one that the schema knows, and that runs without an error. */
import {
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  print,
  type TypeNode,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { products } from '../../src/domain/payments/products/list.ts';
import { buildSchema } from '../../src/graphql/schema/schema.ts';
import { signRequest } from '../../src/tpp/sign.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { documents, textOf } from './markdown.ts';

const schema = buildSchema({ products, sandbox: true });

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank();
  tpp = bank.tpp();
});
afterAll(() => bank.stop());

/** Blocks, templates in code, strings of Python, `query` in JSON, and what the toolkit is given. */
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

/** A value for a variable, by its type; what may be left out is. */
async function valueFor(type: TypeNode): Promise<unknown> {
  if (type.kind !== 'NonNullType') return undefined;
  const name = print(type.type);
  const make = values[name];
  if (make === undefined) throw new Error(`say in this test what a variable of the type ${name} is`);
  return make();
}

const values: Readonly<Record<string, () => unknown>> = {
  Int: () => 5,
  String: () => newPayment(tpp),
  CreateInstantPaymentInput: () => ({
    ...instantDomestic.example,
    remittanceInformationUnstructured: `${Math.random()}`,
    psu: {
      psuId: '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11',
      sessionId: 'documents',
      redirectUri: 'http://localhost:4000/sandbox/return',
      ipAddress: '192.0.2.7',
      context: 'PRIVATE',
    },
  }),
  CompleteAuthorisationInput: async () => {
    const started = await tpp.rest('POST', `${domesticPath}/${await newPayment(tpp)}/authorisations`);
    return { authorisationId: started.json.authorisationId, outcome: 'APPROVE' };
  },
};

async function play(text: string, operation: OperationDefinitionNode): Promise<unknown> {
  const variables: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? [])
    if (defaultValue === undefined) variables[variable.name.value] = await valueFor(type);
  const operationName = operation.name?.value;
  const body = JSON.stringify({ query: text, variables, ...(operationName ? { operationName } : {}) });
  const url = 'http://localhost:4000/graphql';
  const stream = operation.operation === 'subscription';
  const headers = signRequest(
    { method: 'POST', url, headers: stream ? { accept: 'text/event-stream' } : {}, body },
    tpp.identity,
    { now: new Date(bank.time.now) },
  );
  const answer = await bank.app.fetch(new Request(url, { method: 'POST', headers, body }));
  expect(answer.status).toBe(200);
  if (!stream) return ((await answer.json()) as { errors?: unknown }).errors;
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  await answer.body?.cancel();
  return undefined;
}

describe('GraphQL in the documents', () => {
  it('is found: in the README, in blocks and in strings', () => {
    const places = new Set(all.map(([path]) => path));
    for (const path of ['README.md', 'docs/first-payment.md']) expect([...places]).toContain(path);
    expect(all.length).toBeGreaterThanOrEqual(5);
  });

  it.each(all)('%s, text %#', async (_, text) => {
    const document = parse(text);
    // A fragment may be there to be shown, and a block may hold several operations.
    const unused = validate(schema, document).filter(({ message }) => !/is never used/.test(message));
    expect(unused.map(({ message }) => message)).toEqual([]);
    for (const definition of document.definitions) {
      if (definition.kind !== 'OperationDefinition') continue;
      expect(getOperationAST(document, definition.name?.value)).toBe(definition);
      expect(await play(text, definition)).toBeUndefined();
    }
  });
});
