import type { z } from 'zod';
import { requestedFixes, warnOfUnknownFixes } from '../domain/accept-fix.ts';
import { parseFieldsWithPauses } from '../domain/fields/parse.ts';
import {
  type QueryParameter,
  readQuery,
  requireBody,
  requireStorableId,
} from '../domain/fields/request-parts.ts';
import { parseStrictJsonWithPauses } from '../domain/fields/strict-json.ts';
import { shownName, Warnings } from '../domain/fields/warn.ts';
import type { HeaderColumn } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import type { PaymentService, Product } from '../domain/payments/product.ts';
import { requireProduct } from '../domain/payments/products/list.ts';
import { refuseAll, type TppMessage } from '../domain/refusal.ts';
import { anonymousOwner, runYielding } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { Operation } from '../operations/operation.ts';
import type { RestAnswer } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type PathParameters = Readonly<Record<string, string | undefined>>;

/** A request with its route. The methods read and check parts of the request, and collect warnings. */
export class RouteRequest {
  readonly route: AnyRoute;
  readonly http: HttpRequest;
  /** A refusal names the parts whose check has not begun, because they may have faults too. */
  readonly uncheckedParts = new Set<'signature' | 'query' | 'body' | 'rules'>(['signature']);
  readonly #pathParameters: PathParameters;
  readonly #warnings = new Warnings();
  /** Values of the header x-accept-fix; empty before `readAcceptFix`. */
  fixNames: readonly string[] = [];
  /** Parsed query parameters; empty before `readInput`. */
  query: Readonly<Record<string, unknown>> = {};

  constructor(route: AnyRoute, http: HttpRequest, pathParameters: PathParameters) {
    this.route = route;
    this.http = http;
    this.#pathParameters = pathParameters;
    if (http.target.includes('?') || route.query.some(({ required }) => required))
      this.uncheckedParts.add('query');
    // The rules check the values of the body.
    if (http.body !== null && route.method !== 'GET') this.uncheckedParts.add('body').add('rules');
  }

  get warnings(): readonly TppMessage[] {
    return this.#warnings.messages;
  }

  /** Refuses an id that cannot be stored. `field` is the name of the id in messages. */
  readPathParameter(name: string, field = name): string {
    const value = this.#pathParameters[name];
    if (value === undefined) throw new Error(`the route has no parameter ${name}`);
    requireStorableId(field, value);
    return value;
  }

  readAcceptFix(): void {
    this.fixNames = requestedFixes(this.http.headers.get('x-accept-fix'));
    warnOfUnknownFixes(this.fixNames, this.#warnings);
  }

  /** Checks the query before path and body. */
  async readInput(): Promise<unknown> {
    this.#readQuery();
    return this.route.input(this);
  }

  #readQuery(): void {
    const { query: searchParams } = this.http;
    const { query: parameters } = this.route;
    this.uncheckedParts.delete('query');
    const { values, faults } = readQuery(parameters, searchParams);
    if (faults.length > 0) throw refuseAll(faults);
    const parameterNames = new Set(parameters.map((parameter) => parameter.name));
    for (const name of new Set(searchParams.keys())) {
      if (!parameterNames.has(name))
        this.#warnings.add(
          () => shownName(name),
          'is not a query parameter of this operation and was ignored',
        );
    }
    this.query = values;
  }

  readProduct(service: PaymentService): Product {
    return requireProduct(service, this.#pathParameters.product ?? '');
  }

  /** Throws one refusal with all faults. Other requests are served while a long body is read. */
  readBody<T>(schema: z.ZodType<T>): T | Promise<T> {
    const { body: bytes, trace } = this.http;
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
  /** A column of the table in src/domain/headers.ts. */
  readonly headerColumn: HeaderColumn;
  /** `none`: a GET ignores its body. With another method the body must be absent or an empty object. */
  readonly body: 'json' | 'none';
  readonly bytesAtMost: number;
  /** x-accept-fix changes the response, although the header column does not list it. */
  readonly obeysAcceptFix?: true;
  readonly operation: Operation<Input, Outcome>;
  readonly query: readonly QueryParameter[];
  readonly input: (request: RouteRequest) => Input | Promise<Input>;
  readonly successStatus: number;
  readonly answer: RestAnswer<Outcome>;
  /** The successful response to the outcomes for which `appliesTo` returns true. */
  readonly alternative?: {
    readonly appliesTo: (outcome: Outcome) => boolean;
    readonly successStatus: number;
    readonly answer: RestAnswer<Outcome>;
  };
  readonly responseHeadersOf?: (outcome: Outcome, request: RouteRequest) => Readonly<Record<string, string>>;
  /** Whether the bank may notify the TPP of what the operation creates or starts. */
  readonly notifies?: true;
  /** If there are more records, the response has a Link header. */
  readonly linksToNext?: true;
  readonly summary: string;
  /** Absent: a route that creates a payment has the description of its product. */
  readonly description?: string;
  /** The path has a product of this payment service. Absent: the path has no product. */
  readonly service?: PaymentService;
  /** Only a sandbox has the route. */
  readonly sandbox?: true;
  /** The body in OpenAPI. Absent: a route that creates a payment has the body of its product; any other has no fields in its body. */
  readonly documentedBody?: { readonly schema: z.ZodType; readonly example: unknown };
}

export type AnyRoute = Route<unknown, unknown>;

export const successResponsesOf = (route: AnyRoute) =>
  route.alternative ? [route, route.alternative] : [route];

/** Checks the types of a route, and drops them, so that one table can hold all routes. */
export function defineRoute<Input, Outcome>(route: Route<Input, Outcome>): AnyRoute {
  return route as unknown as AnyRoute;
}
