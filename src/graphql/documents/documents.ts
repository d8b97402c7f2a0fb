import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, Kind, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { Refusal, refuse } from '../../domain/refusal.ts';
import { documentErrorOptions } from '../errors.ts';
import { limits } from './limits.ts';
import {
  fragmentsOf,
  mergedSelectionsOf,
  type OperationSource,
  rootSelectionOf,
  type SelectedField,
} from './merged-selections.ts';
import { type Reads, readsOf, requireFewReads } from './reads.ts';
import { requireFewOverlaps, requireShape, requireSize } from './size.ts';
import { findValidationErrors } from './validation.ts';

export interface ParsedDocument extends OperationSource {
  readonly text: string;
  readonly reads: Reads;
  /** Includes the fields in fragments. */
  readonly rootFields: readonly SelectedField[];
  /** Consists of the text and the name of the operation. */
  readonly key: string;
}

export type Documents = ReturnType<typeof createDocuments>;

/** Measured: 160 bytes for each token after parsing, and another 160 after validation. */
const bytesPerToken = 320;

export function createDocuments(
  schema: GraphQLSchema,
  { revealsSchema }: { readonly revealsSchema: boolean },
) {
  const cache = new LRUCache<string, ParsedDocument>({
    max: 1_000,
    maxSize: 32 * 1_024 * 1_024,
    sizeCalculation: ({ document, text }) =>
      text.length * 2 + (document.tokenCount ?? 0) * bytesPerToken + 1_024,
  });
  return {
    parse(text: string, operationName: string | null): ParsedDocument | GraphQLError | Refusal {
      // The length says where the name ends, so two requests never share a key.
      const key = operationName === null ? `:${text}` : `${operationName.length}:${operationName}${text}`;
      const cachedDocument = cache.get(key);
      if (cachedDocument !== undefined) return cachedDocument;
      try {
        const source = boundedSourceOf(schema, text, operationName);
        const reads = readsOf(source);
        if (source.operation.operation !== 'mutation') requireFewReads(reads);
        return { ...source, key, text, reads, rootFields: rootFieldsOf(source) };
      } catch (error) {
        if (error instanceof GraphQLError || error instanceof Refusal) return error;
        throw error;
      }
    },
    /** Does not validate a cached document again, because the cache has only valid documents of verified callers. */
    errorsOf(parsedDocument: ParsedDocument, isVerified: boolean): readonly GraphQLError[] {
      if (cache.peek(parsedDocument.key) === parsedDocument) return [];
      const errors = findValidationErrors(schema, parsedDocument, revealsSchema);
      if (isVerified && errors.length === 0) cache.set(parsedDocument.key, parsedDocument);
      return errors;
    },
  };
}

function boundedSourceOf(schema: GraphQLSchema, text: string, operationName: string | null): OperationSource {
  const document = parseDocument(text);
  const source = { document, fragments: fragmentsOf(document), schema };
  // Each check relies on the limits that the previous checks have enforced.
  requireShape(source);
  requireSize(source);
  requireFewOverlaps(source);
  const operation = getOperationAST(document, operationName);
  if (operation) return { ...source, operation };
  const hasOperations = document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  throw hasOperations
    ? refuse('BAD_REQUEST', { path: 'operationName', text: 'must name one operation of the document' })
    : refuse('BAD_REQUEST', { path: 'query', text: 'must contain a query, a mutation or a subscription' });
}

function parseDocument(text: string): DocumentNode {
  try {
    // Without locations a document takes a third of the memory.
    return parse(text, {
      maxTokens: limits.tokens,
      maxComments: limits.comments,
      maxSourceLength: limits.characters,
      noLocation: true,
    });
  } catch (error) {
    // Deep nesting makes `parse` throw a RangeError.
    const { message, source, positions } =
      error instanceof GraphQLError ? error : new GraphQLError('the document cannot be parsed');
    throw new GraphQLError(message, { source, positions, ...documentErrorOptions('GRAPHQL_PARSE_FAILED') });
  }
}

export const isIntrospection = ({ operation, rootFields }: ParsedDocument): boolean =>
  operation.operation === 'query' &&
  rootFields.every(({ node }) => /^__(schema|type|typename)$/.test(node.name.value));

export const isOneMutation = ({ operation, rootFields }: ParsedDocument): boolean =>
  operation.operation === 'mutation' && rootFields.length === 1;

const fieldsInLog = 3;

/** A label for the log. It omits the name of the operation, because the client chose that name. */
export function operationLabelOf(type: string, fields: readonly string[]): string {
  const labels = fields.slice(0, fieldsInLog);
  if (fields.length > fieldsInLog) labels.push('…');
  return `${type} ${labels.join(',')}`.trimEnd();
}

function rootFieldsOf(source: OperationSource): readonly SelectedField[] {
  const [rootSelection] = mergedSelectionsOf(source, [rootSelectionOf(source)]);
  return rootSelection ? [...rootSelection.groups.values()].flat() : [];
}

/** Omits fields that the schema lacks, because the client chose their names. */
export const rootNamesOf = ({ rootFields }: ParsedDocument): readonly string[] => [
  ...new Set(rootFields.flatMap(({ definition }) => definition?.name ?? [])),
];
