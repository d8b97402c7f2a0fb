/**
 * The circuit breakers of calls to a remote bank. One is for the whole bank, and counts failed connections. The others are for groups of
 * calls with the same operation and product, so that a product that fails blocks no other.
 */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/** UNREACHABLE: there was no connection. FAILED: the bank failed to carry out the operation. */
export type CallEnding = Ending | 'UNREACHABLE';

export interface CallGroup {
  readonly operation: string;
  /** Empty if the operation has no product. */
  readonly product: string;
}

export interface Breakers {
  /** Returns a function by which the caller must report how the call ended; null while calls are blocked. */
  begin(group: CallGroup): ((ending: CallEnding) => void) | null;
  /** Whether a call may begin now. */
  mayBegin(group: CallGroup): boolean;
  /** How long calls of the group are blocked; null: those of the whole bank. */
  pauseMs(group: CallGroup | null): number;
  /** The state of the bank's breaker; OPEN also while only a group is blocked. */
  state(): BreakerState;
  blockedGroups(): readonly CallGroup[];
  /** Closes the bank's breaker: the bank can be reached again. */
  resetBank(): void;
}

export interface BreakersParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** `group` is null for the bank's breaker. */
  readonly onOpen: (group: CallGroup | null) => void;
  readonly onClose: (group: CallGroup | null) => void;
}

export const groupName = ({ operation, product }: CallGroup): string => `${operation} ${product}`;

/** The ending that each breaker records. */
const endings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly group: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', group: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', group: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', group: 'NEITHER' },
  NEITHER: { bank: 'NEITHER', group: 'NEITHER' },
};

export const breakerLimits = {
  opensAfter: { failures: 5, calls: 20 },
  pausesMs: [1_000, 2_000, 4_000, 8_000, 15_000],
} as const;

export function createBreakers({ onOpen, onClose, ...parts }: BreakersParts): Breakers {
  const createFor = (group: CallGroup | null): Breaker =>
    createBreaker({ ...parts, ...breakerLimits, onOpen: () => onOpen(group), onClose: () => onClose(group) });
  const bank = createFor(null);
  const entries = new Map<string, { readonly group: CallGroup; readonly breaker: Breaker }>();

  function breakerOfGroup(group: CallGroup): Breaker {
    const entry = entries.get(groupName(group)) ?? { group, breaker: createFor(group) };
    entries.set(groupName(group), entry);
    return entry.breaker;
  }

  const blockedGroups = (): readonly CallGroup[] =>
    [...entries.values()].filter(({ breaker }) => !breaker.mayBegin()).map(({ group }) => group);

  return {
    begin(group) {
      const endOfGroup = breakerOfGroup(group).begin();
      if (endOfGroup === null) return null;
      const endOfBank = bank.begin();
      if (endOfBank === null) {
        endOfGroup('NEITHER');
        return null;
      }
      return (ending) => {
        endOfBank(endings[ending].bank);
        endOfGroup(endings[ending].group);
      };
    },
    mayBegin: (group) => bank.mayBegin() && breakerOfGroup(group).mayBegin(),
    pauseMs: (group) => Math.max(bank.pauseMs(), group === null ? 0 : breakerOfGroup(group).pauseMs()),
    state: () => (bank.state() === 'CLOSED' && blockedGroups().length > 0 ? 'OPEN' : bank.state()),
    blockedGroups,
    resetBank: bank.reset,
  };
}
