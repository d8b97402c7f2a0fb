/** What a resolver can use: the caller, operations and reads, but not HTTP or the database. */
import type { Plugin } from 'graphql-yoga';
import { requireStorableId } from '../domain/fields/request-parts.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import { readPsuRequest } from '../domain/psu.ts';
import type { RefusalOfError } from '../domain/refusal.ts';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import type { Call, Operation, ReadContext, Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { PaymentEvents } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import type { GraphQLExchange, Parsed, ResolverEffects } from './exchange.ts';
import type { ReadPolicy } from './read-policy.ts';
import { createLoaders, type Loaders } from './schema/loaders.ts';
import type { SharedEvents } from './shared-events.ts';
import type { SubscriptionSlots } from './subscription-slots.ts';

/** The log of requests, as the GraphQL door uses it. */
export interface ReadableLog {
  /** Resolves when this process has stored the log entries of all earlier responses. */
  flush(): Promise<void>;
  /** The string that the client signed, if it differs from the right one by a known mistake; else null. */
  findSignedText(entry: LoggedRequest): PausableWork<string | null>;
}

export interface ResolverParts {
  readonly performer: Performer;
  readonly settings: Settings;
  readonly refusalOfError: RefusalOfError;
  readonly events: PaymentEvents;
  readonly takeSlot: SubscriptionSlots['take'];
  readonly sharedEvents: SharedEvents;
  /** Present in a sandbox that has a CA. */
  readonly issueCertificate?: CertificateIssuer | undefined;
  /** The TPP's own requests, in a sandbox. */
  readonly requestLog?: ReadableLog | undefined;
  /** Called after the TPP has set a fault, in a sandbox. */
  readonly reloadFaults?: (() => Promise<void>) | undefined;
}

export class GraphQLCall {
  readonly parsed: Parsed;
  readonly effects: ResolverEffects;
  readonly parts: ResolverParts;
  /** The call for operations without a `psu` input. Many resolvers share it. */
  #sharedOperationCall: Call | null = null;
  #loaders: Loaders | null = null;

  constructor(parsed: Parsed, effects: ResolverEffects, parts: ResolverParts) {
    this.parsed = parsed;
    this.effects = effects;
    this.parts = parts;
  }

  header(name: string): string | null {
    return this.parsed.http.headers.get(name);
  }

  /**
   * The call that operations get. `readHeaderOrPsu` reads a header of the request, or the field of the mutation's `psu` input that
   * replaces the header. Without `readHeaderOrPsu`, the operation reads only headers of the request.
   */
  operationCall(readHeaderOrPsu?: HeaderReader): Call {
    if (readHeaderOrPsu === undefined && this.#sharedOperationCall !== null) return this.#sharedOperationCall;
    const { caller, idempotencyKey, http } = this.parsed;
    if (caller === null)
      throw refuse('FORBIDDEN', { text: 'without a signature, only the schema can be read' });
    const readHeader = readHeaderOrPsu ?? ((name: string) => this.header(name));
    const psu = readPsuRequest(readHeader);
    const call: Call = { caller, psu, readHeader, idempotencyKey, trace: http.trace };
    if (readHeaderOrPsu === undefined) this.#sharedOperationCall = call;
    return call;
  }

  /** Runs an operation that reads. Throws if the response already exceeds its limits. */
  read<Input, Result>(operation: Operation<Input, Result>, input: Input): Promise<Result> {
    const call = this.operationCall();
    return this.parsed.responseLimit.read(() =>
      this.parts.performer.read(operation, call, requireStorable(input)),
    );
  }

  /** Like `read`, but null for an id that does not exist. */
  find<Input, Result>(operation: Operation<Input, Result>, input: Input): Promise<Result | null> {
    return this.read(operation, input).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason === 'RESOURCE_UNKNOWN') return null;
      throw error;
    });
  }

  /** Reads stores. Refuses a caller without the role that the data requires. Throws if the response already exceeds its limits. */
  readStores<Value>(
    { role, hasConstantData }: ReadPolicy,
    read: (context: ReadContext) => Promise<Value>,
  ): Promise<Value> {
    const call = this.operationCall();
    return this.parsed.responseLimit.read(
      async () => read(await this.parts.performer.beginRead(call, role)),
      hasConstantData,
    );
  }

  get loaders(): Loaders {
    this.#loaders ??= createLoaders(this);
    return this.#loaders;
  }

  /** Forgets what was read, so that later reads return the present state and use the present time. */
  forgetReads(): void {
    this.#loaders?.clearAll();
    this.#sharedOperationCall = null;
  }

  /** Whether lists of payments must read the instructions, because the document selects a field of an instruction. */
  get needsInstructions(): boolean {
    return this.parsed.document?.reads.needsInstructions ?? false;
  }

  /** Runs an operation that writes. `responseKey` is the name of the mutation's field in the response. */
  async write<Input, Result>(
    operation: Operation<Input, Result>,
    responseKey: string,
    readInput: () => Input | Promise<Input>,
    readHeaderOrPsu?: HeaderReader,
  ): Promise<Result> {
    const { effects, parts } = this;
    this.parsed.http.trace.enter('BODY');
    const result = await parts.performer
      .write(operation, this.operationCall(readHeaderOrPsu), async () => requireStorable(await readInput()), {
        as: 'outcome',
        field: responseKey,
      })
      .catch((error: unknown) => {
        effects.isResponseNew = true;
        if (error instanceof Refusal) effects.addRefusal(error);
        throw error;
      });
    if (result.kind === 'storedAnswer') {
      // Stops this execution. The client gets the stored response, and never this refusal.
      effects.storedResponse = result.answer;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this is the stored response to the first request with this X-Request-ID',
      });
    }
    // True for a replay too, because the earlier request had the effect.
    effects.hasSuccessfulMutation = true;
    if (!result.isReplay) effects.isResponseNew = true;
    this.forgetReads();
    return result.outcome;
  }
}

/**
 * Returns the input. Refuses it if a field `…Id` or `…Number` has a text that PostgreSQL cannot store, because no stored object has
 * such a text.
 */
function requireStorable<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input;
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' && /(Id|Number)$/.test(name)) requireStorableId(name, value);
  }
  return input;
}

export interface ServerContext {
  readonly exchange: GraphQLExchange;
}

export interface GraphQLContext extends ServerContext {
  readonly call: GraphQLCall;
}

export type DoorPlugin = Plugin<GraphQLContext, ServerContext>;
