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

/** The parts of the service that operations, the pages of SCA and housekeeping use. */
export interface SharedParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ports.Settings;
  readonly bank: Bank;
}

export interface OperationParts {
  /** The file, the export, the GraphQL mutation, the span and the audit entry of the operation have this name. */
  readonly name: string;
  /** The PSD2 role that the caller needs; null: the caller needs none. */
  readonly role: 'PSP_PI' | null;
  /** The reasons for which the operation may refuse a request that the door has read and verified. */
  readonly refusals: readonly Reason[];
}

export interface ReadOperation<Input, Outcome> extends OperationParts {
  readonly kind: 'read';
  run(context: ReadContext, input: Input): Promise<Outcome>;
}

export interface WriteOperation<Input, Outcome, Prepared = unknown> extends OperationParts {
  readonly kind: 'write';
  /** The facts that `run` needs before it decides. One statement reads these facts and the offset of the sandbox clock. */
  needs?(input: Input, psu: PsuRequest): Needs;
  /** Asks the bank before the transaction. `prepare` runs only once, even if the transaction runs again. */
  prepare?(context: Context & ports.PrepareContext, input: Input): Promise<Prepared>;
  /** The part of the outcome that is stored for replays by GraphQL. By default this is the whole outcome. */
  storedForm?(outcome: Outcome): unknown;
  run(context: Context, input: Input, preparation: Prepared): Promise<Outcome>;
}

export type Operation<Input, Outcome> =
  | ReadOperation<Input, Outcome>
  // biome-ignore lint/suspicious/noExplicitAny: only `run` of the same operation uses what `prepare` returns
  | WriteOperation<Input, Outcome, any>;

/** An operation as its file defines it. By default `refusals` is empty. */
type OperationDefinition<Parts extends OperationParts> = Omit<Parts, 'kind' | 'role' | 'refusals'> &
  Partial<Pick<Parts, 'refusals'>>;

const defineReadFor =
  (role: OperationParts['role']) =>
  <Input, Outcome>(
    parts: OperationDefinition<ReadOperation<Input, Outcome>>,
  ): ReadOperation<Input, Outcome> => ({
    kind: 'read',
    role,
    refusals: [],
    ...parts,
  });

const defineWriteFor =
  (role: OperationParts['role']) =>
  <Input, Outcome, Prepared>(
    parts: OperationDefinition<WriteOperation<Input, Outcome, Prepared>>,
  ): WriteOperation<Input, Outcome, Prepared> => ({
    kind: 'write',
    role,
    refusals: [],
    ...parts,
  });

/** Define operations that a TPP may call only with the role PSP_PI. */
export const defineReadForPaymentRole = defineReadFor('PSP_PI');
export const defineWriteForPaymentRole = defineWriteFor('PSP_PI');
/** Define operations that a TPP may call with any role. */
export const defineReadForAnyRole = defineReadFor(null);
export const defineWriteForAnyRole = defineWriteFor(null);

export interface ReadContext extends ports.CallContext {
  readonly bank: Bank;
  readonly moveClock: MoveClock;
  /** All reads of a `Call` see the same time. Only the first use of `time` may run a statement. */
  time(): Promise<ports.Time>;
}

export interface Context extends ReadContext, ports.WriteContext {
  /**
   * true: an earlier attempt collided with a payment of the same fingerprint, so the operation must look for a logical duplicate.
   */
  readonly hasMetEqualPayment: boolean;
}

export interface Call {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly readHeader: HeaderReader;
  /** null for a read, and for an unsigned request without X-Request-ID. */
  readonly idempotencyKey: RequestKey | null;
  readonly trace: StageWatch;
  /** The performer sets this property at the first read, so that all reads of the call see the same time. */
  time?: Promise<ports.Time>;
}
