/** Secrets that are shown once. The log masks them under any alias. */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  type ResponsePath,
} from 'graphql';
import type { RequestTrace } from '../../observability/request-trace.ts';
import type { GraphQLContext } from '../context.ts';

/** The extensions of a field that holds such a value. */
export const isSecret = { secret: true } as const;

/** Records the response path of each secret when it is resolved. */
export function hideSecrets(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    if (field.extensions.secret !== true) continue;
    const { resolve = defaultFieldResolver } = field;
    const hidden: GraphQLFieldResolver<unknown, GraphQLContext> = (source, args, context, info) => {
      hideFromLog(context.call.trace, info.path);
      return resolve(source, args, context, info);
    };
    field.resolve = hidden;
  }
  return schema;
}

type Paths = Map<string, Paths | 'SECRET'>;

function hideFromLog(trace: RequestTrace, field: ResponsePath): void {
  const keys: string[] = [];
  for (let at: ResponsePath | undefined = field; at !== undefined; at = at.prev)
    if (typeof at.key === 'string') keys.unshift(at.key);
  const last = keys.pop() ?? '';
  let paths = (trace.secrets ?? new Map()) as Paths;
  trace.secrets = paths;
  for (const key of ['data', ...keys]) {
    const entry = paths.get(key);
    const inside: Paths = entry instanceof Map ? entry : new Map();
    paths.set(key, inside);
    paths = inside;
  }
  paths.set(last, 'SECRET');
}
