/** The shape of a route of the REST table. A route is data; plugin.ts does what all routes share. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parseFieldsWithPauses } from '../domain/fields/parse.ts';
import {
  type QueryParameter,
  readQuery,
  requireBody,
  requireStorableId,
} from '../domain/fields/request-parts.ts';
import { shownName, Warnings } from '../domain/fields/warn.ts';
import { type HeaderColumn, requestedFixes, warnOfUnknownFixes } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import type { PaymentService, Product } from '../domain/payments/product.ts';
import { products, requireProduct } from '../domain/payments/products/list.ts';
import { refuseAll, type TppMessage } from '../domain/refusal.ts';
import { parseStrictJsonWithPauses } from '../domain/values/json.ts';
import { anonymousOwner, runYielding } from '../fairness/long-work.ts';
import type { Operation } from '../operations/operation.ts';
import type { RestAnswer } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The parts of a request whose check has not begun. A refusal names these parts, because they may have faults too. */
export type UncheckedParts = Set<'signature' | 'query' | 'body' | 'rules'>;

/** A request with its route. The methods read and check parts of the request, and collect warnings. */
export class RouteRequest {
  readonly route: AnyRoute;
  readonly uncheckedParts: UncheckedParts = new Set();
  readonly #request: Pick<FastifyRequest, 'http' | 'params'>;
  readonly #warnings = new Warnings();
  /** Values of the header x-accept-fix. */
  fixNames: readonly string[] = [];
  /** The values of the route's query parameters. */
  query: Readonly<Record<string, unknown>> = {};

  constructor(route: AnyRoute, request: Pick<FastifyRequest, 'http' | 'params'>) {
    this.route = route;
    this.#request = request;
  }

  get #pathParameters(): Readonly<Record<string, string | undefined>> {
    return this.#request.params as Readonly<Record<string, string | undefined>>;
  }

  get warnings(): readonly TppMessage[] {
    return this.#warnings.messages;
  }

  get hasBody(): boolean {
    return this.#request.http.body !== null;
  }

  warn(path: string, text: string): void {
    this.#warnings.add(path, text);
  }

  /** Reads an id in the path, and refuses an id that cannot be stored. `field` is the name of the id in bodies and messages. */
  readPathParameter(name: string, field = name): string {
    const value = this.#pathParameters[name];
    if (value === undefined) throw new Error(`the route has no parameter ${name}`);
    requireStorableId(field, value);
    return value;
  }

  readAcceptFix(): void {
    this.fixNames = requestedFixes(this.#request.http.headers.get('x-accept-fix'));
    warnOfUnknownFixes(this.fixNames, this.#warnings);
  }

  /** Reads the input of the operation. Checks the query before path and body. */
  async readInput(): Promise<unknown> {
    this.#readQuery();
    return this.route.input(this);
  }

  /** Reads the query parameters of the route, and throws one refusal with all faults. */
  #readQuery(): void {
    const { query: searchParams, trace } = this.#request.http;
    const { query: parameters } = this.route;
    this.uncheckedParts.delete('query');
    trace.enter('QUERY');
    const { values, faults } = readQuery(parameters, searchParams);
    if (faults.length > 0) throw refuseAll(faults);
    const parameterNames = new Set(parameters.map((parameter) => parameter.name));
    for (const name of new Set(searchParams.keys())) {
      if (!parameterNames.has(name))
        this.warn(shownName(name), 'is not a query parameter of this operation and was ignored');
    }
    this.query = values;
  }

  readProduct(service: PaymentService): Product {
    // The name is not stored, only compared, so it need not pass the check of `readPathParameter`.
    return requireProduct(service, this.#pathParameters.product ?? '');
  }

  /** The name of the product in the path. null: the path has no product, or has an unknown name, which may be personal data. */
  get productName(): string | null {
    const name = this.#pathParameters.product;
    return products.find((product) => product.name === name)?.name ?? null;
  }

  /**
   * Reads the body by its schema, and throws one refusal with all faults. A long body is read with pauses, so that other requests
   * are served meanwhile.
   */
  readBody<T>(schema: z.ZodType<T>): T | Promise<T> {
    const { body: bytes, trace } = this.#request.http;
    this.uncheckedParts.delete('body');
    trace.enter('BODY');
    requireBody(bytes);
    return runYielding(trace.caller?.tppId ?? anonymousOwner, this.#readFields(schema, bytes));
  }

  *#readFields<T>(schema: z.ZodType<T>, bytes: Uint8Array): PausableWork<T> {
    const result = yield* parseFieldsWithPauses(
      schema,
      yield* parseStrictJsonWithPauses(bytes),
      'body',
      this.#warnings,
    );
    if (!result.ok) throw refuseAll(result.faults);
    this.uncheckedParts.delete('rules');
    return result.value;
  }
}

export interface Route<Input, Outcome> {
  readonly method: Method;
  readonly path: string;
  /** The column of the table in src/domain/headers.ts. */
  readonly headerColumn: HeaderColumn;
  /** `none`: the body has no fields. A write refuses a body that is not JSON, and a read ignores its body. */
  readonly body: 'json' | 'none';
  readonly bytesAtMost: number;
  readonly digest: 'required' | 'optional';
  /** x-accept-fix changes the response, although the column of the route does not list the header. */
  readonly fixesApply?: true;
  readonly operation: Operation<Input, Outcome>;
  readonly query: readonly QueryParameter[];
  readonly input: (request: RouteRequest) => Input | Promise<Input>;
  readonly successStatus: number;
  readonly answer: RestAnswer<Outcome>;
  /** A different successful response, for some outcomes. */
  readonly alternative?: {
    readonly appliesTo: (outcome: Outcome) => boolean;
    readonly successStatus: number;
    readonly answer: RestAnswer<Outcome>;
  };
  readonly responseHeadersOf?: (outcome: Outcome, request: RouteRequest) => Readonly<Record<string, string>>;
  /** Whether the bank may notify the TPP of what the operation creates or starts. */
  readonly notifies?: true;
  /** Whether the response has a Link header if there are more records. */
  readonly linksToNext?: true;
  readonly summary: string;
  /** The service whose product is in the path. */
  readonly service?: PaymentService;
  /** The path exists only in a sandbox. */
  readonly sandbox?: true;
  /**
   * The body in OpenAPI. If it is absent, a route that creates payments has the body of the product, and other routes have an empty
   * or no body.
   */
  readonly documentedBody?: { readonly schema: z.ZodType; readonly example: unknown };
}

export type AnyRoute = Route<unknown, unknown>;

/** The route itself has the fields of its usual successful response. */
export const successResponsesOf = (route: AnyRoute) =>
  route.alternative ? [route, route.alternative] : [route];

/**
 * Checks the types of a route, and returns it without the types of its input and outcome, so that one table can hold all routes.
 */
export function defineRoute<Input, Outcome>(route: Route<Input, Outcome>): AnyRoute {
  return route as unknown as AnyRoute;
}
