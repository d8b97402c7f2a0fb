/**
 * GraphQL's own validation, with few and short errors that name nothing of a closed schema. Errors of values are separated by
 * their rule; input-faults.ts describes them.
 */
import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql';
import { boundedText } from '../../domain/values/text.ts';
import { unfit } from '../errors.ts';
import { conditionsAtRoot } from './subscription-root.ts';

const validationErrorsAtMost = 20;
/** Characters of a message, because graphql-js repeats the input. */
const messageCharactersAtMost = 512;

const rulesOfOpen = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
const rulesOfClosed = [...rulesOfOpen, NoSchemaIntrospectionCustomRule];

/** An error of a value with the wrong type, by graphql-js. */
export class ValueError extends GraphQLError {}

export function validationErrors(
  schema: GraphQLSchema,
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  open: boolean,
): readonly GraphQLError[] {
  const conditions = conditionsAtRoot(document).slice(0, validationErrorsAtMost);
  if (conditions.length > 0) return locateErrors(conditions.map(conditional), document, text);
  const options = { maxErrors: validationErrorsAtMost, hideSuggestions: !open };
  const rules = open ? rulesOfOpen : rulesOfClosed;
  const faults = validate(schema, document, rules, options);
  if (faults.length > 0) return locateErrors(faults, document, text);
  const values = validate(schema, document, [ValuesOfCorrectTypeRule], { ...options, hideSuggestions: true });
  return values.map(
    ({ message, nodes = [] }) => new ValueError(boundedMessage(message), { nodes, ...invalid() }),
  );
}

const conditional = (node: DirectiveNode) =>
  new GraphQLError(`@${node.name.value} may not stand at the root of a subscription.`, { nodes: [node] });

const invalid = () => unfit('GRAPHQL_VALIDATION_FAILED');

const boundedMessage = (message: string): string => boundedText(message, messageCharactersAtMost);

/** Adds to each error the location of its first node. The document was parsed without locations, so it is parsed again. */
function locateErrors(
  faults: readonly GraphQLError[],
  document: DocumentNode,
  text: string,
): readonly GraphQLError[] {
  const nodes = nodesOf(document);
  const located = nodesOf(parse(text));
  return faults.map(({ message, nodes: [first] = [] }) => {
    const error = new GraphQLError(boundedMessage(message), invalid());
    const token = first && located[nodes.indexOf(first)]?.loc?.startToken;
    if (token) {
      const value = [{ line: token.line, column: token.column }];
      Object.defineProperty(error, 'locations', { value, enumerable: true });
    }
    return error;
  });
}

/** In the order of the document. */
function nodesOf(document: DocumentNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  visit(document, { enter: (node) => void nodes.push(node) });
  return nodes;
}
