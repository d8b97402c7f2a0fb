/** What every document's errors go through, and what is closed outside a sandbox. */
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withCode } from './coercion.ts';

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
  const message = error.message.replace(/ Did you mean .*\?$/s, '');
  if (message === error.message) return error;
  return new GraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    extensions: error.extensions,
  });
}
