/** The shape of an operation, and what it may use while it runs. */
import type { Caller } from '../domain/caller.ts';
import type { HeaderReader } from '../domain/headers.ts';
import type { PsuRequest } from '../domain/psu.ts';
import type { Reason } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import type { Bank, Timeline } from './ports/bank.ts';
import type * as ports from './ports/context.ts';
import type { Needs, RequestKey } from './ports/stores.ts';

export type { Settings, Time } from './ports/context.ts';

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

export interface WriteOperation<Input, Outcome, Prepared = unknown> extends OperationParts {
  readonly kind: 'write';
  /** What it must know besides the time, read together with it in one statement. */
  needs?(input: Input, psu: PsuRequest): Needs;
  /** What it asks the bank before its transaction, once for all attempts. */
  prepare?(context: OperationPrepareContext, input: Input): Promise<Prepared>;
  /** What is kept of its outcome for repetitions by GraphQL, without what can be read again; absent: all of it. */
  toKeep?(outcome: Outcome): unknown;
  run(context: Context, input: Input, preparation: Prepared): Promise<Outcome>;
}

export type Operation<Input, Outcome> =
  | ReadOperation<Input, Outcome>
  // What is prepared passes from `prepare` to `run` of one operation alone.
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
  <Input, Outcome, Prepared>(
    parts: Declared<WriteOperation<Input, Outcome, Prepared>>,
  ): WriteOperation<Input, Outcome, Prepared> => ({
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

export interface ReadContext extends ports.CallContext {
  readonly bank: Bank;
  readonly timeline: Timeline;
  /** The time, the same for all reads of a call. The first request for it may run a statement. */
  time(): Promise<ports.Time>;
}

export interface Context extends ReadContext, ports.WriteContext {
  /** The first attempt met a payment with the same fingerprint, so this one looks for a logical duplicate. */
  readonly metAlike: boolean;
}

/** The same before its transaction: its stores read. */
export type OperationPrepareContext = Context & ports.PrepareContext;

export interface Call {
  readonly caller: Caller;
  readonly psu: PsuRequest;
  readonly readHeader: HeaderReader;
  /** null: a read, or a caller that has not signed and sent no X-Request-ID. */
  readonly request: RequestKey | null;
  /** Receives the stage that the request has reached. */
  readonly trace: StageWatch;
  /** Noted by the performer: the time that all its reads see. */
  time?: Promise<ports.Time>;
}
