/**
 * Remembers what was read of a PSU, so that a creation is one statement: it decides by what is remembered, and PostgreSQL
 * checks in the statement that writes whether that still holds. If it does not, nothing has been written, and the facts are
 * read. Without this a creation costs 80 % more (docs/performance.md).
 */
import { LRUCache } from 'lru-cache';
import type { Facts, Needs, PsuSessionRecord, Question, Stores } from '../operations/ports/stores.ts';
import { factsHoldByIdentity, factsHoldByPsuId } from './statements/by-hand/facts-hold.ts';
import { type Condition, ConditionFailed } from './statements/insertion.ts';
import type { FactsRead } from './stores/facts.ts';

/** How a write is decided without a memory: its facts are read, then it is done. */
export interface Deciding {
  read(question: Question): Promise<FactsRead>;
  /** Runs the work in a transaction; under a condition it is ConditionFailed that is thrown when this does not hold. */
  transaction<T>(work: (stores: Stores) => Promise<T>, condition?: Condition): Promise<T>;
}

/** Of a PSU without KID agreements of its creditors, which are rare; payments with one always read them. */
interface Remembered {
  readonly clockOffset: number;
  readonly session: PsuSessionRecord;
  readonly version: string;
}

/** For how many PSUs they are remembered; each takes some hundred bytes. */
const rememberedAtMost = 10_000;
const noAgreements: Facts['kidAgreements'] = new Map();

export type FactMemory = ReturnType<typeof createFactMemory>;

/** One memory for all TPPs. */
export function createFactMemory() {
  const memory = new LRUCache<string, Remembered>({ max: rememberedAtMost });

  async function read(tppId: string, { read }: Deciding, question: Question): Promise<Facts> {
    const { facts, version } = await read(question);
    const { session, clockOffset } = facts;
    if (question.needs !== null) {
      const name = nameOf(tppId, question.needs);
      if (session === null || version === null || facts.kidAgreements.size > 0) memory.delete(name);
      else memory.set(name, { clockOffset, session, version });
    }
    return facts;
  }

  /** What is remembered, with the condition under which it may be used. */
  function assumed(tppId: string, { needs, anew, request }: Question) {
    const last = needs === null || anew ? undefined : memory.get(nameOf(tppId, needs));
    if (needs === null || last === undefined) return null;
    const { clockOffset, session, version } = last;
    const { psuId, identityNumber, sessionId } = needs.psu;
    const who = psuId === null ? factsHoldByIdentity : factsHoldByPsuId;
    const { creditorKeys } = needs;
    const requestId = request?.requestId ?? null;
    return {
      facts: { clockOffset, seen: null, session, kidAgreements: noAgreements },
      condition: who([
        tppId,
        clockOffset,
        sessionId,
        psuId ?? identityNumber,
        version,
        creditorKeys,
        requestId,
      ]),
    };
  }

  return async function decide<T>(
    tppId: string,
    plain: Deciding,
    question: Question,
    decision: (stores: Stores, facts: Facts) => Promise<T>,
  ): Promise<T> {
    const known = assumed(tppId, question);
    if (known !== null) {
      try {
        // It may be out of date, so what is thrown because of it does not count.
        const assuming = (stores: Stores) =>
          decision(stores, known.facts).catch(() => {
            throw new ConditionFailed();
          });
        return await plain.transaction(assuming, known.condition);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
    const facts = await read(tppId, plain, question);
    return plain.transaction((stores) => decision(stores, facts));
  };
}

const nameOf = (tppId: string, { psu }: Needs): string =>
  JSON.stringify([tppId, psu.psuId, psu.psuId === null ? psu.identityNumber : null, psu.sessionId]);
