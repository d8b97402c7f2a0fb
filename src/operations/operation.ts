/** The type of an operation, and what it may use while it runs. */
import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { PsuRequest } from '../domain/psu.ts';
import type { Reason } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import type { Bank } from './ports/bank.ts';
import type { MoveClock } from './ports/clock.ts';
import type * as ports from './ports/context.ts';
import type { Clock, Ids, Needs, RequestKey, SharedWork } from './ports/stores.ts';

export type { Settings, Time } from './ports/context.ts';

/** The parts of the service with which operations, the pages of SCA and housekeeping work. */
export interface SharedParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ports.Settings;
  readonly bank: Bank;
}

export interface OperationParts {
  /** The name of its file, export, mutation, span and audit entry. */
  readonly name: string;
  /** The PSD2 role that the caller needs; null: none. */
  readonly role: 'PSP_PI' | null;
  /** The reasons for which its rules may refuse a request that the door has read and verified. */
  readonly refusals: readonly Reason[];
}

export interface ReadOperation<Input, Outcome> extends OperationParts {
  readonly kind: 'read';
  run(context: ReadContext, input: Input): Promise<Outcome>;
}

export interface WriteOperation<Input, Outcome, Prepared = unknown> extends OperationParts {
  readonly kind: 'write';
  /** The facts that it needs before it decides. One statement reads them, together with the time. */
  needs?(input: Input, psu: PsuRequest): Needs;
  /** Asks the bank before the transaction. It runs once, even if the transaction runs again. */
  prepare?(context: Context & ports.PrepareContext, input: Input): Promise<Prepared>;
  /** The part of the outcome that GraphQL replays; all of it by default. */
  storedForm?(outcome: Outcome): unknown;
  run(context: Context, input: Input, preparation: Prepared): Promise<Outcome>;
}

export type Operation<Input, Outcome> =
  | ReadOperation<Input, Outcome>
  // biome-ignore lint/suspicious/noExplicitAny: only `run` of the same operation uses what `prepare` returns
  | WriteOperation<Input, Outcome, any>;

/** An operation as its file declares it. `refusals` is empty by default. */
type Declaration<Parts extends OperationParts> = Omit<Parts, 'kind' | 'role' | 'refusals'> &
  Partial<Pick<Parts, 'refusals'>>;

const readFor =
  (role: OperationParts['role']) =>
  <Input, Outcome>(parts: Declaration<ReadOperation<Input, Outcome>>): ReadOperation<Input, Outcome> => ({
    kind: 'read',
    role,
    refusals: [],
    ...parts,
  });

const writeFor =
  (role: OperationParts['role']) =>
  <Input, Outcome, Prepared>(
    parts: Declaration<WriteOperation<Input, Outcome, Prepared>>,
  ): WriteOperation<Input, Outcome, Prepared> => ({
    kind: 'write',
    role,
    refusals: [],
    ...parts,
  });

/** For operations that need the role PSP_PI. */
export const defineReadForPaymentRole = readFor('PSP_PI');
export const defineWriteForPaymentRole = writeFor('PSP_PI');
/** For operations that a TPP with any role may call. */
export const defineReadForAnyRole = readFor(null);
export const defineWriteForAnyRole = writeFor(null);

export interface ReadContext extends ports.CallContext {
  readonly bank: Bank;
  readonly moveClock: MoveClock;
  /** All reads of a call see the same time. The first call of `time` may run a statement. */
  time(): Promise<ports.Time>;
}

export interface Context extends ReadContext, ports.WriteContext {
  /** An earlier attempt met a payment with the same fingerprint, so the operation checks for a logical duplicate. */
  readonly hasMetEqualPayment: boolean;
}

export interface Call {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly readHeader: HeaderReader;
  /** null for a read, and for an unsigned request without X-Request-ID. */
  readonly idempotencyKey: RequestKey | null;
  readonly trace: StageWatch;
  /** The performer sets it, so that all reads of the call share it. */
  time?: Promise<ports.Time>;
}
