/** Finds the route of a path. A path with an empty segment, the segment `.` or `..`, or malformed percent-encoding has no route. */
import type { FastifyInstance } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { percentDecoded } from '../domain/values/text.ts';
import { pathOf, pathSegmentCharactersAtMost, queryOf } from './message.ts';

interface TableRow {
  readonly method: string | string[];
  readonly path: string;
}

/** The order in which Allow names methods. */
const orderOfMethods = ['GET', 'POST', 'PUT', 'DELETE'];

/** The returned function throws 404 or 405 if no row matches. Rows of GET also serve HEAD. */
export function createMatcher<Row extends TableRow>(rows: readonly Row[]) {
  const router = FindMyWay({ maxParamLength: pathSegmentCharactersAtMost });
  for (const row of rows) router.on(row.method as HTTPMethod | HTTPMethod[], row.path, () => undefined, row);
  const find = (method: string, path: string) =>
    router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, path);
  return (method: string, path: string) => {
    const fault = pathFault(path);
    if (fault !== null) throw unknownPath(fault);
    const route = find(method, path);
    if (route !== null) return { row: route.store as Row, parameters: route.params };
    const methodsOfPath = orderOfMethods.filter((candidate) => find(candidate, path) !== null);
    if (methodsOfPath.length > 0) throw refuseMethod(methodsOfPath);
    throw unknownPath('see /openapi.json for all paths');
  };
}

/** Collects the paths of all routes. The returned function throws 404 or 405 for a request that no route matches. */
export function collectPaths(app: FastifyInstance): (method: string, path: string) => void {
  const rows: TableRow[] = [];
  let match: ReturnType<typeof createMatcher> | undefined;
  app.addHook('onRoute', ({ url, method }) => {
    rows.push({ method, path: url });
  });
  return (method, path) => {
    match ??= createMatcher(rows);
    match(method, path);
  };
}

/** The target for Fastify's router. A malformed path becomes one without a route; below /sca/, the path of an unknown link. */
export function toRoutableTarget(target: string): string {
  const path = pathOf(target);
  if (pathFault(path) !== null) return path.startsWith('/sca/') ? '/sca//' : '//';
  return path + queryOf(target);
}

export function refuseMethod(methodsOfPath: readonly string[]): Refusal {
  const allow = methodsOfPath.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return refuse('METHOD_NOT_ALLOWED', {
    path: 'method',
    text: `this path supports only ${allow.join(', ')}`,
    allow,
  });
}

const unknownPath = (why: string): Refusal =>
  refuse('NOT_FOUND', { path: 'path', text: `this path does not exist: ${why}` });

function pathFault(path: string): string | null {
  const segments = path.split('/').slice(1);
  if (segments.length > 1 && segments.at(-1) === '') return 'it must not end with a slash';
  if (segments.length > 1 && segments.includes('')) return 'it contains an empty identifier';
  for (const segment of segments) {
    const text = percentDecoded(segment);
    if (text === null) return 'its percent-encoding is malformed';
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      return 'it contains . or .. as a segment';
    if (text.length > pathSegmentCharactersAtMost)
      return `no identifier is longer than ${pathSegmentCharactersAtMost} characters`;
  }
  return null;
}
