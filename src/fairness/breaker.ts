/**
 * A circuit breaker. After too many failures it refuses calls at once. After a pause it allows a single call, which
 * tries again.
 */

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** NEITHER: the ending says nothing about the remote system. */
export type Ending = 'ANSWERED' | 'FAILED' | 'NEITHER';

export interface Breaker {
  /** The caller must report the ending. null: no call may begin now. */
  begin(): ((ending: Ending) => void) | null;
  closed(): boolean;
  pauseMs(): number;
  state(): BreakerState;
  /** Closes the breaker, because calls are known to succeed. */
  reached(): void;
}

export interface BreakerParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A random number from 0 to 1, so that replicas do not try again at the same time. */
  readonly random: () => number;
  /** Opens after this number of failures among the last calls, if these are at least half of them. */
  readonly opensAfter: { readonly failures: number; readonly calls: number };
  /** The last pause repeats. */
  readonly pausesMs: readonly number[];
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

export function createBreaker(parts: BreakerParts): Breaker {
  const { now, random, opensAfter, pausesMs, onOpen, onClose } = parts;
  /** true: failed; the oldest first. */
  let failures: boolean[] = [];
  let openUntil: number | null = null;
  let pauses = 0;
  let trying = false;

  function open(): void {
    const pause = pausesMs[Math.min(pauses, pausesMs.length - 1)] ?? 0;
    const first = openUntil === null;
    pauses += 1;
    openUntil = now() + pause * (0.8 + 0.2 * random());
    if (first) onOpen?.();
  }

  function close(): void {
    openUntil = null;
    failures = [];
    pauses = 0;
    onClose?.();
  }

  function endOfTrial(ending: Ending): void {
    trying = false;
    if (ending === 'ANSWERED') close();
    else if (ending === 'FAILED') open();
  }

  function count(ending: Ending): void {
    // The call began before the breaker opened, so its result is out of date.
    if (openUntil !== null || ending === 'NEITHER') return;
    failures = [...failures, ending === 'FAILED'].slice(-opensAfter.calls);
    const failureCount = failures.filter(Boolean).length;
    if (ending === 'FAILED' && failureCount >= opensAfter.failures && failureCount * 2 >= failures.length)
      open();
  }

  const mayTry = (): boolean => openUntil !== null && now() >= openUntil && !trying;

  return {
    begin() {
      const trial = mayTry();
      if (openUntil !== null && !trial) return null;
      if (trial) trying = true;
      let isOver = false;
      return (ending) => {
        if (isOver) return;
        isOver = true;
        if (trial) endOfTrial(ending);
        else count(ending);
      };
    },
    closed: () => openUntil === null || mayTry(),
    pauseMs: () => (openUntil === null ? 0 : Math.max(0, openUntil - now())),
    reached() {
      if (openUntil !== null) close();
    },
    state: () => (openUntil === null ? 'CLOSED' : now() < openUntil ? 'OPEN' : 'HALF_OPEN'),
  };
}
