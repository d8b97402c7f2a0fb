import { z } from 'zod';
import { noBody } from './answer.ts';
import { type AnyRoute, defineRow, type Method, type Route, type RouteRequest } from './route.ts';

const commonParts = { bytesAtMost: 256 * 1_024, query: [] } as const;

type RowParts<Input, Outcome> = Pick<
  Route<Input, Outcome>,
  'path' | 'summary' | 'operation' | 'input' | 'answer' | 'alternative' | 'responseHeadersOf' | 'notifies'
> &
  Partial<Pick<Route<Input, Outcome>, 'query' | 'fixesApply' | 'linksToNext'>>;

/** A row whose body may be absent or an empty object. */
export function defineRowWithoutBody<Input, Outcome>(
  method: Method,
  successStatus: number,
  row: RowParts<Input, Outcome>,
): AnyRoute {
  return defineRow({
    ...commonParts,
    headerColumn: 'OTHER',
    body: 'none',
    digest: 'optional',
    method,
    successStatus,
    ...row,
    input: async (request) => {
      const input = await row.input(request);
      if (method === 'GET' || !request.hasBody) return input;
      // The body is read after the path, because faults of the path come first. The second call of `input` gets the warnings of the body too.
      await request.readBody(emptyBody);
      return row.input(request);
    },
  });
}

const emptyBody = z.object({}).nullish();

export const defineReadRow = <Input, Outcome>(row: RowParts<Input, Outcome>) =>
  defineRowWithoutBody('GET', 200, row);
export const defineDeletionRow = <Input, Outcome>(row: Omit<RowParts<Input, Outcome>, 'answer'>) =>
  defineRowWithoutBody('DELETE', 204, { ...row, answer: noBody });

type RowPartsWithBody<Body, Input, Outcome> = Omit<RowParts<Input, Outcome>, 'input'> &
  Partial<Pick<AnyRoute, 'headerColumn' | 'digest'>> & {
    readonly schema: z.ZodType<Body>;
    readonly example: unknown;
    readonly input: (body: Body, request: RouteRequest) => Input;
  };

/** A row with a JSON body that `schema` checks. Default: the header column SANDBOX_WRITE, and a required Digest. */
export function defineWriteRow<Body, Input, Outcome>(
  method: 'POST' | 'PUT',
  { schema, example, input, ...row }: RowPartsWithBody<Body, Input, Outcome>,
): AnyRoute {
  return defineRow({
    ...commonParts,
    method,
    headerColumn: 'SANDBOX_WRITE',
    body: 'json',
    digest: 'required',
    successStatus: method === 'POST' ? 201 : 200,
    ...row,
    input: async (request) => input(await request.readBody(schema), request),
    documentedBody: { schema, example },
  });
}
