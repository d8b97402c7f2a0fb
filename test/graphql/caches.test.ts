import {
  buildASTSchema,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/graphql/documents/documents.ts';
import { registerGraphQL } from '../../src/graphql/door.ts';
import type { GraphQLParts } from '../../src/graphql/parts.ts';
import { compilationLimits } from '../../src/graphql/plugins/compiled-queries.ts';
import { createServer } from '../../src/http/server.ts';

/** A door whose schema counts the checks of a literal: only validation makes them, for a field that is left out. */
function countingDoor() {
  let looks = 0;
  const counted = new GraphQLScalarType({
    name: 'Counted',
    parseValue: Number,
    parseLiteral: () => {
      looks += 1;
      return 1;
    },
  });
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { field: { type: GraphQLString, args: { value: { type: counted } } } },
  });
  const unused = () => {
    throw new Error('not used');
  };
  const parts = {
    schema: new GraphQLSchema({ query }),
    guard: { verify: unused, admit: () => undefined },
    performer: { read: unused, write: unused, seen: unused, saveAnswer: unused },
    settings: { sandbox: true, publicUrl: 'http://localhost' },
    signaturesOfReads: { remember: () => undefined, refuseSignatureOfRead: () => undefined },
    events: { watch: unused, listenerCount: () => 0 },
    tokens: { callerOf: async () => ({ tppId: 'PSDNO-FSA-TEST', name: 'Test', roles: null }) },
    session: { read: () => null },
    compilation: { ...compilationLimits, minimumUses: Number.POSITIVE_INFINITY },
    refusalOfError: () => null,
  } as unknown as GraphQLParts;
  const { app } = createServer({
    onError: () => undefined,
    clock: Date.now,
    beginSpan: null,
    onAnswer: () => undefined,
    log: (_entry, error) => {
      if (error) throw error;
    },
    deadline: undefined,
    refusalOfError: () => null,
    requestsAtOnce: 100,
  });
  app.register(async (context) => registerGraphQL(context, parts));
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
  return {
    looks: () => looks,
    async ask(document: string) {
      const payload = JSON.stringify({ query: document });
      return (await app.inject({ method: 'POST', url: '/graphql', headers, payload })).json();
    },
  };
}

describe('validation', () => {
  it('checks a document once, however often it comes', async () => {
    const door = countingDoor();
    const document = '{ field(value: 1) @skip(if: true) __typename }';
    for (let index = 0; index < 5; index += 1)
      expect(await door.ask(document)).toEqual({ data: { __typename: 'Query' } });
    expect(door.looks()).toBe(1);
    await door.ask(`${document} `);
    expect(door.looks()).toBe(2);
  });
});

describe('parsing', () => {
  const make = () =>
    createDocuments(buildASTSchema(parse('scalar Any type Query { a(x: Any): String }')), {
      revealsSchema: true,
    });
  const documentOf = (documents: ReturnType<typeof make>, query: string) => {
    const read = documents.parse(query, null);
    return read instanceof Error ? read : read.document;
  };
  const keep = (documents: ReturnType<typeof make>, query: string) => {
    const read = documents.parse(query, null);
    if (read instanceof Error) throw read;
    documents.errorsOf(read, true);
    return read.document;
  };

  it('caches one document for a repeated text, and no faulty one', () => {
    const documents = make();
    expect(documentOf(documents, '{ a }')).not.toBe(documentOf(documents, '{ a }'));
    expect(keep(documents, '{ a }')).toBe(documentOf(documents, '{ a }'));
    expect(documentOf(documents, '{ a')).toBeInstanceOf(Error);
    expect(documentOf(documents, '{ a')).not.toBe(documentOf(documents, '{ a'));
  });

  it('answers no malformed request from the cache', () => {
    const documents = make();
    const text = '#\0\nquery A { a }';
    const named = documents.parse(text, 'A');
    if (named instanceof Error) throw named;
    documents.errorsOf(named, true);
    expect(documents.parse(text, 'A')).toBe(named);
    expect(documents.parse(`A\0${text}`, null)).toBeInstanceOf(Error);
    expect(documents.parse('\nquery A { a }', 'A\0#')).toBeInstanceOf(Error);
    expect(documents.parse(`1:A${text}`, null)).toBeInstanceOf(Error);
  });

  it('caches no document that may not run', () => {
    const documents = make();
    expect(keep(documents, '{ nope }')).not.toBe(documentOf(documents, '{ nope }'));
  });

  it('caches at most 1,000 documents', () => {
    const documents = make();
    const text = (index: number) => `query A${index} { a }`;
    const first = keep(documents, text(0));
    for (let index = 1; index < 1_000; index += 1) keep(documents, text(index));
    expect(documentOf(documents, text(0))).toBe(first);
    for (let index = 1; index <= 1_000; index += 1) keep(documents, text(index));
    expect(documentOf(documents, text(0))).not.toBe(first);
  });

  it('caches at most 32 MiB of parsed documents, however short the texts', () => {
    const documents = make();
    const text = (index: number) => `query A${index} { a(x: [${'[],'.repeat(9_900)}]) }`;
    const first = keep(documents, text(0));
    for (let index = 1; index < 4; index += 1) keep(documents, text(index));
    expect(documentOf(documents, text(0))).toBe(first);
    for (let index = 1; index <= 6; index += 1) keep(documents, text(index));
    expect(documentOf(documents, text(0))).not.toBe(first);
  });
});
