/** What every document's errors go through, and what is closed outside a sandbox. */
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { withCode } from './coercion.ts';
import type { ParsedDocument } from './documents.ts';

/** What the door has made of the request before yoga sees it. */
interface Verified {
  readonly operationParams: GraphQLParams;
  readonly parsed: ParsedDocument | GraphQLError | null;
}

/** Hands yoga what the door has read and verified; it never reads a body itself. */
export const verifiedParams: Plugin = {
  onRequestParse: ({ serverContext, setRequestParser }) => {
    setRequestParser(() => (serverContext as unknown as Verified).operationParams);
  },
  onParse: ({ context, setParsedDocument }) => {
    const { parsed } = context as unknown as Verified;
    if (parsed === null) return;
    if ('document' in parsed) setParsedDocument(parsed.document);
    else throw parsed;
  },
};

/** Every error of a document carries a code (contract 10). */
export const codesOfErrors: Plugin = {
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (!valid) setResult((result as readonly GraphQLError[]).map(withCode));
    },
};

/** Outside a sandbox the schema is nobody's to explore: no introspection, no suggestions (contract 10). */
export const closedSchema: Plugin = {
  onValidate: ({ addValidationRule }) => {
    addValidationRule(NoSchemaIntrospectionCustomRule);
    return ({ valid, result, setResult }) => {
      if (!valid) setResult((result as readonly GraphQLError[]).map(withoutSuggestion));
    };
  },
};

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const suggestion = error.message.indexOf(' Did you mean ');
  if (suggestion < 0 || !error.message.endsWith('?')) return error;
  const message = error.message.slice(0, suggestion);
  return new GraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    extensions: error.extensions,
  });
}
