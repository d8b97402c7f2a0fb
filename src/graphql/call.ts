import type { Plugin } from 'graphql-yoga';
import { requireStorableId } from '../domain/fields/request-parts.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { PausableWork } from '../domain/pausable-work.ts';
import { readPsuRequest } from '../domain/psu.ts';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { Tokens } from '../http/door.ts';
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

interface ReadableLog {
  /** Writes the requests that are still queued, so that a read of the log finds them. */
  flush(): Promise<void>;
  /** The string that the client signed instead of the signing string; null: the client made no known mistake. */
  findSignedText(entry: LoggedRequest): PausableWork<string | null>;
}

export interface ResolverParts {
  readonly performer: Performer;
  readonly settings: Settings;
  readonly events: PaymentEvents;
  readonly takeSubscriptionSlot: SubscriptionSlots['take'];
  readonly sharedEvents: SharedEvents;
  readonly tokens: Tokens;
  /** The interval at which a stream checks the credential of its caller. */
  readonly streamCheckMs?: number;
  /** Only in a sandbox. */
  readonly issueCertificate?: CertificateIssuer | undefined;
  /** Only in a sandbox that keeps a request log. */
  readonly requestLog?: ReadableLog | undefined;
  /** Only in a sandbox: lets a new fault apply at once to requests of this process. */
  readonly reloadFaults?: (() => Promise<void>) | undefined;
}

export class GraphQLCall {
  readonly parsed: Parsed;
  readonly effects: ResolverEffects;
  readonly parts: ResolverParts;
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

  /** All operations that take the PSU from the headers alone share this call. It keeps the time of its first read, for all later reads. */
  operationCall(): Call {
    this.#sharedOperationCall ??= this.#callWith((name) => this.header(name));
    return this.#sharedOperationCall;
  }

  #callWith(readHeader: HeaderReader): Call {
    const { caller, idempotencyKey, http } = this.parsed;
    if (caller === null)
      throw refuse('FORBIDDEN', { text: 'without a signature, only the schema can be read' });
    return { caller, psu: readPsuRequest(readHeader), readHeader, idempotencyKey, trace: http.trace };
  }

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

  /** Reads data for which there is no operation. Refuses a caller without the role of the policy. */
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

  /** true: the document selects fields of the payment instruction, which is the body of the creation. */
  get needsInstructions(): boolean {
    return this.parsed.document?.reads.needsInstructions ?? false;
  }

  /** `responseKey` is the alias or name of the mutation's field. `readHeaderOrPsu` reads the `psu` input if the header is missing. */
  async write<Input, Result>(
    operation: Operation<Input, Result>,
    responseKey: string,
    readInput: () => Input | Promise<Input>,
    readHeaderOrPsu?: HeaderReader,
  ): Promise<Result> {
    const { effects, parts } = this;
    this.parsed.http.trace.enter('BODY');
    const call = readHeaderOrPsu ? this.#callWith(readHeaderOrPsu) : this.operationCall();
    const readStorableInput = async () => requireStorable(await readInput());
    const result = await parts.performer
      .write(operation, call, readStorableInput, { as: 'outcome', field: responseKey })
      .catch((error: unknown) => {
        effects.isResponseNew = true;
        if (error instanceof Refusal) effects.addRefusal(error);
        throw error;
      });
    if (result.kind === 'storedAnswer') {
      // This refusal only ends the mutation. plugins/idempotency.ts sends the stored response instead of the result.
      effects.storedResponse = result.answer;
      throw refuse('CONFLICT', {
        path: 'X-Request-ID',
        text: 'this is the stored response to the first request with this X-Request-ID',
      });
    }
    effects.hasSuccessfulMutation = true;
    if (!result.isReplay) effects.isResponseNew = true;
    this.forgetReads();
    return result.outcome;
  }
}

/** Refuses an id with characters that PostgreSQL cannot store: no stored object has this id. */
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
