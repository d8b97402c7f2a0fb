/**
 * Commits the effect of a write together with the response to its X-Request-ID. A request with a used id changes
 * nothing and gets the first response.
 */
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { StageWatch } from '../domain/stages.ts';
import {
  type Clock,
  Collision,
  type EarlierRequest,
  type Facts,
  type Needs,
  type RequestKey,
  type SharedWork,
  type StoredAnswer,
  type Stores,
} from './ports/stores.ts';

/** What a repetition gets: in REST the response byte for byte, in GraphQL the outcome of the mutation with the response key `field`. */
export type ReplayForm<Outcome> =
  | { readonly as: 'answer'; readonly render: (outcome: Outcome) => StoredAnswer }
  | { readonly as: 'outcome'; readonly field: string };

export type WriteResult<Outcome> =
  | {
      readonly kind: 'outcome';
      readonly outcome: Outcome;
      readonly answer: StoredAnswer | null;
      /** The outcome is from an earlier use of the X-Request-ID. This request has done nothing. */
      readonly isReplay: boolean;
    }
  /** The response to an earlier use of the X-Request-ID. */
  | { readonly kind: 'storedAnswer'; readonly answer: StoredAnswer };

export interface Write<Outcome> {
  readonly tppId: string;
  /** null: the request has no X-Request-ID, so it acts each time. */
  readonly key: RequestKey | null;
  readonly needs: Needs | null;
  readonly replayForm: ReplayForm<Outcome>;
  readonly trace: StageWatch;
  /** Runs once, before the transaction. */
  prepare(facts: Facts): Promise<unknown>;
  /** May run several times. `hasMetEqualPayment`: an earlier attempt met a payment with the same fingerprint. */
  decide(stores: Stores, facts: Facts, hasMetEqualPayment: boolean, preparation: unknown): Promise<Outcome>;
  storedForm(outcome: Outcome): unknown;
  /** Whether a concurrent use of the X-Request-ID may have caused this error. */
  mayComeFromConcurrentUse(error: unknown): boolean;
  /** Returns the error that the write throws instead of `error`. */
  replaceError(error: unknown, facts: Facts): Promise<unknown>;
}

/** How often a write is attempted while it collides with other transactions. */
const attemptsAtMost = 5;

/** How long a used X-Request-ID gets its first response. */
export const requestIdsKeptMs = 72 * 3_600_000;

export interface IdempotentParts {
  readonly work: SharedWork;
  readonly clock: Clock;
}

/** An earlier use before this time does not count. */
const ignoreBefore = ({ clock }: IdempotentParts): number => clock() - requestIdsKeptMs;

/** Retries the write while it collides with other transactions. */
export async function writeOnce<Outcome>(
  parts: IdempotentParts,
  write: Write<Outcome>,
): Promise<WriteResult<Outcome>> {
  let hasMetEqualPayment = false;
  let preparation: Promise<unknown> | null = null;
  /** Asks the bank only once, because the bank may take a second question for another request. */
  const prepareOnce = (facts: Facts): Promise<unknown> => {
    preparation ??= write.prepare(facts);
    return preparation;
  };
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(parts, write, hasMetEqualPayment, prepareOnce);
    } catch (error) {
      if (!(error instanceof Collision) || attempts >= attemptsAtMost) throw error;
      if (error.with === 'DUPLICATE') hasMetEqualPayment = true;
      // The row of an expired use of the id may still exist.
      else if (write.key)
        await parts.work.of(write.tppId).stores.requests.deleteIfOld(write.key, ignoreBefore(parts));
    }
  }
}

async function attempt<Outcome>(
  parts: IdempotentParts,
  write: Write<Outcome>,
  hasMetEqualPayment: boolean,
  prepareOnce: Write<Outcome>['prepare'],
): Promise<WriteResult<Outcome>> {
  const { tppId, key, replayForm, needs, trace } = write;
  const tppWork = parts.work.of(tppId);
  trace.enter('REQUEST_ID');
  const request = key && { requestId: key.requestId, ignoreBefore: ignoreBefore(parts) };
  const facts = await tppWork.facts({ request, needs });
  const earlierResult = facts.earlierRequest && replay(facts.earlierRequest, key, replayForm);
  if (earlierResult) return earlierResult;
  trace.enter('RULES');
  try {
    const preparation = await prepareOnce(facts);
    return await tppWork.transaction(async (stores) => {
      const outcome = await write.decide(stores, facts, hasMetEqualPayment, preparation);
      const answer = await storeOutcome(parts, stores, write, facts, outcome);
      return { kind: 'outcome', outcome, answer, isReplay: false };
    });
  } catch (error) {
    if (error instanceof Collision) throw error;
    // A request with the same id may have succeeded since the facts were read, and caused the error. Its response is then replayed.
    const concurrentResult = write.mayComeFromConcurrentUse(error)
      ? await replayEarlier(parts, key, replayForm)
      : null;
    if (concurrentResult) return concurrentResult;
    throw await write.replaceError(error, facts);
  }
}

/** Stores the outcome in the transaction of the effect. Returns the response, if the door stores responses. */
async function storeOutcome<Outcome>(
  { clock }: IdempotentParts,
  stores: Stores,
  { key, replayForm, storedForm }: Write<Outcome>,
  { earlierRequest }: Facts,
  outcome: Outcome,
): Promise<StoredAnswer | null> {
  if (replayForm.as === 'answer') {
    const answer = replayForm.render(outcome);
    if (key !== null) await stores.requests.insert(key, { answer }, clock());
    return answer;
  }
  if (key === null) return null;
  const { field } = replayForm;
  const storedOutcome = storedForm(outcome);
  if (earlierRequest === null) await stores.requests.insert(key, { field, outcome: storedOutcome }, clock());
  // The first mutation of the document has created the row; this is a further one.
  else if (!(await stores.requests.addOutcome(key, field, storedOutcome))) throw new Collision('REQUEST');
  return null;
}

/** null: the id is new. Throws a conflict if another request used it. */
async function findEarlierUse(parts: IdempotentParts, key: RequestKey): Promise<EarlierRequest | null> {
  const { requests } = parts.work.of(key.tppId).stores;
  const earlier = await requests.find(key.tppId, key.requestId, ignoreBefore(parts));
  if (earlier && earlier.fingerprint !== key.fingerprint) throw idReused();
  return earlier;
}

/** The result that an earlier use of the id has stored; null: there is none. */
export async function replayEarlier<Outcome>(
  parts: IdempotentParts,
  key: RequestKey | null,
  replayForm: ReplayForm<Outcome>,
): Promise<WriteResult<Outcome> | null> {
  const earlier = key && (await findEarlierUse(parts, key));
  return earlier && replay(earlier, key, replayForm);
}

function idReused(): Refusal {
  return refuse('CONFLICT', {
    path: 'X-Request-ID',
    text: 'this X-Request-ID was used for another request; every new request needs a new id',
  });
}

/** null: no outcome is stored for this field yet. */
function replay<O>(
  earlier: EarlierRequest,
  key: RequestKey | null,
  replayForm: ReplayForm<O>,
): WriteResult<O> | null {
  if (earlier.fingerprint !== key?.fingerprint) throw idReused();
  if (replayForm.as === 'outcome') {
    if (Object.hasOwn(earlier.outcomes, replayForm.field)) {
      const outcome = earlier.outcomes[replayForm.field] as O;
      return { kind: 'outcome', outcome, answer: null, isReplay: true };
    }
    return earlier.answer === null ? null : { kind: 'storedAnswer', answer: earlier.answer };
  }
  if (earlier.answer === null) throw new Error('an X-Request-ID was committed without its answer');
  return { kind: 'storedAnswer', answer: earlier.answer };
}
