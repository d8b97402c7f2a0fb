import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { PsuRequest } from '../domain/psu.ts';
import type { Reason } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import type { Bank } from './ports/bank.ts';
import type { MoveClock } from './ports/clock.ts';
import type { CallContext, PrepareContext, Settings, Time, WriteContext } from './ports/context.ts';
import type { Clock, Ids, Needs, RequestKey, SharedWork } from './ports/stores.ts';

export type { Settings, Time };

/** What operations, the steps of SCA and housekeeping have in common. */
export interface SharedParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
}

export interface OperationParts {
  /** File, export, GraphQL mutation, span and audit entry have this name. */
  readonly name: string;
  /** The PSD2 role that the caller needs; null: any role. */
  readonly role: 'PSP_PI' | null;
  /** For which reasons `run` and `prepare` may refuse. */
  readonly refusals: readonly Reason[];
}

interface ReadOperation<Input, Outcome> extends OperationParts {
  readonly kind: 'read';
  run(context: ReadContext, input: Input): Promise<Outcome>;
}

export interface WriteOperation<Input, Outcome, Prepared = unknown> extends OperationParts {
  readonly kind: 'write';
  /** The session and the accounts that `context.facts` must contain. Absent: neither. */
  needs?(input: Input, psu: PsuRequest): Needs;
  /** Asks the bank before the transaction, only once even if the transaction runs again. */
  prepare?(context: Context & PrepareContext, input: Input): Promise<Prepared>;
  /** What GraphQL stores for replays. Default: the whole outcome. */
  storedForm?(outcome: Outcome): unknown;
  run(context: Context, input: Input, preparation: Prepared): Promise<Outcome>;
}

export type Operation<Input, Outcome> =
  | ReadOperation<Input, Outcome>
  // biome-ignore lint/suspicious/noExplicitAny: only `run` of the same operation uses what `prepare` returns
  | WriteOperation<Input, Outcome, any>;

/** An operation without refusals may omit `refusals`. `defineReadFor` and `defineWriteFor` add `kind` and `role`. */
type OperationDefinition<Parts extends OperationParts> = Omit<Parts, 'kind' | 'role' | 'refusals'> &
  Partial<Pick<Parts, 'refusals'>>;

const defineReadFor =
  (role: OperationParts['role']) =>
  <Input, Outcome>(
    definition: OperationDefinition<ReadOperation<Input, Outcome>>,
  ): ReadOperation<Input, Outcome> => ({ kind: 'read', role, refusals: [], ...definition });

const defineWriteFor =
  (role: OperationParts['role']) =>
  <Input, Outcome, Prepared>(
    definition: OperationDefinition<WriteOperation<Input, Outcome, Prepared>>,
  ): WriteOperation<Input, Outcome, Prepared> => ({ kind: 'write', role, refusals: [], ...definition });

export const defineReadForPaymentRole = defineReadFor('PSP_PI');
export const defineWriteForPaymentRole = defineWriteFor('PSP_PI');
export const defineReadForAnyRole = defineReadFor(null);
export const defineWriteForAnyRole = defineWriteFor(null);

export interface ReadContext extends CallContext {
  readonly bank: Bank;
  readonly moveClock: MoveClock;
  time(): Promise<Time>;
}

export interface Context extends WriteContext {
  readonly bank: Bank;
  /**
   * true: an earlier attempt of this write collided with a stored payment of the same fingerprint. `run` must check whether the new payment
   * is a duplicate. If the stored payment is rejected, cancelled or too old, the new one is no duplicate.
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
  /** Set when the call first needs the time, so that the whole call sees the same time. */
  time?: Promise<Time>;
}
