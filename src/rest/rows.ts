import { z } from 'zod';
import { noBody } from './answer.ts';
import { type AnyRoute, type Method, type Route, type RouteRequest, route } from './route.ts';

const commonParts = { bytesAtMost: 256 * 1_024, query: [] } as const;

type RowParts<Input, Outcome> = Pick<
  Route<Input, Outcome>,
  'path' | 'summary' | 'operation' | 'input' | 'answer' | 'alternative' | 'responseHeadersOf' | 'notifies'
> &
  Partial<Pick<Route<Input, Outcome>, 'query' | 'fixesApply' | 'linksToNext'>>;

/** A row whose body may be absent or an empty object. */
export function rowWithoutBody<Input, Outcome>(
  method: Method,
  success: number,
  row: RowParts<Input, Outcome>,
): AnyRoute {
  return route({
    ...commonParts,
    headerColumn: 'OTHER',
    body: 'none',
    digest: 'optional',
    method,
    success,
    ...row,
    input: async (request) => {
      const input = await row.input(request);
      if (method === 'GET' || !request.hasBody) return input;
      // After the path, because its faults come first. The second input has the warnings of the body too.
      await request.body(emptyBody);
      return row.input(request);
    },
  });
}

const emptyBody = z.object({}).nullish();

export const readRow = <Input, Outcome>(row: RowParts<Input, Outcome>) => rowWithoutBody('GET', 200, row);
export const deletionRow = <Input, Outcome>(row: Omit<RowParts<Input, Outcome>, 'answer'>) =>
  rowWithoutBody('DELETE', 204, { ...row, answer: noBody });

type RowPartsWithBody<Body, Input, Outcome> = Omit<RowParts<Input, Outcome>, 'input'> &
  Partial<Pick<AnyRoute, 'headerColumn' | 'digest'>> & {
    readonly schema: z.ZodType<Body>;
    readonly example: unknown;
    readonly input: (body: Body, request: RouteRequest) => Input;
  };

/** A row with a JSON body that `schema` checks. Default: the header column SANDBOX_WRITE, and a required Digest. */
export function writeRow<Body, Input, Outcome>(
  method: 'POST' | 'PUT',
  { schema, example, input, ...row }: RowPartsWithBody<Body, Input, Outcome>,
): AnyRoute {
  return route({
    ...commonParts,
    method,
    headerColumn: 'SANDBOX_WRITE',
    body: 'json',
    digest: 'required',
    success: method === 'POST' ? 201 : 200,
    ...row,
    input: async (request) => input(await request.body(schema), request),
    documentedBody: { schema, example },
  });
}
