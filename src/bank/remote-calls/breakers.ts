/**
 * Which calls to a bank elsewhere may begin: one circuit breaker for the bank as a whole, which counts failed connections,
 * and one for each operation and product, which counts what fails behind a connection. So a product that is away holds no
 * other product. Start at `createBreakers`.
 */
import { type Breaker, type BreakerState, createBreaker, type Ending } from '../../fairness/breaker.ts';

/** How a call ended: UNREACHABLE says that there was no connection, FAILED that its operation and product are away. */
export type CallEnding = Ending | 'UNREACHABLE';

/** What fails by itself. */
export interface BreakerPart {
  readonly operation: string;
  /** Empty where the operation is about none. */
  readonly product: string;
}

export interface Breakers {
  /** Lets a call begin, and must be told how it ended; null while there may be none. */
  begin(part: BreakerPart): ((ending: CallEnding) => void) | null;
  /** Whether a call could begin now. */
  closed(part: BreakerPart): boolean;
  /** For how long there will be no call, of the part or at all. */
  pauseMs(part: BreakerPart | null): number;
  /** Of the bank as a whole; OPEN too while a part is held. */
  state(): BreakerState;
  /** The parts for which no call may begin now. */
  held(): readonly BreakerPart[];
  /** The bank can be reached. */
  reached(): void;
}

export interface BreakersParts {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** null: the bank as a whole. */
  readonly onOpen: (part: BreakerPart | null) => void;
  readonly onClose: (part: BreakerPart | null) => void;
}

export const nameOf = ({ operation, product }: BreakerPart): string => `${operation} ${product}`;

/** What an ending says about the connection, and what about the part. */
const endings: Readonly<Record<CallEnding, { readonly bank: Ending; readonly part: Ending }>> = {
  ANSWERED: { bank: 'ANSWERED', part: 'ANSWERED' },
  FAILED: { bank: 'ANSWERED', part: 'FAILED' },
  UNREACHABLE: { bank: 'FAILED', part: 'NEITHER' },
  NEITHER: { bank: 'NEITHER', part: 'NEITHER' },
};

/** When calls to a bank stop, and for how long: the last pause stays. */
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
