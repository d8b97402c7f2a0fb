/** Limits the depth of a document and the length of its names. This check is the first, so that later checks need not recurse deeply. */
import { type ASTNode, BREAK, type GraphQLError, Kind, visit } from 'graphql';
import { type DocumentSource, limitError, limits, validationError } from './limits.ts';

export function shapeFault({ document }: DocumentSource): GraphQLError | null {
  let fault: GraphQLError | null = null;
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      fault = faultOf(node, ancestors.length);
      return fault ? BREAK : undefined;
    },
  });
  return fault;
}

function faultOf(node: ASTNode, depth: number): GraphQLError | null {
  if (depth > limits.nesting)
    return limitError(`a document may have ${limits.nesting} nodes and lists within each other`);
  if (node.kind === Kind.NAME && node.value.length > limits.nameCharacters)
    return limitError(`a name may have ${limits.nameCharacters} characters`);
  if (node.kind !== Kind.DOCUMENT) return null;
  const isExecutable = node.definitions.every(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
  );
  return isExecutable ? null : validationError('a document may only define operations and fragments');
}
