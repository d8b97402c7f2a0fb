/**
 * Circuit breakers: one for the bank, which counts failed connections, and one for each operation and product, so that one
 * failing product blocks no other.
 */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/** UNREACHABLE: no connection. FAILED: the operation or product failed. */
export type CallEnding = Ending | 'UNREACHABLE';

export interface BreakerPart {
  readonly operation: string;
  /** Empty if the operation has none. */
  readonly product: string;
}

export interface Breakers {
  /** The caller must report how the call ended; null while calls are blocked. */
  begin(part: BreakerPart): ((ending: CallEnding) => void) | null;
  closed(part: BreakerPart): boolean;
  /** How long calls are blocked. */
  pauseMs(part: BreakerPart | null): number;
  /** OPEN also while only a part is blocked. */
  state(): BreakerState;
  held(): readonly BreakerPart[];
  reached(): void;
}

export interface BreakersParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** null for the whole bank. */
  readonly onOpen: (part: BreakerPart | null) => void;
  readonly onClose: (part: BreakerPart | null) => void;
}

export const nameOf = ({ operation, product }: BreakerPart): string => `${operation} ${product}`;

/** What an ending means for the bank and for the part. */
const endings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly part: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', part: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', part: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', part: 'NEITHER' },
  NEITHER: { bank: 'NEITHER', part: 'NEITHER' },
};

/** The last pause repeats. */
export const bankBreaker = {
  opensAfter: { failures: 5, calls: 20 },
  pausesMs: [1_000, 2_000, 4_000, 8_000, 15_000],
} as const;

export function createBreakers({ onOpen, onClose, ...parts }: BreakersParts): Breakers {
  const breakerOf = (part: BreakerPart | null): Breaker =>
    createBreaker({ ...parts, ...bankBreaker, onOpen: () => onOpen(part), onClose: () => onClose(part) });
  const bank = breakerOf(null);
  const ofParts = new Map<string, { readonly part: BreakerPart; readonly breaker: Breaker }>();

  function ofPart(part: BreakerPart): Breaker {
    const entry = ofParts.get(nameOf(part)) ?? { part, breaker: breakerOf(part) };
    ofParts.set(nameOf(part), entry);
    return entry.breaker;
  }

  const listHeld = (): readonly BreakerPart[] =>
    [...ofParts.values()].filter(({ breaker }) => !breaker.closed()).map(({ part }) => part);

  return {
    begin(part) {
      const endOfPart = ofPart(part).begin();
      if (endOfPart === null) return null;
      const endOfBank = bank.begin();
      if (endOfBank === null) endOfPart('NEITHER');
      return endOfBank === null
        ? null
        : (ending) => {
            endOfBank(endings[ending].bank);
            endOfPart(endings[ending].part);
          };
    },
    closed: (part) => bank.closed() && ofPart(part).closed(),
    pauseMs: (part) => Math.max(bank.pauseMs(), part === null ? 0 : ofPart(part).pauseMs()),
    state: () => (bank.state() === 'CLOSED' && listHeld().length > 0 ? 'OPEN' : bank.state()),
    held: listHeld,
    reached: bank.reached,
  };
}
