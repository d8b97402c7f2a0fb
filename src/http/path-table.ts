/**
 * Finds the row of a table for a request, by its method and by its path exactly as it was sent. A malformed path is refused with
 * the reason and never corrected.
 */

import type { FastifyInstance } from 'fastify';
import FindMyWay, { type HTTPMethod } from 'find-my-way';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { idCharactersAtMost, pathOf } from './message.ts';

interface TableRow {
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
}

export interface Match<Row> {
  readonly row: Row;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** In which `Allow` names the methods. */
const order = ['GET', 'POST', 'PUT', 'DELETE'];

/** Returns a function that finds the row, or throws 404 NOT_FOUND or 405. HEAD is answered by the rows of GET. */
export function createMatcher<Row extends TableRow>(rows: readonly Row[]) {
  const router = FindMyWay({ maxParamLength: idCharactersAtMost });
  const methods = [...new Set(rows.map(({ method }) => method))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
  for (const row of rows) router.on(row.method as HTTPMethod, row.path, () => undefined, row);
  const find = (method: string, path: string): Match<Row> | null => {
    const routeMethod = method === 'HEAD' ? 'GET' : method;
    const route = methods.includes(routeMethod) ? router.find(routeMethod as HTTPMethod, path) : null;
    return route && { row: route.store as Row, parameters: route.params };
  };
  return (method: string, path: string): Match<Row> => {
    const fault = pathFault(path);
    if (fault !== null) throw noSuchPath(fault);
    const match = find(method, path);
    if (match !== null) return match;
    const allowedMethods = methods.filter((one) => find(one, path) !== null);
    throw allowedMethods.length === 0
      ? noSuchPath('see /openapi.json for all paths')
      : refuseMethod(allowedMethods);
  };
}

/** Returns a function that refuses the path and method of a request that no route of the service takes. */
export function collectPaths(app: FastifyInstance): (method: string, path: string) => void {
  const rows: TableRow[] = [];
  let match: ReturnType<typeof createMatcher> | undefined;
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') rows.push({ method: one, path: url });
  });
  return (method, path) => {
    match ??= createMatcher(rows);
    match(method, path);
  };
}

/** The target by which Fastify finds a route: without an authority, and a path that no route has where it is malformed. */
export function routable(target: string): string {
  const path = pathOf(target);
  if (pathFault(path) !== null) return path.startsWith('/sca/') ? '/sca//' : '//';
  const query = target.indexOf('?');
  return query < 0 ? path : path + target.slice(query);
}

/** The refusal of a method that a path does not take. */
export function refuseMethod(pathMethods: readonly string[]): Refusal {
  const allow = pathMethods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return refuse('METHOD_NOT_ALLOWED', {
    path: 'method',
    text: `this path supports only ${allow.join(', ')}`,
    allow,
  });
}

const noSuchPath = (why: string): Refusal =>
  refuse('NOT_FOUND', { path: 'path', text: `this path does not exist: ${why}` });

/** The fault of a path that no row can have, or null. */
function pathFault(path: string): string | null {
  const steps = path.split('/').slice(1);
  if (steps.length > 1 && steps.at(-1) === '') return 'it must not end with a slash';
  if (steps.length > 1 && steps.includes('')) return 'it contains an empty identifier';
  for (const step of steps) {
    const text = decoded(step);
    if (text === null) return 'its percent-encoding is malformed';
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      return 'it contains . or .. as a segment';
    if (text.length > idCharactersAtMost)
      return `no identifier is longer than ${idCharactersAtMost} characters`;
  }
  return null;
}

function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}
