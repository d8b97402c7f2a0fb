/**
 * Runs the operations for both doors: role, TPPs that are new, time, audit. An operation itself is one file that
 * reads like the rule it implements; how a write acts once is idempotent.ts. Start at `createPerformer`.
 */
import type { Caller } from '../domain/caller.ts';
import { requireRole } from '../domain/caller.ts';
import { type Reason, Refusal } from '../domain/refusal.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import { challenge, needsChallenge } from './authorisations/session.ts';
import { createIdempotent, type Idempotent, type Keep, type Performed } from './idempotent.ts';
import type {
  Call,
  Context,
  Operation,
  OperationParts,
  ReadContext,
  Settings,
  Time,
  WriteOperation,
} from './operation.ts';
import { type Bank, BankChallenge, BankRefusal, type Timeline } from './ports/bank.ts';
import type { Clock, Facts, Ids, RequestKey, SharedWork, StoredAnswer, Stores } from './ports/stores.ts';
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
  /** Called when an operation refuses by its own rules; tests compare it with what the operation declares. */
  readonly refused?: (operation: OperationParts, reason: Reason) => void;
}

export interface Performer {
  /** What a read may use, once the caller has the role: for what belongs to a resource that an operation has given. */
  beginRead(call: Call, role: OperationParts['role']): Promise<ReadContext>;
  /** Runs a read outside a transaction. */
  read<I, O>(operation: Operation<I, O>, call: Call, input: I): Promise<O>;
  /**
   * Runs a write. `prepare` reads query and body: its refusal is the answer only when the id is new; an id that was used
   * before gets what was kept for it.
   */
  write<I, O>(
    operation: Operation<I, O>,
    call: Call,
    prepare: () => I | Promise<I>,
    keep: Keep<O>,
  ): Promise<Performed<O>>;
  readonly seen: Idempotent['seen'];
  /** Keeps the answer unless one is kept already: that one stands, and is returned. */
  saveAnswer(request: RequestKey, answer: StoredAnswer): Promise<StoredAnswer | null>;
}

export function createPerformer(parts: PerformerParts): Performer {
  const { work, clock, ids, settings, bank, timeline } = parts;
  const idempotent = createIdempotent(work, clock);
  const known = new Set<string>();

  const timeAt = (realNow: number, offset: number): Time => {
    const now = realNow + offset;
    return { now, realNow, today: todayInOslo(now) };
  };

  /** All reads of one call see the same time: a GraphQL query of many parts reads the clock once. */
  function timeOf(call: Call): Promise<Time> {
    call.time ??= readTime(call);
    return call.time;
  }
  async function readTime({ caller }: Call): Promise<Time> {
    const realNow = clock();
    const offset = settings.sandbox ? await work.of(caller.tppId).readOnly.tpps.clockOffset(caller.tppId) : 0;
    return timeAt(realNow, offset);
  }

  function contextOf(stores: Stores, { caller, psu, trace }: Call, facts: Facts, metAlike = false): Context {
    const at = timeAt(clock(), settings.sandbox ? facts.clockOffset : 0);
    const time = () => Promise.resolve(at);
    const own = { caller, psu, stores, ids, settings, bank, timeline };
    return { ...own, facts, metAlike, trace, ...at, time };
  }

  async function audited<T>(
    name: string,
    tppId: string,
    act: () => Promise<[AuditEntry['result'], T]>,
  ): Promise<T> {
    const begun = performance.now();
    const note = (result: AuditEntry['result'], code?: string) =>
      parts.audit({
        operation: name,
        tppId,
        result,
        ...(code === undefined ? {} : { code }),
        milliseconds: Math.round(performance.now() - begun),
      });
    try {
      const [result, value] = await act();
      note(result);
      return value;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
      note(error instanceof Error && error.name === 'Refusal' ? 'refused' : 'failed', code);
      throw error;
    }
  }

  async function register(caller: Caller): Promise<void> {
    if (known.has(caller.tppId)) return;
    const own = work.of(caller.tppId);
    if (!settings.sandbox) await own.read.tpps.register(caller.tppId, caller.name);
    // The request that inserts the row fills the sandbox in the same transaction; a second one waits for it.
    else {
      await own.transaction(async (stores) => {
        if (!(await stores.tpps.register(caller.tppId, caller.name))) return;
        await seedSandbox({ stores, ids, now: clock() }, caller.tppId);
      });
    }
    if (known.size > 10_000) known.clear();
    known.add(caller.tppId);
  }

  async function beginRead(call: Call, role: OperationParts['role']): Promise<ReadContext> {
    const { caller, psu, trace } = call;
    requireRole(caller.roles, role);
    if (settings.sandbox) await register(caller);
    trace.enter('RULES');
    const stores = work.of(caller.tppId).readOnly;
    const time = () => timeOf(call);
    return { caller, psu, stores, ids, settings, bank, timeline, time };
  }

  function preparation<I, O>(
    operation: WriteOperation<I, O, unknown>,
    call: Call,
    input: I,
    keep: Keep<O>,
  ): ((facts: Facts) => Promise<unknown>) | null {
    const { prepare } = operation;
    if (prepare === undefined) return null;
    const { read } = work.of(call.caller.tppId);
    const field = keep.as === 'outcome' ? keep.field : '';
    return (facts) => {
      // Without an X-Request-ID every request is a new one.
      const requestKey = { requestId: call.request?.requestId ?? ids.next(), field };
      return prepare({ ...contextOf(read, call, facts), readHeader: call.readHeader, requestKey }, input);
    };
  }

  function written<I, O>(
    operation: WriteOperation<I, O, unknown>,
    call: Call,
    input: I,
    keep: Keep<O>,
  ): Promise<Performed<O>> {
    const { caller, psu, request: key, trace } = call;
    const { tppId } = caller;
    let refused: unknown;
    const note = (error: unknown): never => {
      if (!(error instanceof BankRefusal)) refused = error;
      throw error;
    };
    const prepare = preparation(operation, call, input, keep);
    return idempotent.write({
      tppId,
      key,
      needs: operation.needs?.(input, psu) ?? null,
      keep,
      trace,
      prepare: prepare && ((facts) => prepare(facts).catch(note)),
      toKeep: (outcome) => operation.toKeep?.(outcome) ?? outcome,
      decide: (stores, facts, metAlike, prepared) =>
        operation.run(contextOf(stores, call, facts, metAlike), input, prepared).catch(note),
      followsFromFacts: needsChallenge,
      async refused(error, facts) {
        if (error === refused) heard(operation, error);
        if (!needsChallenge(error)) return error;
        const own = work.of(tppId);
        const challenged = (stores: Stores) => challenge(contextOf(stores, call, facts), error);
        // A challenge of the bank is stored with the way to it.
        return error instanceof BankChallenge ? own.transaction(challenged) : challenged(own.read);
      },
    });
  }

  function heard(operation: OperationParts, error: unknown): void {
    if (error instanceof Refusal) parts.refused?.(operation, error.reason);
  }

  return {
    beginRead,

    read: (operation, call, input) =>
      audited(operation.name, call.caller.tppId, async () => {
        if (operation.kind !== 'read') throw new Error(`${operation.name} is no read`);
        const context = await beginRead(call, operation.role);
        try {
          return ['done', await operation.run(context, input)];
        } catch (error) {
          heard(operation, error);
          throw error;
        }
      }),

    write: (operation, call, prepare, keep) =>
      audited(operation.name, call.caller.tppId, async () => {
        if (operation.kind !== 'write') throw new Error(`${operation.name} is no write`);
        requireRole(call.caller.roles, operation.role);
        const prepared = await attempt(prepare);
        if (!prepared.ok) {
          const earlier = await idempotent.earlier(call.request, keep);
          if (!earlier) throw prepared.error;
          return ['replayed', earlier];
        }
        await register(call.caller);
        const performed = await written(operation, call, prepared.value, keep);
        return [performed.kind === 'done' && !performed.replayed ? 'done' : 'replayed', performed];
      }),

    seen: idempotent.seen,

    saveAnswer: (request, answer) => work.of(request.tppId).read.requests.saveAnswer(request, answer),
  };
}

async function attempt<T>(act: () => T | Promise<T>) {
  try {
    return { ok: true, value: await act() } as const;
  } catch (error) {
    return { ok: false, error } as const;
  }
}
