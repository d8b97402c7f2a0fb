/**
 * The circuit breakers of calls to a remote bank. The bank's breaker blocks all calls after failed connections. Each group of calls
 * with the same operation and product has its own breaker, so that a product that fails blocks no other.
 */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/**
 * What a call shows about the bank. ANSWERED: the bank responded, even if it refused the call or asked for a retry. FAILED: there
 * was a connection, but the bank did not respond, even if a gateway did. UNREACHABLE: there was no connection. A `CallOutcome` of
 * the same name means something else: a response with status 429 has the outcome FAILED, but the ending ANSWERED.
 */
export type CallEnding = Ending | 'UNREACHABLE';

export interface CallGroup {
  readonly operation: string;
  /** Empty if the operation has no product. */
  readonly product: string;
}

export interface BreakersParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** `group` is null if the bank's breaker opens. */
  readonly onOpen: (group: CallGroup | null) => void;
  /** `group` is null if the bank's breaker closes. */
  readonly onClose: (group: CallGroup | null) => void;
}

export const groupName = ({ operation, product }: CallGroup): string => `${operation} ${product}`;

/** The endings that the bank's breaker and the group's breaker record for a call. */
const recordedEndings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly group: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', group: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', group: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', group: 'UNRELATED' },
  UNRELATED: { bank: 'UNRELATED', group: 'UNRELATED' },
};

/** All breakers of remote calls have these limits. */
export const breakerLimits = {
  opensAfter: { failures: 5, calls: 20 },
  pausesMs: [1_000, 2_000, 4_000, 8_000, 15_000],
} as const;

export type Breakers = ReturnType<typeof createBreakers>;

export function createBreakers({ onOpen, onClose, ...parts }: BreakersParts) {
  const createBreakerFor = (group: CallGroup | null): Breaker =>
    createBreaker({ ...parts, ...breakerLimits, onOpen: () => onOpen(group), onClose: () => onClose(group) });
  const bankBreaker = createBreakerFor(null);
  const groupBreakers = new Map<string, { readonly group: CallGroup; readonly breaker: Breaker }>();

  function breakerOfGroup(group: CallGroup): Breaker {
    const entry = groupBreakers.get(groupName(group)) ?? { group, breaker: createBreakerFor(group) };
    groupBreakers.set(groupName(group), entry);
    return entry.breaker;
  }

  const blockedGroups = (): readonly CallGroup[] =>
    [...groupBreakers.values()].filter(({ breaker }) => !breaker.mayBegin()).map(({ group }) => group);

  return {
    /** Returns a function by which the caller must report how the call ended; null while calls are blocked. */
    begin(group: CallGroup): ((ending: CallEnding) => void) | null {
      const reportToGroup = breakerOfGroup(group).begin();
      if (reportToGroup === null) return null;
      const reportToBank = bankBreaker.begin();
      if (reportToBank === null) {
        reportToGroup('UNRELATED');
        return null;
      }
      return (ending) => {
        reportToBank(recordedEndings[ending].bank);
        reportToGroup(recordedEndings[ending].group);
      };
    },
    mayBegin: (group: CallGroup): boolean => bankBreaker.mayBegin() && breakerOfGroup(group).mayBegin(),
    /** For how long the calls of the group are still blocked. With null: for how long the bank's breaker still blocks all calls. */
    pauseMs: (group: CallGroup | null): number =>
      Math.max(bankBreaker.pauseMs(), group === null ? 0 : breakerOfGroup(group).pauseMs()),
    /** The state of the bank's breaker; OPEN also while only a group is blocked. */
    state: (): BreakerState =>
      bankBreaker.state() === 'CLOSED' && blockedGroups().length > 0 ? 'OPEN' : bankBreaker.state(),
    blockedGroups,
    /** Closes the bank's breaker: the bank can be reached again. */
    resetBank: bankBreaker.reset,
  };
}
