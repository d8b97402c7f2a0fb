/**
 * Finds the row of the table for a request, by its method and by its path exactly as it was sent. A malformed path is
 * refused with the reason and never corrected.
 */
import FindMyWay from 'find-my-way';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { AnyRoute, Method } from './route.ts';

export interface Match {
  readonly row: AnyRoute;
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const idCharactersAtMost = 512;

export function createMatcher(rows: readonly AnyRoute[]) {
  const router = FindMyWay({ maxParamLength: idCharactersAtMost });
  for (const row of rows) router.on(row.method, row.path, () => undefined, row);
  const find = (method: string, path: string): Match | null => {
    const wanted = methods.find((one) => one === (method === 'HEAD' ? 'GET' : method));
    const found = wanted === undefined ? null : router.find(wanted, path);
    return found && { row: found.store as AnyRoute, parameters: found.params };
  };
  return {
    /** The row of a request, or 404 NOT_FOUND or 405. HEAD is answered by the rows of GET. */
    match(method: string, path: string): Match {
      const fault = pathFault(path);
      if (fault !== null) throw noSuchPath(fault);
      const found = find(method, path);
      if (found) return found;
      const there = methods.filter((one) => find(one, path) !== null);
      throw there.length === 0 ? noSuchPath('/openapi.json lists them') : refuseMethod(there);
    },
    /** The row, or null where there is none. */
    rowOf(method: string, path: string): AnyRoute | null {
      return pathFault(path) === null ? (find(method, path)?.row ?? null) : null;
    },
  };
}

/** The refusal of a method that a path does not take; for paths outside of the table as well. */
export function refuseMethod(taken: readonly string[]): Refusal {
  const allow = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return refuse('METHOD_NOT_ALLOWED', { path: 'method', text: `this path takes ${allow.join(', ')}`, allow });
}

function noSuchPath(why: string): Refusal {
  return refuse('NOT_FOUND', { path: 'path', text: `there is no such path; ${why}` });
}

/** The fault of a path that no row can have, or null. */
function pathFault(path: string): string | null {
  const steps = path.split('/').slice(1);
  if (steps.length > 1 && steps.at(-1) === '') return 'no path ends in a slash';
  if (steps.length > 1 && steps.includes('')) return 'an identifier in it is empty';
  for (const step of steps) {
    const text = decoded(step);
    if (text === null) return 'its percent-encoding is malformed';
    if (text.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      return 'it has a step that is . or ..';
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
