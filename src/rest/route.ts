/**
 * The shape of a row of the REST table: a path, its operation, how its input is read and its outcome written. A row is
 * data; router.ts does what all rows have in common.
 */
import { z } from 'zod';
import { issueText, readFields } from '../domain/fields/parse.ts';
import { shownName, Warnings } from '../domain/fields/warn.ts';
import type { HeaderColumn } from '../domain/headers.ts';
import type { PaymentService, Product } from '../domain/payments/product.ts';
import { findProduct } from '../domain/payments/products/list.ts';
import { type Fault, refuse, refuseAll, type TppMessage } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import type { Steps } from '../domain/steps.ts';
import { strictJsonInSteps } from '../domain/values/json.ts';
import { isStorable } from '../domain/values/text.ts';
import { type Owner, runYielding } from '../fairness/long-work.ts';
import type { Operation } from '../operations/operation.ts';
import type { RestAnswer } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A query parameter: its schema reads the value, and says what is wrong with it. */
export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: z.ZodType;
  readonly description: string;
}

/** Parts of a request that have not been checked; a refusal names them, because more may be wrong there. */
export type Unread = Set<'signature' | 'query' | 'body' | 'rules'>;

interface RequestParts {
  readonly products: readonly Product[];
  /** Of the path, decoded. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
  readonly bytes: Uint8Array | null;
  /** Values of x-accept-fix. */
  readonly fixes: readonly string[];
  readonly unread: Unread;
  readonly trace: StageWatch;
  readonly owner: Owner;
}

/** A request whose headers and signature have been checked. */
export class RouteRequest {
  readonly #parts: RequestParts;
  readonly #warnings = new Warnings();

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  get fixes(): readonly string[] {
    return this.#parts.fixes;
  }

  /** Warnings found so far, for `tppMessages` of the answer. */
  get warnings(): readonly TppMessage[] {
    return this.#warnings.messages;
  }

  get hasBody(): boolean {
    return this.#parts.bytes !== null;
  }

  warn(path: string, text: string): void {
    this.#warnings.add(path, text);
  }

  /** A parameter of the path. 404 for an id that PostgreSQL cannot store: no resource has it. */
  parameter(name: string): string {
    const value = this.#parts.parameters[name];
    if (value === undefined) throw new Error(`the route has no parameter ${name}`);
    if (!isStorable(value)) throw refuse('RESOURCE_UNKNOWN', { path: name });
    return value;
  }

  /** The query parameters of the row, checked; every fault together. */
  query(parameters: readonly QueryParameter[]): Readonly<Record<string, unknown>> {
    const { search, unread, trace } = this.#parts;
    unread.delete('query');
    trace.enter('QUERY');
    const faults: Fault[] = [];
    const values: Record<string, unknown> = {};
    for (const { name, required, schema } of parameters) {
      const texts = search.getAll(name);
      if (texts.length > 1) faults.push({ path: name, text: 'must be sent only once' });
      else if (texts[0] === undefined) {
        if (required) {
          faults.push({
            path: name,
            text: `the query parameter ${name} is required${among(schema)}`,
            reason: 'QUERY_PARAMETER_REQUIRED',
          });
        }
      } else {
        const result = schema.safeParse(texts[0], { error: issueText });
        if (result.success) values[name] = result.data;
        else faults.push({ path: name, text: result.error.issues[0]?.message ?? 'is malformed' });
      }
    }
    if (faults.length > 0) throw refuseAll(faults);
    const parameterNames = new Set(parameters.map((parameter) => parameter.name));
    for (const name of new Set(search.keys())) {
      if (!parameterNames.has(name))
        this.warn(shownName(name), 'is not a query parameter of this operation and was ignored');
    }
    return values;
  }

  /** The product that the path names, or 404 PRODUCT_UNKNOWN. */
  product(service: PaymentService): Product {
    const { products, parameters } = this.#parts;
    // As it is: a name that PostgreSQL cannot store is no product's either.
    const name = parameters.product ?? '';
    const product = findProduct(products, service, name);
    if (product) return product;
    const there = products.filter((one) => one.service === service).map((one) => one.name);
    throw refuse('PRODUCT_UNKNOWN', {
      path: 'payment-product',
      text: `the products of ${service} are ${there.join(', ')}`,
    });
  }

  /**
   * The body by its schema; reports every fault together and keeps warnings. A long one is read in steps, so that
   * other requests are served.
   */
  body<T>(schema: z.ZodType<T>): T | Promise<T> {
    const { bytes, unread, trace, owner } = this.#parts;
    unread.delete('body');
    trace.enter('BODY');
    if (bytes === null)
      throw refuse('FORMAT_ERROR', { path: 'body', text: 'this operation requires a JSON body' });
    return runYielding(owner, this.#read(schema, bytes));
  }

  *#read<T>(schema: z.ZodType<T>, bytes: Uint8Array): Steps<T> {
    const result = yield* readFields(schema, yield* strictJsonInSteps(bytes), 'body', this.#warnings);
    if (!result.ok) throw refuseAll(result.faults);
    this.#parts.unread.delete('rules');
    return result.value;
  }
}

/** The values of a closed list, after its description. */
const among = (schema: z.ZodType): string =>
  schema instanceof z.ZodEnum ? `: ${schema.options.join(', ')}` : '';

export interface Route<Input, Outcome> {
  readonly method: Method;
  /** With parameters as `:name`. */
  readonly path: string;
  /** Column of the table of headers (src/domain/headers.ts). */
  readonly headers: HeaderColumn;
  /** `none`: nothing of a body is taken. That of a write must be JSON all the same; that of a read has no meaning. */
  readonly body: 'json' | 'none';
  readonly bytesAtMost: number;
  /** Whether a Digest must come with a body. */
  readonly digest: 'required' | 'optional';
  /** Whether x-accept-fix changes the answer where its column does not list it. */
  readonly fixesApply?: true;
  readonly operation: Operation<Input, Outcome>;
  readonly query: readonly QueryParameter[];
  readonly input: (request: RouteRequest) => Input | Promise<Input>;
  readonly success: number;
  readonly answer: RestAnswer<Outcome>;
  /** Another success, where the outcome asks for it. */
  readonly instead?: {
    readonly when: (outcome: Outcome) => boolean;
    readonly success: number;
    readonly answer: RestAnswer<Outcome>;
  };
  /** Headers of its own that the answer to a read carries. */
  readonly headersOf?: (outcome: Outcome, request: RouteRequest) => Readonly<Record<string, string>>;
  readonly summary: string;
  /** The path exists in a sandbox alone. */
  readonly sandbox?: true;
  /** For documents: the body it takes, with an example. A payment's creation takes that of its product. */
  readonly takes?: { readonly schema: z.ZodType; readonly example: unknown };
}

export type AnyRoute = Route<unknown, unknown>;

/** The successes of a row: status and answer. */
export const successesOf = (row: AnyRoute) => (row.instead ? [row, row.instead] : [row]);

/** A row whose input and outcome types have been checked, and are then erased. */
export function route<Input, Outcome>(row: Route<Input, Outcome>): AnyRoute {
  return row as unknown as AnyRoute;
}
