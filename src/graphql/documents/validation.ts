import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql';
import { boundedText } from '../../domain/values/text.ts';
import { documentErrorOptions } from '../errors.ts';
import { validationError } from './limits.ts';

const validationErrorsAtMost = 20;
/** graphql-js repeats the input in messages, so they may be long. */
const messageCharactersAtMost = 512;

const rulesOfRevealedSchema = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
const rulesOfHiddenSchema = [...rulesOfRevealedSchema, NoSchemaIntrospectionCustomRule];

/** Reports a literal of a wrong type. input-faults.ts describes the fault. */
export class ValueError extends GraphQLError {}

export function findValidationErrors(
  schema: GraphQLSchema,
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  revealsSchema: boolean,
): readonly GraphQLError[] {
  const options = { maxErrors: validationErrorsAtMost, hideSuggestions: !revealsSchema };
  const schemaRules = revealsSchema ? rulesOfRevealedSchema : rulesOfHiddenSchema;
  // The first rule runs alone, because a rule of graphql-js throws for a document that the first rule refuses.
  for (const rules of [[noSkipOrIncludeAtSubscriptionRoot], schemaRules]) {
    const errors = validate(schema, document, rules, options);
    if (errors.length > 0)
      return locateErrors(revealsSchema ? errors : errors.map(removeSuggestion), document, text);
  }
  const valueErrors = validate(schema, document, [ValuesOfCorrectTypeRule], options);
  return valueErrors.map(
    ({ message, nodes = [] }) =>
      new ValueError(boundedText(message, messageCharactersAtMost), {
        nodes,
        ...documentErrorOptions('GRAPHQL_VALIDATION_FAILED'),
      }),
  );
}

/** Even with `hideSuggestions`, graphql-js suggests a selection of fields: `Did you mean "payment { ... }"?`. */
function removeSuggestion({ message, nodes = [] }: GraphQLError): GraphQLError {
  const [statement = message] = message.split(' Did you mean ', 1);
  return new GraphQLError(statement, { nodes });
}

/** Parses the text again, because the document has no locations. */
function locateErrors(errors: readonly GraphQLError[], document: DocumentNode, text: string) {
  const nodes = nodesOf(document);
  const locatedNodes = nodesOf(parse(text));
  return errors.map(({ message, nodes: [firstNode] = [] }) => {
    const error = validationError(boundedText(message, messageCharactersAtMost));
    const token = firstNode && locatedNodes[nodes.indexOf(firstNode)]?.loc?.startToken;
    if (token) {
      const value = [{ line: token.line, column: token.column }];
      Object.defineProperty(error, 'locations', { value, enumerable: true });
    }
    return error;
  });
}

function nodesOf(document: DocumentNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  visit(document, { enter: (node) => void nodes.push(node) });
  return nodes;
}

/** At the root of a subscription, graphql-js evaluates @skip and @include without variables. */
const noSkipOrIncludeAtSubscriptionRoot: ValidationRule = (context) => ({
  Directive(node) {
    const name = node.name.value;
    if (
      context.getParentType() === context.getSchema().getSubscriptionType() &&
      /^(skip|include)$/.test(name)
    )
      context.reportError(
        new GraphQLError(`@${name} may not be used at the root of a subscription.`, { nodes: [node] }),
      );
  },
});
