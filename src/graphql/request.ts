/**
 * One request at the GraphQL door: what its stages have found out, and what its resolvers may use, which is the caller,
 * operations and reads of stores, but neither HTTP nor the database. Yoga copies its context, which therefore holds this
 * object alone.
 */
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import { psuRequest } from '../domain/psu.ts';
import { Refusal, refuse } from '../domain/refusal.ts';
import type { Steps } from '../domain/steps.ts';
import { isStorable } from '../domain/values/text.ts';
import { anonymous, type Owner } from '../fairness/long-work.ts';
import type { HttpRequest } from '../http/message.ts';
import type { LoggedRequest } from '../observability/request-record.ts';
import type { Call, Operation, Settings } from '../operations/operation.ts';
import type { Performer } from '../operations/performer.ts';
import type { PaymentEvents, RequestKey, StoredAnswer } from '../operations/ports/stores.ts';
import type { CertificateIssuer } from '../operations/sandbox/create-sandbox-certificate.ts';
import { AnswerSize } from './documents/answer-size.ts';
import type { Parsed } from './documents/documents.ts';
import type { ValueError } from './documents/validation.ts';
import type { DataKind, Readable } from './readable.ts';
import { createLoaders, type Loaders } from './schema/loaders.ts';
import type { SharedEvents } from './shared-events.ts';
import type { SubscriptionSlots } from './subscription-slots.ts';

/** What a reader of the log of requests needs besides what is stored. */
export interface ReadableLog {
  /** Resolves when what this process has answered before is stored. */
  written(): Promise<void>;
  /** The text over which the signature of a logged request does verify, if it is a known mistake; else null. */
  signedText(entry: LoggedRequest): Steps<string | null>;
}

/** What the requests of a door share. */
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
}

export type Form = 'application/json' | 'application/graphql-response+json' | 'text/event-stream';

export class RequestState {
  readonly http: HttpRequest;
  readonly parts: ResolverParts;

  /** GraphQL was asked, and not for a page or by a browser that asks ahead of a call. */
  asked = false;
  /** With which the page leaves that is shown in the place of an answer. */
  pageHeaders: Readonly<Record<string, string>> = {};
  /** The bytes of a POST, null for a GET. */
  body: Uint8Array | null = null;
  /** null: without a credential, or before it is verified. */
  caller: Caller | null = null;
  /** The document, or why it cannot be read. */
  parsed: Parsed = null;
  /** Errors of validation that are about values alone, which the rules of the bank may name better. */
  invalid: readonly ValueError[] = [];
  /** The media type of the answer, once it is agreed on. */
  form: Form | null = null;
  /** The idempotency key of a mutation. */
  requestKey: RequestKey | null = null;
  /** The refusal that an X-Request-ID used before deserves. */
  conflict: Refusal | null = null;

  /** Of a subscription: streams that are alike share their events. */
  likeness = '';
  /** How many fields an answer may have (documents/cost.ts). */
  cost = 0;
  /** What the answer holds so far. */
  readonly size = new AnswerSize();
  /** A mutation was carried out under the X-Request-ID, now or before, so the door keeps the whole answer. */
  acted = false;
  /** A mutation did or refused something now, so that the answer is no replay. */
  fresh = false;
  /** Seconds after which a mutation that was refused for a while may succeed: such an answer is not kept either. */
  retryAfterSeconds = 0;
  /** The answer holds a secret and is not kept; a replay is made from the outcomes, which hold none. */
  secret = false;
  /** The token or session of the request was ended. */
  signedOut = false;
  /** Codes of the mutations and fields that were refused, for the log: the answer itself is a success. */
  readonly refusals = new Set<string>();
  /** The answer that was kept for an equal request: it is given again, byte for byte. */
  earlier: StoredAnswer | null = null;
  /** What the operation has come to; null: the request was refused as a whole. */
  result: object | null = null;
  /** Why it was refused as a whole, for the log. */
  thrown: unknown;

  #call: Call | null = null;
  #loaders: Loaders | null = null;

  constructor(http: HttpRequest, parts: ResolverParts) {
    this.http = http;
    this.parts = parts;
  }

  header(name: string): string | null {
    return this.http.headers.get(name);
  }

  /** Whose work the request is. */
  get owner(): Owner {
    return this.caller?.tppId ?? anonymous;
  }

  /** The call of a resolver; `headers` lets a mutation put its `psu` input beside the headers. */
  call(headers?: HeaderReader): Call {
    if (headers === undefined && this.#call !== null) return this.#call;
    const { caller, requestKey: request, http } = this;
    if (caller === null)
      throw refuse('FORBIDDEN', { text: 'only the schema may be read without a signature' });
    const readHeader = headers ?? ((name: string) => this.header(name));
    const call: Call = { caller, psu: psuRequest(readHeader), readHeader, request, trace: http.trace };
    if (headers === undefined) this.#call = call;
    return call;
  }

  /** Runs a read, unless the answer is refused by now; it sees what the document itself has written. */
  read<Input, Found>(operation: Operation<Input, Found>, input: Input): Promise<Found> {
    const call = this.call();
    return this.size.read(() => this.parts.performer.read(operation, call, nameable(input)));
  }

  /** Reads the stores for a caller who may see such data, unless the answer is refused by now. */
  readStores<Value>({ role, fixed }: DataKind, read: (of: Readable) => Promise<Value>): Promise<Value> {
    const call = this.call();
    return this.size.read(async () => read(await this.parts.performer.beginRead(call, role)), fixed);
  }

  /** Batches the reads of the request. */
  get loaders(): Loaders {
    this.#loaders ??= createLoaders(this);
    return this.#loaders;
  }

  /** Whether the document asks for what is in the instructions of payments, so that lists read them. */
  get withInstructions(): boolean {
    return this.parsed !== null && 'document' in this.parsed && this.parsed.reads.ofInstructions;
  }

  /** What was read before may have changed. */
  forget(): void {
    this.#loaders?.forget();
  }

  /** Runs a write for the mutation with this response key. */
  async write<Input, Outcome>(
    operation: Operation<Input, Outcome>,
    call: Call,
    field: string,
    prepare: () => Input | Promise<Input>,
  ): Promise<Outcome> {
    this.http.trace.enter('BODY');
    const performed = await this.parts.performer
      .write(operation, call, async () => nameable(await prepare()), { as: 'outcome', field })
      .catch((error: unknown) => {
        this.fresh = true;
        if (error instanceof Refusal) this.#noteRefused(error);
        throw error;
      });
    if (performed.kind === 'replayed') {
      this.earlier = performed.answer;
      throw refuse('CONFLICT', { path: 'X-Request-ID', text: 'its first answer is given again' });
    }
    this.acted = true;
    if (!performed.replayed) this.fresh = true;
    this.forget();
    return performed.outcome;
  }

  #noteRefused({ code, extras: { retryAfterSeconds = 0 } }: Refusal): void {
    this.refusals.add(code);
    this.retryAfterSeconds = Math.max(this.retryAfterSeconds, retryAfterSeconds);
  }
}

/** Yoga's context. */
export interface GraphQLContext {
  readonly state: RequestState;
}

/** A plugin of yoga for this door. */
export type DoorPlugin = Plugin<GraphQLContext, GraphQLContext>;

/** The input, once its ids and numbers are such as a resource may have: what PostgreSQL cannot store names none. */
function nameable<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input;
  for (const [path, value] of Object.entries(input)) {
    const names = typeof value === 'string' && /(Id|Number)$/.test(path);
    if (names && !isStorable(value)) throw refuse('RESOURCE_UNKNOWN', { path });
  }
  return input;
}
