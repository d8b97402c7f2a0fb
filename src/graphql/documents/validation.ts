/**
 * Validates a document by the rules of GraphQL. Errors are few and short, and suggest no names of a hidden schema. Errors of
 * values with wrong types are a class of their own, because input-faults.ts describes them.
 */
import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql';
import { boundedText } from '../../domain/values/text.ts';
import { documentErrorOptions } from '../errors.ts';
import { fragmentsOf } from './levels.ts';

const validationErrorsAtMost = 20;
/** Characters of a message. It is limited because graphql-js repeats the input in it. */
const messageCharactersAtMost = 512;

const rulesOfRevealedSchema = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
const rulesOfHiddenSchema = [...rulesOfRevealedSchema, NoSchemaIntrospectionCustomRule];

/** An error of a literal with the wrong type. */
export class ValueError extends GraphQLError {}

export function validationErrors(
  schema: GraphQLSchema,
  { document, text }: { readonly document: DocumentNode; readonly text: string },
  revealsSchema: boolean,
): readonly GraphQLError[] {
  const conditions = conditionsAtRoot(document).slice(0, validationErrorsAtMost);
  if (conditions.length > 0) return locateErrors(conditions.map(conditionError), document, text);
  const options = { maxErrors: validationErrorsAtMost, hideSuggestions: !revealsSchema };
  const rules = revealsSchema ? rulesOfRevealedSchema : rulesOfHiddenSchema;
  const faults = validate(schema, document, rules, options);
  if (faults.length > 0)
    return locateErrors(revealsSchema ? faults : faults.map(withoutSuggestion), document, text);
  const valueFaults = validate(schema, document, [ValuesOfCorrectTypeRule], {
    ...options,
    hideSuggestions: true,
  });
  return valueFaults.map(
    ({ message, nodes = [] }) => new ValueError(boundedMessage(message), { nodes, ...validationFailed() }),
  );
}

const conditionError = (node: DirectiveNode) =>
  new GraphQLError(`@${node.name.value} may not be used at the root of a subscription.`, { nodes: [node] });

/** `hideSuggestions` keeps the suggestion of graphql-js to select fields. */
function withoutSuggestion({ message, nodes = [] }: GraphQLError): GraphQLError {
  const [fault = message] = message.split(' Did you mean ', 1);
  return new GraphQLError(fault, { nodes });
}

const validationFailed = () => documentErrorOptions('GRAPHQL_VALIDATION_FAILED');

const boundedMessage = (message: string): string => boundedText(message, messageCharactersAtMost);

/** Adds to each error the location of its first node. The document was parsed without locations, so it is parsed again. */
function locateErrors(
  faults: readonly GraphQLError[],
  document: DocumentNode,
  text: string,
): readonly GraphQLError[] {
  const nodes = nodesOf(document);
  const locatedNodes = nodesOf(parse(text));
  return faults.map(({ message, nodes: [first] = [] }) => {
    const error = new GraphQLError(boundedMessage(message), validationFailed());
    const token = first && locatedNodes[nodes.indexOf(first)]?.loc?.startToken;
    if (token) {
      const value = [{ line: token.line, column: token.column }];
      Object.defineProperty(error, 'locations', { value, enumerable: true });
    }
    return error;
  });
}

/** The nodes in the order of the document. */
function nodesOf(document: DocumentNode): readonly ASTNode[] {
  const nodes: ASTNode[] = [];
  visit(document, { enter: (node) => void nodes.push(node) });
  return nodes;
}

/**
 * Every @skip and @include at the root of a subscription, where the GraphQL specification of September 2025 forbids them. graphql-js
 * allows them but evaluates them without variables, so it throws or finds no field.
 */
function conditionsAtRoot(document: DocumentNode): readonly DirectiveNode[] {
  const rootSelections = new Set<SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription')
      rootSelections.add(node.selectionSet);
  if (rootSelections.size === 0) return [];
  const fragments = fragmentsOf(document);
  const conditions: DirectiveNode[] = [];
  // The loop also visits the selections of fragments, which it adds.
  for (const { selections } of rootSelections)
    for (const selection of selections) {
      conditions.push(...(selection.directives ?? []).filter(isCondition));
      if (selection.kind === Kind.INLINE_FRAGMENT) rootSelections.add(selection.selectionSet);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
      const fragment = fragments.get(selection.name.value);
      if (fragment) rootSelections.add(fragment.selectionSet);
    }
  return conditions;
}

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include';
