/**
 * Runs every operation for REST and GraphQL: checks the role, registers TPPs, reads the time and writes the audit
 * entry. idempotent.ts ensures that a write acts once.
 */
import { type Caller, requireRole } from '../domain/caller.ts';
import { type Reason, Refusal } from '../domain/refusal.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import { challenge, needsChallenge } from './authorisations/session.ts';
import { earlierUse, type Keep, type Performed, usedBefore, writeOnce } from './idempotent.ts';
import type {
  Call,
  Context,
  Operation,
  OperationParts,
  OperationPrepareContext,
  ReadContext,
  Settings,
  Time,
  WriteOperation,
} from './operation.ts';
import { type Bank, BankChallenge, BankRefusal, type Timeline } from './ports/bank.ts';
import type {
  Clock,
  Facts,
  Ids,
  RequestKey,
  SeenRequest,
  SharedWork,
  StoredAnswer,
  Stores,
} from './ports/stores.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';

export { type Keep, type Performed, rememberMs } from './idempotent.ts';

export interface AuditEntry {
  readonly operation: string;
  readonly tppId: string;
  readonly result: 'done' | 'replayed' | 'refused' | 'failed';
  readonly code?: string;
  readonly milliseconds: number;
}

export interface PerformerParts {
  readonly work: SharedWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
  readonly timeline: Timeline;
  readonly audit: (entry: AuditEntry) => void;
  /** Tests compare these refusals with those that the operation declares. */
  readonly refused?: (operation: OperationParts, reason: Reason) => void;
}

export interface Performer {
  /** Begins a read for fields of a resource that an operation has returned. Checks the role. */
  beginRead(call: Call, role: OperationParts['role']): Promise<ReadContext>;
  read<I, O>(operation: Operation<I, O>, call: Call, input: I): Promise<O>;
  /** `prepare` reads query and body. If it refuses, a new id gets the refusal, and a used id its stored response. */
  write<I, O>(
    operation: Operation<I, O>,
    call: Call,
    prepare: () => I | Promise<I>,
    keep: Keep<O>,
  ): Promise<Performed<O>>;
  /** null: the id is new. Throws a conflict if another request used it. */
  seen(key: RequestKey): Promise<SeenRequest | null>;
  /** Returns the stored response, which may be an earlier one. */
  saveAnswer(request: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
}

interface Performing extends PerformerParts {
  /** TPPs that have a row. */
  readonly registered: Set<string>;
}

const registeredAtMost = 10_000;

export function createPerformer(parts: PerformerParts): Performer {
  const performing = { ...parts, registered: new Set<string>() };
  return {
    beginRead: (call, role) => beginRead(performing, call, role),
    read: (operation, call, input) =>
      audited(parts, operation, call, () => performRead(performing, operation, call, input)),
    write: (operation, call, prepare, keep) =>
      audited(parts, operation, call, () => write(performing, operation, call, prepare, keep)),
    seen: (key) => usedBefore(parts, key),
    saveAnswer: (request, answer) => parts.work.of(request.tppId).read.requests.saveAnswer(request, answer),
  };
}

type Audited<Value> = readonly [AuditEntry['result'], Value];

async function audited<Value>(
  { audit }: PerformerParts,
  { name: operation }: OperationParts,
  { caller: { tppId } }: Call,
  act: () => Promise<Audited<Value>>,
): Promise<Value> {
  const startedAt = performance.now();
  const log = (result: AuditEntry['result'], code?: string) => {
    const milliseconds = Math.round(performance.now() - startedAt);
    audit({ operation, tppId, result, ...(code === undefined ? {} : { code }), milliseconds });
  };
  try {
    const [result, value] = await act();
    log(result);
    return value;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    log(error instanceof Error && error.name === 'Refusal' ? 'refused' : 'failed', code);
    throw error;
  }
}

async function beginRead(
  performing: Performing,
  call: Call,
  role: OperationParts['role'],
): Promise<ReadContext> {
  const { work, ids, settings, bank, timeline } = performing;
  const { caller, psu, trace } = call;
  requireRole(caller.roles, role);
  if (settings.sandbox) await register(performing, caller);
  trace.enter('RULES');
  const stores = work.of(caller.tppId).readOnly;
  const time = () => timeOf(performing, call);
  return { caller, psu, stores, ids, settings, bank, timeline, time };
}

async function performRead<I, O>(
  performing: Performing,
  operation: Operation<I, O>,
  call: Call,
  input: I,
): Promise<Audited<O>> {
  if (operation.kind !== 'read') throw new Error(`${operation.name} is no read`);
  const context = await beginRead(performing, call, operation.role);
  try {
    return ['done', await operation.run(context, input)];
  } catch (error) {
    reportRefusal(performing, operation, error);
    throw error;
  }
}

async function write<I, O>(
  performing: Performing,
  operation: Operation<I, O>,
  call: Call,
  readInput: () => I | Promise<I>,
  keep: Keep<O>,
): Promise<Audited<Performed<O>>> {
  if (operation.kind !== 'write') throw new Error(`${operation.name} is no write`);
  requireRole(call.caller.roles, operation.role);
  const input = await attempt(readInput);
  if (!input.ok) {
    const earlier = await earlierUse(performing, call.request, keep);
    if (!earlier) throw input.error;
    return ['replayed', earlier];
  }
  await register(performing, call.caller);
  const result = await run(performing, operation, call, input.value, keep);
  return [result.kind === 'done' && !result.replayed ? 'done' : 'replayed', result];
}

function run<I, O>(
  performing: Performing,
  operation: WriteOperation<I, O, unknown>,
  call: Call,
  input: I,
  keep: Keep<O>,
): Promise<Performed<O>> {
  const { caller, psu, request: key, trace } = call;
  const { tppId } = caller;
  const own = performing.work.of(tppId);
  /** A refusal by a rule of the operation, not by the bank. */
  let ownRefusal: unknown;
  const note = (error: unknown): never => {
    if (!(error instanceof BankRefusal)) ownRefusal = error;
    throw error;
  };
  return writeOnce(performing, {
    tppId,
    key,
    keep,
    trace,
    needs: operation.needs?.(input, psu) ?? null,
    prepare: async (facts) =>
      operation.prepare?.(prepareContext(performing, call, facts, keep), input).catch(note),
    storedForm: (outcome) => operation.storedForm?.(outcome) ?? outcome,
    decide: (stores, facts, hasMetDuplicate, preparation) =>
      operation
        .run({ ...contextOf(performing, stores, call, facts), hasMetDuplicate }, input, preparation)
        .catch(note),
    isDecidedByFacts: needsChallenge,
    async refused(error, facts) {
      if (error === ownRefusal) reportRefusal(performing, operation, error);
      if (!needsChallenge(error)) return error;
      const challenged = (stores: Stores) => challenge(contextOf(performing, stores, call, facts), error);
      // The challenge of a bank is stored together with the link to the bank.
      return error instanceof BankChallenge ? own.transaction(challenged) : challenged(own.read);
    },
  });
}

function contextOf(
  { clock, ids, settings, bank, timeline }: Performing,
  stores: Stores,
  { caller, psu, trace }: Call,
  facts: Facts,
): Context {
  const at = timeAt(clock(), settings.sandbox ? facts.clockOffset : 0);
  const time = () => Promise.resolve(at);
  const parts = { caller, psu, stores, ids, settings, bank, timeline };
  return { ...parts, facts, hasMetDuplicate: false, trace, ...at, time };
}

function prepareContext(
  performing: Performing,
  call: Call,
  facts: Facts,
  keep: Keep<never>,
): OperationPrepareContext {
  const { read: stores } = performing.work.of(call.caller.tppId);
  const field = keep.as === 'outcome' ? keep.field : '';
  // Without an X-Request-ID every request is new.
  const requestKey = { requestId: call.request?.requestId ?? performing.ids.next(), field };
  return { ...contextOf(performing, stores, call, facts), readHeader: call.readHeader, requestKey };
}

/** All reads of a call see the same time. */
function timeOf({ work, clock, settings }: Performing, call: Call): Promise<Time> {
  call.time ??= (async () => {
    const { tppId } = call.caller;
    const realNow = clock();
    return timeAt(realNow, settings.sandbox ? await work.of(tppId).readOnly.tpps.clockOffset(tppId) : 0);
  })();
  return call.time;
}

function timeAt(realNow: number, offset: number): Time {
  const now = realNow + offset;
  return { now, realNow, today: todayInOslo(now) };
}

/** Stores the TPP. In a sandbox it also creates customers and accounts. */
async function register(
  { work, clock, ids, settings, bank, registered }: Performing,
  { tppId, name }: Caller,
): Promise<void> {
  if (registered.has(tppId)) return;
  const own = work.of(tppId);
  if (!settings.sandbox) await own.read.tpps.register(tppId, name);
  // The request that inserts the row fills the sandbox in the same transaction; a second one waits.
  else
    await own.transaction(async (stores) => {
      if (!(await stores.tpps.register(tppId, name))) return;
      const now = clock();
      await seedSandbox({ stores, ids, now, realNow: now, settings, bank }, tppId, settings.seed);
    });
  if (registered.size > registeredAtMost) registered.clear();
  registered.add(tppId);
}

function reportRefusal({ refused }: PerformerParts, operation: OperationParts, error: unknown): void {
  if (error instanceof Refusal) refused?.(operation, error.reason);
}

async function attempt<T>(act: () => T | Promise<T>) {
  try {
    return { ok: true, value: await act() } as const;
  } catch (error) {
    return { ok: false, error } as const;
  }
}
