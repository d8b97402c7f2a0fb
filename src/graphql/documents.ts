/** GraphQL documents, parsed once and kept within bounds; what they do is known before anything is executed. */
import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { boundedText } from '../domain/values/text.ts';
import { limitFault, limits } from './limits.ts';

export interface ParsedDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | null;
}

const keptBytesAtMost = 8 * 1_024 * 1_024;

export interface Documents {
  /** The document, or the error that its syntax deserves. */
  read(query: string, operationName: string | null): ParsedDocument | GraphQLError;
}

export function createDocuments(): Documents {
  const kept = new LRUCache<string, DocumentNode | GraphQLError>({
    max: 1_000,
    maxSize: keptBytesAtMost,
    sizeCalculation: (_, query) => query.length * 2 + 1,
  });
  const judged = new WeakMap<OperationDefinitionNode, string | null>();
  return {
    read(query, operationName) {
      let document = kept.get(query);
      if (document === undefined) {
        document = parseSafely(query);
        kept.set(query, document);
      }
      if (document instanceof Error) return document;
      const operation = operationOf(document, operationName);
      if (operation && !judged.has(operation)) judged.set(operation, limitFault(document, operation));
      const fault = operation && judged.get(operation);
      return fault
        ? new GraphQLError(fault, { extensions: { code: 'BAD_REQUEST' } })
        : { document, operation };
    },
  };
}

function parseSafely(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: limits.tokens });
  } catch (error) {
    const message =
      error instanceof Error && error.name === 'GraphQLError' ? error.message : 'the document cannot be read';
    return new GraphQLError(message, {
      extensions: { code: 'GRAPHQL_PARSE_FAILED', http: { spec: true, status: 400 } },
    });
  }
}

/** The operation that will run: the only one, or the one that is named. */
function operationOf(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (name === null) return operations.length === 1 ? (operations[0] ?? null) : null;
  return operations.find((operation) => operation.name?.value === name) ?? null;
}

/** True when the document asks for nothing but the schema itself. */
export function looksAtSchema(parsed: ParsedDocument | GraphQLError | null): boolean {
  if (parsed === null || !('document' in parsed) || parsed.operation === null) return false;
  const { operation } = parsed;
  return (
    operation.operation === 'query' &&
    operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && /^__(schema|type|typename)$/.test(selection.name.value),
    )
  );
}

/** True when the operation that will run is a mutation. */
export function isMutation(parsed: ParsedDocument | GraphQLError | null): boolean {
  return parsed !== null && 'document' in parsed && parsed.operation?.operation === 'mutation';
}

/** For the log: what runs, never what it says. Its name is there for callers who are known; anybody else's is not kept. */
export function operationLabel(parsed: ParsedDocument | GraphQLError | null, known: boolean): string {
  if (parsed === null || !('document' in parsed) || !parsed.operation) return 'unread';
  const { operation, name } = parsed.operation;
  return known ? `${operation} ${name === undefined ? 'anonymous' : boundedText(name.value, 64)}` : operation;
}
