import { z } from 'zod';
import { type AnyRoute, defineRoute, type Method, type Route, type RouteRequest } from './route.ts';

const commonParts = { bytesAtMost: 256 * 1_024, query: [] } as const;

type RouteParts<Input, Outcome> = Pick<
  Route<Input, Outcome>,
  'path' | 'summary' | 'operation' | 'input' | 'answer' | 'alternative' | 'responseHeadersOf' | 'notifies'
> &
  Required<Pick<Route<Input, Outcome>, 'description'>> &
  Partial<Pick<Route<Input, Outcome>, 'query' | 'obeysAcceptFix' | 'linksToNext'>>;

/** A route whose body may be absent or an empty object. */
export function defineRouteWithoutBody<Input, Outcome>(
  method: Method,
  successStatus: number,
  route: RouteParts<Input, Outcome>,
): AnyRoute {
  return defineRoute({
    ...commonParts,
    headerColumn: 'OTHER',
    body: 'none',
    method,
    successStatus,
    ...route,
    input: async (request) => {
      // Refuses faults of the path before those of the body.
      const input = await route.input(request);
      if (method === 'GET' || request.http.body === null) return input;
      await request.readBody(optionalEmptyBody);
      // `readBody` may have added warnings, and the input of a write contains them. So the input is read again.
      return route.input(request);
    },
  });
}

export const emptyBody = z
  .object({})
  .meta({ id: 'EmptyBody', description: 'The body has no fields. Send an empty object or no body.' });
const optionalEmptyBody = emptyBody.nullish();

export const defineReadRoute = <Input, Outcome>(route: RouteParts<Input, Outcome>) =>
  defineRouteWithoutBody('GET', 200, route);
export const defineDeletionRoute = <Input, Outcome>(route: Omit<RouteParts<Input, Outcome>, 'answer'>) =>
  defineRouteWithoutBody('DELETE', 204, { ...route, answer: { schema: null, write: () => undefined } });

type RoutePartsWithBody<Body, Input, Outcome> = Omit<RouteParts<Input, Outcome>, 'input'> &
  Partial<Pick<AnyRoute, 'headerColumn'>> & {
    readonly schema: z.ZodType<Body>;
    readonly example: unknown;
    readonly input: (body: Body, request: RouteRequest) => Input;
  };

/** By default, the headers are those of a write in the sandbox. */
export function defineWriteRoute<Body, Input, Outcome>(
  method: 'POST' | 'PUT',
  { schema, example, input, ...route }: RoutePartsWithBody<Body, Input, Outcome>,
): AnyRoute {
  return defineRoute({
    ...commonParts,
    method,
    headerColumn: 'SANDBOX_WRITE',
    body: 'json',
    successStatus: method === 'POST' ? 201 : 200,
    ...route,
    input: async (request) => input(await request.readBody(schema), request),
    documentedBody: { schema, example },
  });
}
