/** Runs operations for REST and GraphQL. */
import { type Caller, requireRole } from '../domain/caller.ts';
import { Refusal } from '../domain/refusal.ts';
import { type ReplayForm, replayEarlier, timeAt, type WriteResult, writeOnce } from './idempotent.ts';
import type { Call, Operation, OperationParts, ReadContext, SharedParts, Time } from './operation.ts';
import type { MoveClock } from './ports/clock.ts';
import type { RequestKey, StoredAnswer } from './ports/stores.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';

export interface AuditEntry {
  readonly operation: string;
  readonly tppId: string;
  readonly result: 'done' | 'replayed' | 'refused' | 'failed';
  readonly code?: string;
  readonly milliseconds: number;
}

interface PerformerParts extends SharedParts {
  readonly moveClock: MoveClock;
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
}

export interface Performer {
  /** For GraphQL fields that no operation returns: checks the role of the caller, and returns the context to read them. */
  beginRead(call: Call, role: OperationParts['role']): Promise<ReadContext>;
  read<Input, Outcome>(operation: Operation<Input, Outcome>, call: Call, input: Input): Promise<Outcome>;
  /** If `readInput` throws, a request with a used X-Request-ID still gets the stored response. */
  write<Input, Outcome>(
    operation: Operation<Input, Outcome>,
    call: Call,
    readInput: () => Input | Promise<Input>,
    replayForm: ReplayForm<Outcome>,
  ): Promise<WriteResult<Outcome>>;
  /** Returns the answer that was stored before; null: there was none, and `answer` is stored. */
  saveAnswer(key: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
}

interface PerformerState extends PerformerParts {
  /** JSON pairs of a TPP and a name that this process has stored. */
  readonly registrations: Set<string>;
}

/** Above this number, the process forgets all names, and stores each once more. */
const registrationsAtMost = 10_000;

export function createPerformer(parts: PerformerParts): Performer {
  const state = { ...parts, registrations: new Set<string>() };
  return {
    beginRead: (call, role) => beginRead(state, call, role),
    read: (operation, call, input) =>
      withAudit(state, operation, call, () => performRead(state, operation, call, input)),
    write: (operation, call, readInput, replayForm) =>
      withAudit(state, operation, call, () => performWrite(state, operation, call, readInput, replayForm)),
    saveAnswer: (key, answer) => parts.work.of(key.tppId).stores.requests.saveAnswer(key, answer),
  };
}

type AuditedResult<Value> = readonly [AuditEntry['result'], Value];

async function withAudit<Value>(
  { audit }: PerformerParts,
  { name }: OperationParts,
  { caller: { tppId } }: Call,
  act: () => Promise<AuditedResult<Value>>,
): Promise<Value> {
  const startedAt = performance.now();
  const log = (result: AuditEntry['result'], code?: string) => {
    const milliseconds = Math.round(performance.now() - startedAt);
    audit?.({ operation: name, tppId, result, ...(code === undefined ? {} : { code }), milliseconds });
  };
  try {
    const [result, value] = await act();
    log(result);
    return value;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    log(error instanceof Refusal ? 'refused' : 'failed', code);
    throw error;
  }
}

async function beginRead(
  state: PerformerState,
  call: Call,
  role: OperationParts['role'],
): Promise<ReadContext> {
  const { work, ids, settings, bank, moveClock } = state;
  const { caller, psu, trace } = call;
  requireRole(caller.roles, role);
  // The first read of a new TPP must find the customers and accounts of its sandbox.
  if (settings.sandbox) await ensureRegistered(state, caller);
  trace.enter('RULES');
  const stores = work.of(caller.tppId).readOnly;
  const time = () => timeOf(state, call);
  return { caller, psu, stores, ids, settings, bank, moveClock, time };
}

async function performRead<Input, Outcome>(
  state: PerformerState,
  operation: Operation<Input, Outcome>,
  call: Call,
  input: Input,
): Promise<AuditedResult<Outcome>> {
  if (operation.kind !== 'read') throw new Error(`${operation.name} is not a read`);
  const context = await beginRead(state, call, operation.role);
  return ['done', await operation.run(context, input)];
}

async function performWrite<Input, Outcome>(
  state: PerformerState,
  operation: Operation<Input, Outcome>,
  call: Call,
  readInput: () => Input | Promise<Input>,
  replayForm: ReplayForm<Outcome>,
): Promise<AuditedResult<WriteResult<Outcome>>> {
  if (operation.kind !== 'write') throw new Error(`${operation.name} is not a write`);
  requireRole(call.caller.roles, operation.role);
  let input: Input;
  try {
    input = await readInput();
  } catch (error) {
    const earlierResult = await replayEarlier(state, call.idempotencyKey, replayForm);
    if (!earlierResult) throw error;
    return ['replayed', earlierResult];
  }
  await ensureRegistered(state, call.caller);
  const writeResult = await writeOnce(state, { operation, call, input, replayForm });
  const hasActed = writeResult.kind === 'outcome' && !writeResult.isReplay;
  return [hasActed ? 'done' : 'replayed', writeResult];
}

function timeOf({ work, clock, settings }: PerformerState, call: Call): Promise<Time> {
  call.time ??= (async () => {
    const { tppId } = call.caller;
    const realNow = clock();
    return timeAt(realNow, settings.sandbox ? await work.of(tppId).readOnly.tpps.clockOffset(tppId) : 0);
  })();
  return call.time;
}

/** A process stores each name only once, so that two names of one TPP do not replace each other at every request. */
async function ensureRegistered(state: PerformerState, { tppId, name, signature }: Caller): Promise<void> {
  const { work, registrations } = state;
  const registration = JSON.stringify([tppId, name]);
  if (registrations.has(registration)) return;
  const isNew = await register(state, tppId, name);
  // Only a signed request may rename the TPP, because a console token may have an older name.
  if (!isNew && signature !== undefined) await work.of(tppId).stores.tpps.rename(tppId, name);
  if (registrations.size > registrationsAtMost) registrations.clear();
  registrations.add(registration);
}

/** Stores a new TPP and, in a sandbox, its first test data. false: the TPP was stored before. */
async function register(
  { work, clock, ids, settings, bank }: PerformerState,
  tppId: string,
  name: string,
): Promise<boolean> {
  const tppWork = work.of(tppId);
  if (!settings.sandbox) return tppWork.stores.tpps.register(tppId, name);
  // A second request of the new TPP waits for this transaction.
  return tppWork.transaction(async (stores) => {
    if (!(await stores.tpps.register(tppId, name))) return false;
    const now = clock();
    await seedSandbox({ stores, ids, now, realNow: now, settings, bank }, tppId, settings.seed);
    return true;
  });
}
