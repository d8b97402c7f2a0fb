/**
 * Parses GraphQL documents, checks their bounds and validates them. Documents of verified callers are cached, bounded by
 * their memory.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../domain/refusal.ts';
import { unfit } from '../errors.ts';
import { fragmentsOf } from './fragments.ts';
import { limits } from './limits.ts';
import { overlapsFault } from './overlaps.ts';
import { noReads, type Reads, readFault, readsOf } from './reads.ts';
import { shapeFault } from './shape.ts';
import { sizeFault } from './size.ts';
import { validationErrors } from './validation.ts';

export interface ParsedDocument {
  readonly text: string;
  readonly document: DocumentNode;
  /** The operation to run; null if the request does not name one of several. */
  readonly operation: OperationDefinitionNode | null;
  readonly reads: Reads;
  readonly key: string;
}

/** A parsed document, its error, or null if none was sent. */
export type ReadDocument = ParsedDocument | GraphQLError | null;

export type Documents = ReturnType<typeof createDocuments>;

const keptAtMost = { max: 1_000, maxSize: 32 * 1_024 * 1_024 };
/** Measured: the heaviest documents take 160 bytes a token when parsed, and again when validated. */
const bytesOfToken = 320;

/** `open`: errors may suggest names of the schema, and introspection is allowed. */
export function createDocuments({
  schema,
  open,
}: {
  readonly schema: GraphQLSchema;
  readonly open: boolean;
}) {
  const cache = new LRUCache<string, ParsedDocument>({
    ...keptAtMost,
    sizeCalculation: ({ document, text }) =>
      text.length * 2 + (document.tokenCount ?? 0) * bytesOfToken + 1_024,
  });
  return {
    read(text: string, operationName: string | null): ParsedDocument | GraphQLError {
      // No valid document contains this character.
      const key = operationName === null ? text : `${operationName}\0${text}`;
      const cachedDocument = cache.get(key);
      if (cachedDocument !== undefined) return cachedDocument;
      const document = parseSafely(text);
      if (document instanceof Error) return document;
      const operation = getOperationAST(document, operationName) ?? null;
      const source = { document, fragments: fragmentsOf(document), schema };
      // Each check relies on the bounds of the previous ones.
      const fault = shapeFault(source) ?? sizeFault(source) ?? overlapsFault(source);
      if (fault) return fault;
      const reads = operation ? readsOf(source, operation) : noReads;
      // A mutation reads after it acted; its cost bounds the reads.
      const excess = operation?.operation === 'mutation' ? null : readFault(reads);
      return excess ?? { key, text, document, operation, reads };
    },
    /** Errors of validation. A valid document of a `known` caller is cached. */
    errorsOf(parsedDocument: ParsedDocument, isKnown: boolean): readonly GraphQLError[] {
      if (cache.peek(parsedDocument.key) === parsedDocument) return [];
      const errors = validationErrors(schema, parsedDocument, open);
      if (isKnown && errors.length === 0) cache.set(parsedDocument.key, parsedDocument);
      return errors;
    },
  };
}

function parseSafely(text: string): DocumentNode | GraphQLError {
  try {
    // Without locations a document takes a third of the memory; validation.ts adds those of errors.
    return parse(text, { maxTokens: limits.tokens, noLocation: true });
  } catch (error) {
    const { message, source, positions } =
      error instanceof GraphQLError ? error : new GraphQLError('the document cannot be parsed');
    return new GraphQLError(message, { source, positions, ...unfit('GRAPHQL_PARSE_FAILED') });
  }
}

/** The operation to run; null without a parsed document. */
export const operationIn = (parsedDocument: ReadDocument): OperationDefinitionNode | null =>
  parsedDocument !== null && 'document' in parsedDocument ? parsedDocument.operation : null;

/** True for a document of introspection only. */
export function looksAtSchema(parsedDocument: ReadDocument): boolean {
  const operation = operationIn(parsedDocument);
  return (
    operation?.operation === 'query' &&
    operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && /^__(schema|type|typename)$/.test(selection.name.value),
    )
  );
}

/** Whether the mutation has one root field, so that it is atomic. */
export function isOneMutation(parsedDocument: ReadDocument): boolean {
  const operation = operationIn(parsedDocument);
  if (operation?.operation !== 'mutation') return false;
  const { selections } = operation.selectionSet;
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD;
}

/** Refuses several operations unless the request names one. */
export function requireOperation(parsedDocument: ReadDocument): void {
  if (parsedDocument === null || !('document' in parsedDocument) || parsedDocument.operation !== null) return;
  throw refuse('BAD_REQUEST', {
    path: 'operationName',
    text: 'must name one operation of the document',
  });
}
