/**
 * The path of every write, the same for both doors: read the facts, decide by them, and commit the effect together
 * with what the X-Request-ID came to, in one transaction. So a request that finds its id used has changed nothing,
 * and gets the answer of the first. Start at `writeOnce`.
 */
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import {
  type Clock,
  Collision,
  type Facts,
  type Needs,
  type RequestKey,
  type SeenRequest,
  type SharedWork,
  type StoredAnswer,
  type Stores,
} from './ports/stores.ts';

/** What is stored under the key: REST's answer, byte for byte, or GraphQL's outcome of each mutation by its response key. */
export type Keep<Outcome> =
  | { readonly as: 'answer'; readonly render: (outcome: Outcome) => StoredAnswer }
  | { readonly as: 'outcome'; readonly field: string };

export type Performed<Outcome> =
  | {
      readonly kind: 'done';
      readonly outcome: Outcome;
      readonly answer: StoredAnswer | null;
      /** A replay: the outcome is that of an earlier use of the X-Request-ID, and nothing was done now. */
      readonly replayed: boolean;
    }
  | { readonly kind: 'replayed'; readonly answer: StoredAnswer };

export interface Write<Outcome> {
  readonly tppId: string;
  /** null: the request carries no X-Request-ID, so it acts each time. */
  readonly key: RequestKey | null;
  readonly needs: Needs | null;
  readonly keep: Keep<Outcome>;
  readonly trace: StageWatch;
  /** Runs once before the transaction. */
  prepare(facts: Facts): Promise<unknown>;
  /** May run again; `metAlike`: an earlier attempt met a payment with the same fingerprint. */
  decide(stores: Stores, facts: Facts, metAlike: boolean, preparation: unknown): Promise<Outcome>;
  toKeep(outcome: Outcome): unknown;
  /** Whether the refusal follows from the facts alone. */
  followsFromFacts(error: unknown): boolean;
  /** What is thrown instead of what `decide` has thrown. */
  refused(error: unknown, facts: Facts): Promise<unknown>;
}

/** How many attempts of a request may collide with others before it gives up. */
const attemptsAtMost = 5;

/** Answers are replayed for 72 hours. */
export const rememberMs = 72 * 3_600_000;

export interface IdempotentParts {
  readonly work: SharedWork;
  readonly clock: Clock;
}

const forgetBefore = ({ clock }: IdempotentParts): number => clock() - rememberMs;

/** Acts once under the key, or replays. Tries again while other transactions collide with this one. */
export async function writeOnce<Outcome>(
  parts: IdempotentParts,
  write: Write<Outcome>,
): Promise<Performed<Outcome>> {
  let metAlike = false;
  let preparation: Promise<unknown> | null = null;
  /** A further attempt does not ask again: the bank may take it for another request. */
  const prepareOnce = (facts: Facts): Promise<unknown> => {
    preparation ??= write.prepare(facts);
    return preparation;
  };
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(parts, write, metAlike, prepareOnce);
    } catch (error) {
      if (!(error instanceof Collision) || attempts >= attemptsAtMost) throw error;
      if (error.with === 'ALIKE') metAlike = true;
      // The row of an id that may be used anew may not have been deleted yet.
      else if (write.key)
        await parts.work.of(write.tppId).read.requests.forgetOne(write.key, forgetBefore(parts));
    }
  }
}

async function attempt<Outcome>(
  parts: IdempotentParts,
  write: Write<Outcome>,
  metAlike: boolean,
  prepareOnce: Write<Outcome>['prepare'],
): Promise<Performed<Outcome>> {
  const { tppId, key, keep, needs, trace } = write;
  const own = parts.work.of(tppId);
  trace.enter('REQUEST_ID');
  const request = key && { requestId: key.requestId, forgetBefore: forgetBefore(parts) };
  const facts = await own.facts({ request, needs });
  const earlier = facts.seen && resume(facts.seen, key, keep);
  if (earlier) return earlier;
  trace.enter('RULES');
  try {
    const preparation = await prepareOnce(facts);
    return await own.transaction(async (stores) => {
      const outcome = await write.decide(stores, facts, metAlike, preparation);
      const answer = await keepOutcome(parts, stores, write, facts, outcome);
      return { kind: 'done', outcome, answer, replayed: false };
    });
  } catch (error) {
    if (error instanceof Collision) throw error;
    // The refusal may be an effect of the same request sent a moment ago; then that one's answer is
    // replayed. Facts know of that one.
    const meanwhile = write.followsFromFacts(error) ? null : await earlierUse(parts, key, keep);
    if (meanwhile) return meanwhile;
    throw await write.refused(error, facts);
  }
}

/** Stores what the id came to, in the transaction of the effect; the answer, where that is what is stored. */
async function keepOutcome<Outcome>(
  { clock }: IdempotentParts,
  stores: Stores,
  { key, keep, toKeep }: Write<Outcome>,
  { seen }: Facts,
  outcome: Outcome,
): Promise<StoredAnswer | null> {
  if (keep.as === 'answer') {
    const answer = keep.render(outcome);
    if (key !== null) await stores.requests.keep(key, { answer }, clock());
    return answer;
  }
  if (key === null) return null;
  const { field } = keep;
  const storedOutcome = toKeep(outcome);
  if (seen === null) await stores.requests.keep(key, { field, outcome: storedOutcome }, clock());
  // A further mutation of a document: the row of the first one is there.
  else if (!(await stores.requests.addOutcome(key, field, storedOutcome))) throw new Collision('REQUEST');
  return null;
}

/** What an id was used for: the stored answer, a conflict (thrown), or null when it is new. */
export async function usedBefore(parts: IdempotentParts, key: RequestKey): Promise<SeenRequest | null> {
  const { requests } = parts.work.of(key.tppId).read;
  const earlier = await requests.find(key.tppId, key.requestId, forgetBefore(parts));
  if (earlier && earlier.fingerprint !== key.fingerprint) throw idReused();
  return earlier;
}

/** What an earlier use of the id means for such a write; null: nothing yet. */
export async function earlierUse<Outcome>(
  parts: IdempotentParts,
  key: RequestKey | null,
  keep: Keep<Outcome>,
): Promise<Performed<Outcome> | null> {
  const earlier = key && (await usedBefore(parts, key));
  return earlier && resume(earlier, key, keep);
}

function idReused(): Refusal {
  return refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'this X-Request-ID was used for another request; every new request needs a new id',
  });
}

/** What an earlier use of the id means for this one: its answer or outcome again, or nothing yet for this field. */
function resume<O>(earlier: SeenRequest, key: RequestKey | null, keep: Keep<O>): Performed<O> | null {
  if (earlier.fingerprint !== key?.fingerprint) throw idReused();
  if (keep.as === 'outcome') {
    if (Object.hasOwn(earlier.outcomes, keep.field))
      return { kind: 'done', outcome: earlier.outcomes[keep.field] as O, answer: null, replayed: true };
    return earlier.answer === null ? null : { kind: 'replayed', answer: earlier.answer };
  }
  if (earlier.answer === null) throw new Error('an X-Request-ID was committed without its answer');
  return { kind: 'replayed', answer: earlier.answer };
}
