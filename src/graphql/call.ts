/** What a resolver can use: the caller, operations and reads, but not HTTP or the database. */
import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { Steps } from '../domain/steps.ts';
import { isStorable } from '../domain/values/text.ts';
import type { Owner } from '../fairness/long-work.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import type { RequestTrace } from '../observability/request-trace.ts';
import type { Call, Operation, Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { AnswerSize } from './documents/answer-size.ts';
import type { Parsed } from './exchange.ts';
import type { Outcome } from './outcome.ts';
import type { DataKind, Readable } from './readable.ts';
import { createLoaders, type Loaders } from './schema/loaders.ts';
import type { SharedEvents } from './shared-events.ts';
import type { SubscriptionSlots } from './subscription-slots.ts';

/** The log of requests, as the GraphQL door uses it. */
export interface ReadableLog {
  /** Resolves when this process has stored all earlier responses. */
  written(): Promise<void>;
  /** The string over which the signature of a logged request verifies, if the client made a known mistake. */
  signedText(entry: LoggedRequest): Steps<string | null>;
}

export interface ResolverParts {
  readonly performer: Performer;
  readonly settings: Settings;
  readonly events: PaymentEvents;
  readonly takeSlot: SubscriptionSlots['take'];
  readonly sharedEvents: SharedEvents;
  /** Makes certificates, in a sandbox that has a CA. */
  readonly issuer?: CertificateIssuer | undefined;
  /** The TPP's own requests, in a sandbox. */
  readonly requestLog?: ReadableLog | undefined;
  /** Called after the TPP has set a fault, in a sandbox. */
  readonly faultsChanged?: (() => Promise<void>) | undefined;
}

export class GraphQLCall {
  readonly parts: ResolverParts;
  readonly outcome: Outcome;
  readonly #parsed: Parsed;
  #bare: Call | null = null;
  #loaders: Loaders | null = null;

  constructor(parsedRequest: Parsed, outcome: Outcome, parts: ResolverParts) {
    this.#parsed = parsedRequest;
    this.outcome = outcome;
    this.parts = parts;
  }

  get caller(): Caller | null {
    return this.#parsed.caller;
  }

  get owner(): Owner {
    return this.#parsed.owner;
  }

  get size(): AnswerSize {
    return this.#parsed.size;
  }

  get trace(): RequestTrace {
    return this.#parsed.http.trace;
  }

  header(name: string): string | null {
    return this.#parsed.http.headers.get(name);
  }

  /** Context of an operation; `headers` adds a mutation's `psu` input to the headers. */
  of(headers?: HeaderReader): Call {
    if (headers === undefined && this.#bare !== null) return this.#bare;
    const { caller, requestKey: request, http } = this.#parsed;
    if (caller === null)
      throw refuse('FORBIDDEN', { text: 'without a signature, only the schema can be read' });
    const readHeader = headers ?? ((name: string) => this.header(name));
    const call: Call = { caller, psu: psuRequest(readHeader), readHeader, request, trace: http.trace };
    if (headers === undefined) this.#bare = call;
    return call;
  }

  /** Runs a read that sees this document's own writes, unless the response is already refused. */
  read<Input, Found>(operation: Operation<Input, Found>, input: Input): Promise<Found> {
    const call = this.of();
    return this.size.read(() => this.parts.performer.read(operation, call, nameable(input)));
  }

  /** Reads stores with the role that the data requires, unless the response is already refused. */
  readStores<Value>({ role, fixed }: DataKind, load: (of: Readable) => Promise<Value>): Promise<Value> {
    const call = this.of();
    return this.size.read(async () => load(await this.parts.performer.beginRead(call, role)), fixed);
  }

  get loaders(): Loaders {
    this.#loaders ??= createLoaders(this);
    return this.#loaders;
  }

  /** Clears the loaders after a write. */
  forget(): void {
    this.#loaders?.forget();
  }

  /** Fields that the response can have. */
  get cost(): number {
    return this.#parsed.cost ?? 0;
  }

  /** Key of the parsed document; equal documents have the same key. */
  get documentKey(): string {
    const { document } = this.#parsed;
    return 'document' in document ? document.key : '';
  }

  /** Whether lists read the instructions of payments, because the document selects a field of them. */
  get withInstructions(): boolean {
    const { document } = this.#parsed;
    return 'document' in document && document.reads.ofInstructions;
  }

  /** Runs a write for the mutation with this response key. */
  async write<Input, Result>(
    operation: Operation<Input, Result>,
    field: string,
    prepare: () => Input | Promise<Input>,
    headers?: HeaderReader,
  ): Promise<Result> {
    const { outcome, parts } = this;
    this.trace.enter('BODY');
    const result = await parts.performer
      .write(operation, this.of(headers), async () => nameable(await prepare()), { as: 'outcome', field })
      .catch((error: unknown) => {
        outcome.fresh = true;
        if (error instanceof Refusal) outcome.note(error);
        throw error;
      });
    if (result.kind === 'replayed') {
      outcome.earlier = result.answer;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this is the stored response to the first request with this X-Request-ID',
      });
    }
    outcome.acted = true;
    if (!result.replayed) outcome.fresh = true;
    this.forget();
    return result.outcome;
  }
}

/** The input, if its ids and numbers can exist; PostgreSQL cannot store others. */
function nameable<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input;
  for (const [path, value] of Object.entries(input)) {
    const names = typeof value === 'string' && /(Id|Number)$/.test(path);
    if (names && !isStorable(value)) throw refuse('RESOURCE_UNKNOWN', { path });
  }
  return input;
}
