/**
 * A circuit breaker, for calls to a remote bank and for connections to the database: when what is called has failed too often
 * it is left alone for a while, so that requests are refused at once instead of waiting, then a single call tries it. Start at
 * `createBreaker`.
 */

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** How a call ended: NEITHER says nothing about what was called. */
export type Ending = 'ANSWERED' | 'FAILED' | 'NEITHER';

export interface Breaker {
  /** Lets a call begin, and must be told how it ended; null while there may be none. */
  begin(): ((ending: Ending) => void) | null;
  /** Whether a call could begin now. */
  closed(): boolean;
  /** For how long there will be no call. */
  pauseMs(): number;
  state(): BreakerState;
  /** Closes it: by another way it is known that calls succeed. */
  reached(): void;
}

export interface BreakerParts {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** From 0 to 1, so that replicas which lost the same thing together do not try it together. */
  readonly random: () => number;
  /** It opens when so many of so many last calls have failed, and at least half of those that were made. */
  readonly opensAfter: { readonly failures: number; readonly calls: number };
  /** Pauses one after the other; the last one stays. */
  readonly pausesMs: readonly number[];
  /** Called when it opens, and when it has closed again. */
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

export function createBreaker(parts: BreakerParts): Breaker {
  const { now, random, opensAfter, pausesMs, onOpen, onClose } = parts;
  /** Whether the last calls have failed, the oldest first. */
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
    // It began before the breaker opened: its failure is known, its success may be older than that.
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
