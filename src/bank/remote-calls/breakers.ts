/**
 * The circuit breakers of calls to a remote bank. One is for the whole bank, and counts failed connections. One is for each part, an
 * operation with a product, so that a product that fails blocks no other.
 */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/** UNREACHABLE: there was no connection. FAILED: the bank failed to carry out the operation. */
export type CallEnding = Ending | 'UNREACHABLE';

export interface BreakerPart {
  readonly operation: string;
  /** Empty if the operation has no product. */
  readonly product: string;
}

export interface Breakers {
  /** Returns a function by which the caller must report how the call ended; null while calls are blocked. */
  begin(part: BreakerPart): ((ending: CallEnding) => void) | null;
  /** Whether a call may begin now. */
  mayBegin(part: BreakerPart): boolean;
  /** How long calls of the part are blocked; null: those of the whole bank. */
  pauseMs(part: BreakerPart | null): number;
  /** The state of the bank's breaker; OPEN also while only a part is blocked. */
  state(): BreakerState;
  blockedParts(): readonly BreakerPart[];
  /** Closes the bank's breaker: the bank can be reached again. */
  resetBank(): void;
}

export interface BreakersParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** `part` is null for the bank's breaker. */
  readonly onOpen: (part: BreakerPart | null) => void;
  readonly onClose: (part: BreakerPart | null) => void;
}

export const partName = ({ operation, product }: BreakerPart): string => `${operation} ${product}`;

/** The ending that each breaker records. */
const endings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly part: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', part: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', part: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', part: 'NEITHER' },
  NEITHER: { bank: 'NEITHER', part: 'NEITHER' },
};

export const breakerLimits = {
  opensAfter: { failures: 5, calls: 20 },
  pausesMs: [1_000, 2_000, 4_000, 8_000, 15_000],
} as const;

export function createBreakers({ onOpen, onClose, ...parts }: BreakersParts): Breakers {
  const createFor = (part: BreakerPart | null): Breaker =>
    createBreaker({ ...parts, ...breakerLimits, onOpen: () => onOpen(part), onClose: () => onClose(part) });
  const bank = createFor(null);
  const entries = new Map<string, { readonly part: BreakerPart; readonly breaker: Breaker }>();

  function breakerOfPart(part: BreakerPart): Breaker {
    const entry = entries.get(partName(part)) ?? { part, breaker: createFor(part) };
    entries.set(partName(part), entry);
    return entry.breaker;
  }

  const blockedParts = (): readonly BreakerPart[] =>
    [...entries.values()].filter(({ breaker }) => !breaker.mayBegin()).map(({ part }) => part);

  return {
    begin(part) {
      const endOfPart = breakerOfPart(part).begin();
      if (endOfPart === null) return null;
      const endOfBank = bank.begin();
      if (endOfBank === null) {
        endOfPart('NEITHER');
        return null;
      }
      return (ending) => {
        endOfBank(endings[ending].bank);
        endOfPart(endings[ending].part);
      };
    },
    mayBegin: (part) => bank.mayBegin() && breakerOfPart(part).mayBegin(),
    pauseMs: (part) => Math.max(bank.pauseMs(), part === null ? 0 : breakerOfPart(part).pauseMs()),
    state: () => (bank.state() === 'CLOSED' && blockedParts().length > 0 ? 'OPEN' : bank.state()),
    blockedParts,
    resetBank: bank.reset,
  };
}
