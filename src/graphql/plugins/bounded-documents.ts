/**
 * Reads the document within its bounds (depth, aliases, tokens, cost) and validates it. What is found out about a document
 * is kept for the next time it comes, once a verified caller has sent it.
 */
import { type Documents, operationIn } from '../documents/documents.ts';
import type { DoorPlugin } from '../request.ts';

export const useBoundedDocuments = (documents: Documents): DoorPlugin => ({
  onParams({ params: { query, operationName = null }, context: { state } }) {
    state.parsed = query === undefined ? null : documents.read(query, operationName);
    state.http.trace.operationName = operationIn(state.parsed)?.name?.value ?? null;
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
