/** Masks secrets in the request log by their path in the response, so an alias cannot reveal them. */
import { type ResponsePath, responsePathAsArray } from 'graphql';
import type { RequestTrace } from '../../observability/request-trace.ts';
import type { Types } from './builder.ts';

/** A field with a secret. Tests find these fields by the extension `secret`. */
export const secretField = <Source>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Source>,
  description: string,
  secretOf: (source: Source) => string | null,
) =>
  t.string({
    nullable: true,
    description,
    extensions: { secret: true },
    resolve(source, _, { exchange }, { path }) {
      hideFromLog(exchange.http.trace, path);
      return secretOf(source as Source);
    },
  });

/** The paths of secrets as a tree, without the indexes of lists. */
type PathTree = Map<string, PathTree | 'SECRET'>;

function hideFromLog(trace: RequestTrace, fieldPath: ResponsePath): void {
  const keys = responsePathAsArray(fieldPath).filter((key) => typeof key === 'string');
  const lastKey = keys.pop() ?? '';
  let branch = (trace.secretPaths ?? new Map()) as PathTree;
  trace.secretPaths = branch;
  for (const key of ['data', ...keys]) {
    const entry = branch.get(key);
    const nextBranch: PathTree = entry instanceof Map ? entry : new Map();
    branch.set(key, nextBranch);
    branch = nextBranch;
  }
  branch.set(lastKey, 'SECRET');
}
