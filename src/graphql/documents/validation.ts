/**
 * GraphQL's own validation of a document, with few and short errors that name nothing of a closed schema. Values that
 * do not fit are told from other faults by the rule that finds them; input-faults.ts words those.
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

/** Errors of one document that are shown. */
const validationErrorsAtMost = 20;
/** Characters of a message; the library repeats what was sent. */
const messageCharactersAtMost = 512;

const rulesOfOpen = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
const rulesOfClosed = [...rulesOfOpen, NoSchemaIntrospectionCustomRule];

/** An error of a value that does not fit its type, in the library's words. */
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

/**
 * The errors, each with the location of its first node. The document was parsed without locations, so it is parsed again with
 * them; the library would count the lines before each node anew.
 */
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

/** In the order of the text. */
function nodesOf(document: DocumentNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  visit(document, { enter: (node) => void nodes.push(node) });
  return nodes;
}
