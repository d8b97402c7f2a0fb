/**
 * The wrapper that every operation runs in (its shape stands in context.ts): role, idempotency by X-Request-ID,
 * transaction, audit. An operation itself is one file that reads like the rule it implements.
 */
import { refuse } from '../domain/refusal.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import { challenge, needsChallenge } from './authorisations/challenge.ts';
import type { Call, Caller, Context, Operation, Settings } from './context.ts';
import type { Bank, Clock, Ids, RequestKey, SeenRequest, StoredAnswer, Stores, UnitOfWork } from './ports.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';

export type { Call, Caller, Context, Operation, Settings } from './context.ts';

/** What a door does with an outcome before the transaction commits. */
export type Finish<Outcome> =
  | { readonly as: 'answer'; readonly render: (outcome: Outcome) => StoredAnswer }
  | { readonly as: 'outcome'; readonly field: string };

export type Performed<Outcome> =
  | {
      readonly kind: 'done';
      readonly outcome: Outcome;
      readonly answer: StoredAnswer | null;
      /** The outcome is that of an earlier use of the X-Request-ID; nothing was done now. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'replayed'; readonly answer: StoredAnswer };

export interface AuditEntry {
  readonly operation: string;
  readonly tppId: string;
  readonly result: 'done' | 'replayed' | 'refused' | 'failed';
  readonly code?: string;
  readonly milliseconds: number;
}

export interface PerformerParts {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly bank: Bank;
  readonly audit: (entry: AuditEntry) => void;
}

export interface Performer {
  /** Runs a read outside a transaction. */
  read<I, O>(operation: Operation<I, O>, call: Call, input: I): Promise<O>;
  /**
   * Runs a write in one transaction with its idempotency row. `prepare` reads query and body: its refusal is the
   * answer only when the id is new, for an id that was used before answers first (contract 3, stage 4).
   */
  write<I, O>(
    operation: Operation<I, O>,
    call: Call,
    prepare: () => I,
    finish: Finish<O>,
  ): Promise<Performed<O>>;
  /** What an id was used for: the stored answer, a conflict (thrown), or null when it is new. */
  seen(request: RequestKey): Promise<SeenRequest | null>;
  saveAnswer(request: RequestKey, answer: StoredAnswer): Promise<void>;
}

/** Answers are given again for 72 hours (contract 7). */
export const rememberMs = 72 * 3_600_000;

export function createPerformer(parts: PerformerParts): Performer {
  const known = new Set<string>();

  /** Reads of one call see one time: a GraphQL query of many parts asks for the clock once. */
  const offsets = new WeakMap<Call, Promise<number>>();
  function offsetOf(stores: Stores, call: Call): Promise<number> {
    if (!parts.settings.sandbox) return Promise.resolve(0);
    if (stores !== parts.work.read) return stores.tpps.clockOffset(call.caller.tppId);
    const found = offsets.get(call) ?? stores.tpps.clockOffset(call.caller.tppId);
    offsets.set(call, found);
    return found;
  }

  async function contextOf(stores: Stores, call: Call): Promise<Context> {
    const realNow = parts.clock();
    const now = realNow + (await offsetOf(stores, call));
    const { caller, psu } = call;
    const { ids, settings, bank } = parts;
    return { caller, psu, stores, ids, settings, bank, now, realNow, today: todayInOslo(now) };
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
    if (!parts.settings.sandbox) await parts.work.read.tpps.register(caller.tppId, caller.name);
    // Who makes the row fills the sandbox in the same transaction; whoever comes second waits for it and finds it full.
    else {
      await parts.work.transaction(async (stores) => {
        if (!(await stores.tpps.register(caller.tppId, caller.name))) return;
        await seedSandbox({ stores, ids: parts.ids, now: parts.clock() }, caller.tppId);
      });
    }
    if (known.size > 10_000) known.clear();
    known.add(caller.tppId);
  }

  /** A refusal that a log-in would mend leaves with the link to it, kept in a transaction of its own. */
  async function challenging<T>(call: Call, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!needsChallenge(error)) throw error;
      throw await parts.work.transaction(async (stores) => challenge(await contextOf(stores, call), error));
    }
  }

  async function seen(request: RequestKey): Promise<SeenRequest | null> {
    const found = await parts.work.read.requests.find(
      request.tppId,
      request.requestId,
      parts.clock() - rememberMs,
    );
    if (found && found.fingerprint !== request.fingerprint) throw idReused();
    return found;
  }

  return {
    read: (operation, call, input) =>
      audited(operation.name, call.caller.tppId, async () => {
        requireRole(call.caller, operation.role);
        if (parts.settings.sandbox) await register(call.caller);
        return ['done', await operation.run(await contextOf(parts.work.read, call), input)];
      }),

    write: (operation, call, prepare, finish) =>
      audited(operation.name, call.caller.tppId, async () => {
        requireRole(call.caller, operation.role);
        const prepared = attempt(prepare);
        if (!prepared.ok) {
          const before = call.request && (await seen(call.request));
          const earlier = before && resume(before, call.request, finish);
          if (!earlier) throw prepared.error;
          return ['replayed', earlier];
        }
        await register(call.caller);
        const performed = await challenging(call, () =>
          parts.work.transaction(async (stores) => {
            // The claim goes first: whoever holds the id acts, everyone else waits for what comes of it.
            const [seen, context] = await Promise.all([claim(stores, call.request), contextOf(stores, call)]);
            const earlier = seen && resume(seen, call.request, finish);
            if (earlier) return earlier;
            const outcome = await operation.run(context, prepared.value);
            const answer = await keep(stores, call.request, finish, outcome);
            return { kind: 'done', outcome, answer, replayed: false } as const;
          }),
        );
        return [performed.kind === 'done' && !performed.replayed ? 'done' : 'replayed', performed];
      }),

    seen,

    saveAnswer: (request, answer) => parts.work.read.requests.saveAnswer(request, answer),
  };

  async function claim(stores: Stores, request: RequestKey | null): Promise<SeenRequest | null> {
    if (request === null) return null;
    const now = parts.clock();
    return stores.requests.claim(request, now, now - rememberMs);
  }
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

function attempt<T>(act: () => T): Attempt<T> {
  try {
    return { ok: true, value: act() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What an earlier use of the id means for this one: its answer or outcome again, or nothing yet for this field. */
function resume<O>(seen: SeenRequest, request: RequestKey | null, finish: Finish<O>): Performed<O> | null {
  if (seen.fingerprint !== request?.fingerprint) throw idReused();
  if (finish.as === 'outcome') {
    if (!Object.hasOwn(seen.outcomes, finish.field)) return null;
    return { kind: 'done', outcome: seen.outcomes[finish.field] as O, answer: null, replayed: true };
  }
  if (seen.answer === null) throw new Error('an X-Request-ID was committed without its answer');
  return { kind: 'replayed', answer: seen.answer };
}

async function keep<O>(
  stores: Stores,
  request: RequestKey | null,
  finish: Finish<O>,
  outcome: O,
): Promise<StoredAnswer | null> {
  if (finish.as === 'outcome') {
    if (request) await stores.requests.saveOutcome(request, finish.field, outcome);
    return null;
  }
  const answer = finish.render(outcome);
  if (request) await stores.requests.saveAnswer(request, answer);
  return answer;
}

function idReused() {
  return refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'this X-Request-ID was used for another request; every new request needs a new id',
  });
}

/** 403 ROLE_INVALID when the certificate speaks of roles and lacks the one needed (contract 4). */
function requireRole(caller: Caller, role: string | null): void {
  if (role === null || caller.roles === null || caller.roles.includes(role)) return;
  throw refuse('ROLE_INVALID', {
    path: 'TPP-Signature-Certificate',
    text: `the certificate names the roles ${caller.roles.join(', ') || 'none'}; this needs ${role}`,
  });
}
