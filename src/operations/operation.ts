/**
 * The shape of an operation, and what it may use while it runs. performer.ts runs every operation, idempotent.ts is
 * the path of a write.
 */
import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { Product } from '../domain/payments/product.ts';
import type { PsuRequest } from '../domain/psu.ts';
import type { Reason } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import type { IsoDate } from '../domain/values/calendar.ts';
import type { Asking, Bank, BankDesk, StatusFollower, Timeline } from './ports/bank.ts';
import type { CoreDesk } from './ports/core.ts';
import type { Facts, Ids, Needs, RequestKey, Stores } from './ports/stores.ts';

export interface OperationParts {
  /** The one name: file, export, mutation, span and audit entry. */
  readonly name: string;
  /** The PSD2 role it needs; null for the sandbox. */
  readonly role: 'PSP_PI' | null;
  /** Every reason for which it may refuse, besides those of format and signature; docs/errors.md lists them. */
  readonly refusals: readonly Reason[];
}

export interface ReadOperation<Input, Outcome> extends OperationParts {
  readonly kind: 'read';
  run(context: ReadContext, input: Input): Promise<Outcome>;
}

export interface WriteOperation<Input, Outcome, Answered = unknown> extends OperationParts {
  readonly kind: 'write';
  /** What it must know besides the time, read together with it in one statement. */
  needs?(input: Input, psu: PsuRequest): Needs;
  /**
   * What it asks of a remote bank before its transaction, once its own rules have passed: what would be refused costs no
   * call. Not called where the bank is in this process.
   */
  ask?(context: AskContext, input: Input): Promise<Answered>;
  /** The same of a core system. Not called where there is none. */
  askCore?(context: AskCoreContext, input: Input): Promise<Answered>;
  /** What is kept of its outcome for repetitions by GraphQL, without what can be read again; absent: all of it. */
  toKeep?(outcome: Outcome): unknown;
  /** `answered`: what a remote bank or a core system has answered; null where none was asked. */
  run(context: Context, input: Input, answered: Answered | null): Promise<Outcome>;
}

export type Operation<Input, Outcome> =
  | ReadOperation<Input, Outcome>
  // What is answered passes from `ask` to `run` of one operation alone.
  // biome-ignore lint/suspicious/noExplicitAny: nobody in between looks at it
  | WriteOperation<Input, Outcome, any>;

/** What an operation says of itself; without `refusals` it refuses nothing. */
type Declared<Parts extends OperationParts> = Omit<Parts, 'kind' | 'role' | 'refusals'> &
  Partial<Pick<Parts, 'refusals'>>;

const readFor =
  (role: OperationParts['role']) =>
  <Input, Outcome>(parts: Declared<ReadOperation<Input, Outcome>>): ReadOperation<Input, Outcome> => ({
    kind: 'read',
    role,
    refusals: [],
    ...parts,
  });

const writeFor =
  (role: OperationParts['role']) =>
  <Input, Outcome, Answered>(
    parts: Declared<WriteOperation<Input, Outcome, Answered>>,
  ): WriteOperation<Input, Outcome, Answered> => ({
    kind: 'write',
    role,
    refusals: [],
    ...parts,
  });

/** Operations of payment initiation. */
export const paymentRead = readFor('PSP_PI');
export const paymentWrite = writeFor('PSP_PI');
/** Operations for every TPP: those of the sandbox, and what is not about payments. */
export const tppRead = readFor(null);
export const tppWrite = writeFor(null);

export interface Settings {
  readonly sandbox: boolean;
  /** Base of absolute links, without a trailing slash. */
  readonly publicUrl: string;
  readonly products: readonly Product[];
  /** Whether an identity provider authenticates the PSU, so that no page here takes a number or a code. */
  readonly identityProvider?: boolean;
  /** How many executions of standing orders a move of a sandbox clock makes; absent: 5,000. Tests set it lower. */
  readonly executionsPerMove?: number | undefined;
}

/** The time of a TPP. */
export interface Time {
  /** Epoch milliseconds: real time plus the offset of its sandbox clock. */
  readonly now: number;
  /** Real time, epoch milliseconds: for the sandbox clock alone. */
  readonly realNow: number;
  /** The TPP's day in Europe/Oslo. */
  readonly today: IsoDate;
}

/** What a read may use while it runs. */
export interface ReadContext {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly stores: Stores;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
  readonly timeline: Timeline;
  /** null: the bank is in this process. */
  readonly follower: StatusFollower | null;
  /** The time, the same for all reads of a call. The first request for it may run a statement. */
  time(): Promise<Time>;
}

/** What a write may use while it asks a remote bank: facts and reads, but no transaction. */
export interface AskContext extends Context {
  readonly desk: BankDesk;
  readonly asking: Asking;
}

/** The same while it asks a core system. */
export interface AskCoreContext extends Context {
  readonly core: CoreDesk;
}

/** What a write may use while it runs. */
export interface Context extends ReadContext, Time {
  readonly trace: StageWatch;
  readonly facts: Facts;
  /** The first attempt met a payment with the same fingerprint, so this one looks for a logical duplicate. */
  readonly metAlike: boolean;
}

export interface Call {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  /** The headers of the request. */
  readonly readHeader: HeaderReader;
  /** null: a read, or a caller that has not signed and sent no X-Request-ID. */
  readonly request: RequestKey | null;
  /** Receives the stage that the request has reached. */
  readonly trace: StageWatch;
  /** Noted by the performer: the time that all its reads see. */
  time?: Promise<Time>;
}
