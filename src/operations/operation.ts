/**
 * The wrapper that every operation runs in (its shape stands in context.ts): role, idempotency by X-Request-ID,
 * transaction, audit. An operation itself is one file that reads like the rule it implements.
 */
import { requireRole } from '../domain/role.ts';
import { todayInOslo } from '../domain/values/calendar.ts';
import { challenge, needsChallenge } from './authorisations/session.ts';
import type { Call, Caller, Context, Time, WriteOperation } from './context.ts';
import {
  type AuditEntry,
  type Finish,
  idReused,
  type Performed,
  type Performer,
  type PerformerParts,
  rememberMs,
  resume,
  told,
} from './performer.ts';
import {
  Collision,
  type Facts,
  type Question,
  type RequestKey,
  type SeenRequest,
  type StoredAnswer,
  type Stores,
} from './ports/stores.ts';
import { seedSandbox } from './sandbox/seed-sandbox.ts';

export type { Call, Caller, Context, Operation, ReadContext, Settings, Time } from './context.ts';
export type { AuditEntry, Finish, Performed, Performer } from './performer.ts';
export { rememberMs } from './performer.ts';

/** How many attempts of a request may collide with others before it gives up. */
const collisionsAtMost = 5;

export function createPerformer(parts: PerformerParts): Performer {
  const { work, clock, ids, settings, bank } = parts;
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
    const offset = settings.sandbox ? await work.of(caller.tppId).read.tpps.clockOffset(caller.tppId) : 0;
    return timeAt(realNow, offset);
  }

  function contextOf(
    stores: Stores,
    { caller, psu, trace = null }: Call,
    facts: Facts,
    metAlike = false,
  ): Context {
    const at = timeAt(clock(), settings.sandbox ? facts.clockOffset : 0);
    const { now, realNow, today } = at;
    const time = () => Promise.resolve(at);
    return { caller, psu, stores, ids, settings, bank, facts, metAlike, trace, now, realNow, today, time };
  }

  /** Remembered facts serve the first write of a call alone: those after it find its X-Request-ID in use. */
  function questionOf<I, O>(
    operation: WriteOperation<I, O>,
    call: Call,
    input: I,
    metAlike: boolean,
  ): Question {
    const { psu, request } = call;
    const anew = metAlike || call.wrote === true;
    call.wrote = true;
    return {
      request: request && { requestId: request.requestId, forgetBefore: clock() - rememberMs },
      needs: operation.needs?.(input, psu) ?? null,
      anew,
    };
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

  /** A refusal that a log-in would mend leaves with the link to it, kept in a transaction of its own. */
  async function challenged(call: Call, facts: Facts, error: unknown): Promise<unknown> {
    if (!needsChallenge(error)) return error;
    const own = work.of(call.caller.tppId);
    return own.transaction((stores) => challenge(contextOf(stores, call, facts), error));
  }

  /**
   * One attempt: what is known, the decision, and its effect, committed together with the X-Request-ID; so a request that
   * finds the id used has changed nothing.
   */
  async function attempted<I, O>(
    operation: WriteOperation<I, O>,
    call: Call,
    input: I,
    finish: Finish<O>,
    metAlike: boolean,
  ): Promise<Performed<O>> {
    const { caller, request, trace } = call;
    let known: Facts | null = null;
    let refused: unknown;
    trace?.enter('REQUEST_ID');
    try {
      const question = questionOf(operation, call, input, metAlike);
      return await work.of(caller.tppId).decide(question, async (stores, facts) => {
        known = facts;
        const earlier = facts.seen && resume(facts.seen, request, finish);
        if (earlier) return earlier;
        trace?.enter('RULES');
        const outcome = await operation
          .run(contextOf(stores, call, facts, metAlike), input)
          .catch((error: unknown) => {
            refused = error;
            throw error;
          });
        const answer = await keep(stores, request, facts.seen, finish, outcome);
        return { kind: 'done', outcome, answer, replayed: false };
      });
    } catch (error) {
      if (error instanceof Collision || known === null) throw error;
      if (error === refused) told(parts, operation, error);
      // The refusal may be an effect of the same request sent a moment ago; then that one's answer is given again.
      const meanwhile = await earlierOf(call, finish);
      if (meanwhile) return meanwhile;
      throw await challenged(call, known, error);
    }
  }

  /** Tries again while other transactions collide with this one, at most `collisionsAtMost` times. */
  async function written<I, O>(
    operation: WriteOperation<I, O>,
    call: Call,
    input: I,
    finish: Finish<O>,
  ): Promise<Performed<O>> {
    let metAlike = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attempted(operation, call, input, finish, metAlike);
      } catch (error) {
        if (!(error instanceof Collision) || attempt >= collisionsAtMost) throw error;
        if (error.with === 'ALIKE') metAlike = true;
        // The row of an id that may be used anew may not have been deleted yet.
        else if (call.request) {
          const { requests } = work.of(call.request.tppId).read;
          await requests.forgetOne(call.request, clock() - rememberMs);
        }
      }
    }
  }

  async function seen(request: RequestKey): Promise<SeenRequest | null> {
    const { requests } = work.of(request.tppId).read;
    const found = await requests.find(request.tppId, request.requestId, clock() - rememberMs);
    if (found && found.fingerprint !== request.fingerprint) throw idReused();
    return found;
  }

  /** What an earlier use of the X-Request-ID came to. */
  async function earlierOf<O>({ request }: Call, finish: Finish<O>): Promise<Performed<O> | null> {
    const before = request && (await seen(request));
    return before && resume(before, request, finish);
  }

  return {
    read: (operation, call, input) =>
      audited(operation.name, call.caller.tppId, async () => {
        if (operation.kind !== 'read') throw new Error(`${operation.name} is no read`);
        requireRole(call.caller.roles, operation.role);
        if (settings.sandbox) await register(call.caller);
        const { caller, psu, trace } = call;
        trace?.enter('RULES');
        const stores = work.of(caller.tppId).read;
        const time = () => timeOf(call);
        try {
          return ['done', await operation.run({ caller, psu, stores, ids, settings, bank, time }, input)];
        } catch (error) {
          throw told(parts, operation, error);
        }
      }),

    write: (operation, call, prepare, finish) =>
      audited(operation.name, call.caller.tppId, async () => {
        if (operation.kind !== 'write') throw new Error(`${operation.name} is no write`);
        requireRole(call.caller.roles, operation.role);
        const prepared = await attempt(prepare);
        if (!prepared.ok) {
          const earlier = await earlierOf(call, finish);
          if (!earlier) throw prepared.error;
          return ['replayed', earlier];
        }
        await register(call.caller);
        const performed = await written(operation, call, prepared.value, finish);
        return [performed.kind === 'done' && !performed.replayed ? 'done' : 'replayed', performed];
      }),

    seen,

    saveAnswer: (request, answer) => work.of(request.tppId).read.requests.saveAnswer(request, answer),
  };

  async function keep<O>(
    stores: Stores,
    request: RequestKey | null,
    before: SeenRequest | null,
    finish: Finish<O>,
    outcome: O,
  ): Promise<StoredAnswer | null> {
    if (request === null) return finish.as === 'answer' ? finish.render(outcome) : null;
    if (finish.as === 'outcome' && before !== null) {
      // A further mutation of a document: the row of the first one is there.
      if (!(await stores.requests.addOutcome(request, finish.field, outcome))) throw new Collision('REQUEST');
      return null;
    }
    if (finish.as === 'outcome') {
      await stores.requests.keep(request, { field: finish.field, outcome }, clock());
      return null;
    }
    const answer = finish.render(outcome);
    await stores.requests.keep(request, { answer }, clock());
    return answer;
  }
}

async function attempt<T>(act: () => T | Promise<T>) {
  try {
    return { ok: true, value: await act() } as const;
  } catch (error) {
    return { ok: false, error } as const;
  }
}
