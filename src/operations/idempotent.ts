/** Commits the effect of a write together with its outcome, so that a repetition of the request only gets the outcome. */
import { createHash } from 'node:crypto';
import type { SignedRequest } from '../domain/caller.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { todayInOslo } from '../domain/values/oslo-time.ts';
import { isUuid } from '../domain/values/uuid.ts';
import { needsLoginLink, withLoginLink } from './authorisations/session.ts';
import type { Call, Context, SharedParts, Time, WriteOperation } from './operation.ts';
import { BankChallenge } from './ports/bank.ts';
import {
  Collision,
  type EarlierRequest,
  type Facts,
  type RequestKey,
  type StoredAnswer,
  type Stores,
} from './ports/stores.ts';

/** null: the request has no X-Request-ID. */
export function requestKeyOf(tppId: string, request: SignedRequest): RequestKey | null {
  const id = request.headers.get('x-request-id');
  if (!id) return null;
  // The order of headers, which proxies may change, must not change the fingerprint.
  const psuHeaders = [...request.headers].filter(([name]) => /^(x-)?psu-/.test(name)).sort();
  const lines = psuHeaders.map(([name, value]) => `${name}: ${value}\n`);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n${lines.join('')}\n`)
    .update(request.body ?? '');
  // Two UUIDs that differ only in case are the same id.
  const requestId = isUuid(id) ? id.toLowerCase() : id;
  return { tppId, requestId, fingerprint: hash.digest('base64url') };
}

/** REST stores the response; GraphQL stores the outcome under `field`, the response key of the mutation. */
export type ReplayForm<Outcome> =
  | { readonly as: 'answer'; readonly render: (outcome: Outcome) => StoredAnswer }
  | { readonly as: 'outcome'; readonly field: string };

export type WriteResult<Outcome> =
  | {
      readonly kind: 'outcome';
      readonly outcome: Outcome;
      /** null for GraphQL, which renders the outcome again. */
      readonly answer: StoredAnswer | null;
      readonly isReplay: boolean;
    }
  /** The response that an earlier request stored. GraphQL stores its response only if the document also reads. */
  | { readonly kind: 'storedAnswer'; readonly answer: StoredAnswer };

interface Write<Input, Outcome> {
  readonly operation: WriteOperation<Input, Outcome, unknown>;
  readonly call: Call;
  readonly input: Input;
  readonly replayForm: ReplayForm<Outcome>;
}

const attemptsAtMost = 5;

export const requestIdsKeptMs = 72 * 3_600_000;

const ignoreBeforeOf = ({ clock }: SharedParts): number => clock() - requestIdsKeptMs;

export async function writeOnce<Input, Outcome>(
  parts: SharedParts,
  write: Write<Input, Outcome>,
): Promise<WriteResult<Outcome>> {
  const { idempotencyKey: key } = write.call;
  let hasMetEqualPayment = false;
  let preparation: Promise<unknown> | null = null;
  /** All attempts share one call of `prepare`, because the bank may treat a second call as another payment. */
  const prepareOnce = (facts: Facts): Promise<unknown> => {
    preparation ??= prepare(parts, write, facts);
    return preparation;
  };
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attemptWrite(parts, write, hasMetEqualPayment, prepareOnce);
    } catch (error) {
      if (!(error instanceof Collision) || attempts >= attemptsAtMost) throw error;
      if (error.with === 'DUPLICATE') hasMetEqualPayment = true;
      // The row of an earlier use of the X-Request-ID prevents the insert, even if the row is too old for a replay.
      else if (key) await parts.work.of(key.tppId).stores.requests.deleteIfOld(key, ignoreBeforeOf(parts));
    }
  }
}

async function attemptWrite<Input, Outcome>(
  parts: SharedParts,
  write: Write<Input, Outcome>,
  hasMetEqualPayment: boolean,
  prepareOnce: (facts: Facts) => Promise<unknown>,
): Promise<WriteResult<Outcome>> {
  const { operation, call, input, replayForm } = write;
  const { caller, psu, trace, idempotencyKey: key } = call;
  const tppWork = parts.work.of(caller.tppId);
  trace.enter('REQUEST_ID');
  const request = key && { requestId: key.requestId, ignoreBefore: ignoreBeforeOf(parts) };
  const facts = await tppWork.facts({ request, needs: operation.needs?.(input, psu) ?? null });
  const earlierResult = key && facts.earlierRequest && replay(facts.earlierRequest, key, replayForm);
  if (earlierResult) return earlierResult;
  trace.enter('RULES');
  try {
    const preparation = await prepareOnce(facts);
    return await tppWork.transaction(async (stores) => {
      const context = contextOf(parts, stores, call, facts, hasMetEqualPayment);
      const outcome = await operation.run(context, input, preparation);
      const answer = await storeOutcome(parts, stores, write, facts, outcome);
      return { kind: 'outcome', outcome, answer, isReplay: false };
    });
  } catch (error) {
    if (error instanceof Collision) throw error;
    if (needsLoginLink(error)) throw await storeLogin(parts, call, facts, error);
    // A simultaneous request with the same id may have caused the error. If that request has succeeded, returns its outcome.
    const concurrentResult = await replayEarlier(parts, key, replayForm);
    if (concurrentResult) return concurrentResult;
    throw error;
  }
}

/** Returns the refusal with the link to the log-in. */
function storeLogin(parts: SharedParts, call: Call, facts: Facts, refusal: Refusal): Promise<Refusal> {
  const tppWork = parts.work.of(call.caller.tppId);
  const storeIn = (stores: Stores) => withLoginLink(contextOf(parts, stores, call, facts), refusal);
  // Only a challenge of the bank needs a transaction, because it stores two rows: the log-in and the link to the bank.
  return refusal instanceof BankChallenge ? tppWork.transaction(storeIn) : storeIn(tppWork.stores);
}

async function prepare<Input, Outcome>(
  parts: SharedParts,
  { operation, call, input, replayForm }: Write<Input, Outcome>,
  facts: Facts,
): Promise<unknown> {
  if (!operation.prepare) return undefined;
  const { stores } = parts.work.of(call.caller.tppId);
  const field = replayForm.as === 'outcome' ? replayForm.field : '';
  // Without an X-Request-ID every request is new.
  const writeKey = { requestId: call.idempotencyKey?.requestId ?? parts.ids.next(), field };
  const context = { ...contextOf(parts, stores, call, facts), readHeader: call.readHeader, writeKey };
  return operation.prepare(context, input);
}

function contextOf(
  { clock, ids, settings, bank }: SharedParts,
  stores: Stores,
  { caller, psu, trace }: Call,
  facts: Facts,
  hasMetEqualPayment = false,
): Context {
  const time = timeAt(clock(), settings.sandbox ? facts.clockOffset : 0);
  return { caller, psu, stores, ids, settings, bank, facts, hasMetEqualPayment, trace, ...time };
}

export function timeAt(realNow: number, offsetMs: number): Time {
  const now = realNow + offsetMs;
  return { now, realNow, today: todayInOslo(now) };
}

/** Returns the response that REST sends; null for GraphQL. */
async function storeOutcome<Input, Outcome>(
  { clock }: SharedParts,
  stores: Stores,
  { operation, call: { idempotencyKey: key }, replayForm }: Write<Input, Outcome>,
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
  const storedOutcome = operation.storedForm?.(outcome) ?? outcome;
  if (earlierRequest === null) await stores.requests.insert(key, { field, outcome: storedOutcome }, clock());
  // An earlier mutation of the document has created the row. A simultaneous request may have filled this field.
  else if (!(await stores.requests.addOutcome(key, field, storedOutcome))) throw new Collision('REQUEST');
  return null;
}

/** null: nothing is stored. Throws CONFLICT if a different request used the id. */
export async function replayEarlier<Outcome>(
  parts: SharedParts,
  key: RequestKey | null,
  replayForm: ReplayForm<Outcome>,
): Promise<WriteResult<Outcome> | null> {
  if (key === null) return null;
  const { requests } = parts.work.of(key.tppId).stores;
  const earlier = await requests.find(key.tppId, key.requestId, ignoreBeforeOf(parts));
  return earlier && replay(earlier, key, replayForm);
}

/** null: nothing is stored for this field yet. Throws CONFLICT if a different request used the id. */
function replay<Outcome>(
  earlier: EarlierRequest,
  key: RequestKey,
  replayForm: ReplayForm<Outcome>,
): WriteResult<Outcome> | null {
  if (earlier.fingerprint !== key.fingerprint) {
    const text = 'this X-Request-ID was used for another request; every new request needs a new id';
    throw refuse('CONFLICT', { path: 'X-Request-ID', text });
  }
  if (replayForm.as === 'outcome' && Object.hasOwn(earlier.outcomes, replayForm.field)) {
    const outcome = earlier.outcomes[replayForm.field] as Outcome;
    return { kind: 'outcome', outcome, answer: null, isReplay: true };
  }
  if (earlier.answer !== null) return { kind: 'storedAnswer', answer: earlier.answer };
  if (replayForm.as === 'outcome') return null;
  throw new Error('an X-Request-ID was committed without its answer');
}
