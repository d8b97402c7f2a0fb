/** Masks secrets in the request log. A secret is masked by the path of its field in the response, so also under an alias. */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  type ResponsePath,
} from 'graphql';
import type { RequestTrace } from '../../observability/request-trace.ts';
import type { GraphQLContext } from '../call.ts';

/** The extensions of a field whose value is a secret. */
export const secretField = { secret: true } as const;

/** Records the response path of each secret when it is resolved. */
export function hideSecrets(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    if (field.extensions.secret !== true) continue;
    const { resolve = defaultFieldResolver } = field;
    const resolveAndHide: GraphQLFieldResolver<unknown, GraphQLContext> = (source, args, context, info) => {
      hideFromLog(context.exchange.http.trace, info.path);
      return resolve(source, args, context, info);
    };
    field.resolve = resolveAndHide;
  }
  return schema;
}

/** The paths of secrets in a response, as a tree of their keys, without the indexes of lists. */
type PathTree = Map<string, PathTree | 'SECRET'>;

function hideFromLog(trace: RequestTrace, fieldPath: ResponsePath): void {
  const keys: string[] = [];
  for (let step: ResponsePath | undefined = fieldPath; step !== undefined; step = step.prev)
    if (typeof step.key === 'string') keys.unshift(step.key);
  const lastKey = keys.pop() ?? '';
  let branch = (trace.secrets ?? new Map()) as PathTree;
  trace.secrets = branch;
  for (const key of ['data', ...keys]) {
    const entry = branch.get(key);
    const nextBranch: PathTree = entry instanceof Map ? entry : new Map();
    branch.set(key, nextBranch);
    branch = nextBranch;
  }
  branch.set(lastKey, 'SECRET');
}
