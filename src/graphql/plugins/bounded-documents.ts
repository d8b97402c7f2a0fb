/**
 * Reads the document within its bounds (depth, aliases, tokens, cost) and validates it. What is found out about a document
 * is kept for the next time it comes, once a verified caller has sent it.
 */
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { costFault } from '../documents/cost.ts';
import { type Documents, operationIn, type Parsed } from '../documents/documents.ts';
import type { DoorPlugin } from '../request.ts';

type Variables = Readonly<Record<string, unknown>> | undefined;

/** Of a document that is not validated yet: what cannot be counted is invalid. */
function earlyCostFault(
  parsed: Parsed,
  variableValues: Variables,
  schema: GraphQLSchema,
): GraphQLError | null {
  const operation = operationIn(parsed);
  if (operation === null || parsed === null || !('document' in parsed)) return null;
  try {
    return costFault({ schema, document: parsed.document, operation, variableValues });
  } catch {
    return null;
  }
}

export const useBoundedDocuments = (documents: Documents, schema: GraphQLSchema): DoorPlugin => ({
  onParams({ params: { query, operationName = null, variables }, context: { state } }) {
    const parsed = query === undefined ? null : documents.read(query, operationName);
    state.parsed = earlyCostFault(parsed, variables, schema) ?? parsed;
    state.http.trace.operationName = operationIn(parsed)?.name?.value ?? null;
  },
  onParse({ context: { state }, setParsedDocument }) {
    const { parsed } = state;
    if (parsed === null || !('document' in parsed)) throw parsed;
    setParsedDocument(parsed.document);
  },
  onValidate({ context: { state }, setResult }) {
    const { parsed, caller } = state;
    if (parsed === null || !('document' in parsed)) return;
    setResult([...documents.errorsOf(parsed, caller !== null)]);
  },
});
