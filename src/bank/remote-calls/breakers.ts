/** Failed connections open the breaker of the bank, which blocks all calls. Failed responses open only the breaker of their group. */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/**
 * A refusal and a 429 of the bank are ANSWERED. The response of a gateway is FAILED.
 * Metrics count `CallOutcome`, not these endings.
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
  readonly random: () => number;
  /** `group` is null if the breaker of the bank opens or closes. */
  readonly onOpen: (group: CallGroup | null) => void;
  readonly onClose: (group: CallGroup | null) => void;
}

export const groupName = ({ operation, product }: CallGroup): string => `${operation} ${product}`;

/** The endings that the two breakers of a call record, by the ending of the call. */
const recordedEndings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly group: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', group: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', group: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', group: 'UNRELATED' },
  UNRELATED: { bank: 'UNRELATED', group: 'UNRELATED' },
};

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
    /** The caller passes the ending of the call to the returned function. null: calls are blocked. */
    begin(group: CallGroup): ((ending: CallEnding) => void) | null {
      const reportToGroup = breakerOfGroup(group).begin();
      if (reportToGroup === null) return null;
      const reportToBank = bankBreaker.begin();
      if (reportToBank === null) {
        // Without a report, a trial of the group would never end, and block the group for ever.
        reportToGroup('UNRELATED');
        return null;
      }
      return (ending) => {
        reportToBank(recordedEndings[ending].bank);
        reportToGroup(recordedEndings[ending].group);
      };
    },
    mayBegin: (group: CallGroup): boolean => bankBreaker.mayBegin() && breakerOfGroup(group).mayBegin(),
    /** How long calls of `group` stay blocked. `group` null: how long all calls to the bank stay blocked. */
    pauseMs: (group: CallGroup | null): number =>
      Math.max(bankBreaker.pauseMs(), group === null ? 0 : breakerOfGroup(group).pauseMs()),
    /** OPEN also while only a group is blocked. */
    state: (): BreakerState =>
      bankBreaker.state() === 'CLOSED' && blockedGroups().length > 0 ? 'OPEN' : bankBreaker.state(),
    blockedGroups,
    resetBank: bankBreaker.reset,
  };
}
