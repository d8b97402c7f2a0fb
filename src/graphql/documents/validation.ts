/**
 * GraphQL's own validation of a document, with few and short errors that name nothing of a closed schema. Values that
 * do not fit are told from other faults by the rule that finds them; coercion.ts words those.
 */
import {
  type ASTNode,
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
  const options = { maxErrors: validationErrorsAtMost, hideSuggestions: !open };
  const faults = validate(schema, document, open ? rulesOfOpen : rulesOfClosed, options);
  if (faults.length > 0) {
    const places = locationsOf(document, text, faults);
    return faults.map(({ message, nodes }) => {
      const place = nodes?.[0] && places.get(nodes[0]);
      return located(new GraphQLError(boundedMessage(message), invalid()), place);
    });
  }
  const values = validate(schema, document, [ValuesOfCorrectTypeRule], { ...options, hideSuggestions: true });
  return values.map(({ message }) => new ValueError(boundedMessage(message), invalid()));
}

const invalid = () => unfit('GRAPHQL_VALIDATION_FAILED');

const boundedMessage = (message: string): string => boundedText(message, messageCharactersAtMost);

interface Place {
  readonly line: number;
  readonly column: number;
}

function located(error: GraphQLError, place: Place | undefined): GraphQLError {
  if (place) Object.defineProperty(error, 'locations', { value: [place], enumerable: true });
  return error;
}

/**
 * The place of the first node of each error. The document was parsed without locations, so it is parsed again with
 * them; the lines are counted in one pass over the text.
 */
function locationsOf(
  document: DocumentNode,
  text: string,
  errors: readonly GraphQLError[],
): ReadonlyMap<ASTNode, Place> {
  const wanted = new Set(errors.flatMap(({ nodes }) => nodes?.slice(0, 1) ?? []));
  const indices = new Map<number, ASTNode>();
  let index = 0;
  visit(document, {
    enter(node) {
      if (wanted.has(node)) indices.set(index, node);
      index += 1;
    },
  });
  const starts: [ASTNode, number][] = [];
  index = 0;
  visit(parse(text), {
    enter(node) {
      const found = indices.get(index);
      if (found && node.loc) starts.push([found, node.loc.start]);
      index += 1;
    },
  });
  // Nodes come in the order of the text, so that its lines are counted once for all of them.
  let line = 1;
  let from = 0;
  const places = new Map<ASTNode, Place>();
  for (const [node, start] of starts) {
    for (let end = text.indexOf('\n', from); end >= 0 && end < start; end = text.indexOf('\n', from)) {
      line += 1;
      from = end + 1;
    }
    places.set(node, { line, column: start - from + 1 });
  }
  return places;
}
