/**
 * A circuit breaker. When too many calls have failed, it opens: it refuses all calls for a pause. After the pause it allows a
 * single call, the trial. If the trial succeeds, the breaker closes, and calls are allowed again.
 */

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** How a call ended. UNRELATED: the reason says nothing about the remote system. */
export type Ending = 'ANSWERED' | 'FAILED' | 'UNRELATED';

export interface Breaker {
  /** Begins a call. Returns a function that takes the ending of this call, and must be called. null: no call may begin now. */
  begin(): ((ending: Ending) => void) | null;
  /** Whether a call may begin now. */
  mayBegin(): boolean;
  /** The rest of the current pause; 0 if there is none. */
  pauseMs(): number;
  state(): BreakerState;
  /** Closes the breaker: the remote system can be reached again. */
  reset(): void;
}

export interface BreakerParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A random number from 0 to 1, so that processes do not try again at the same time. */
  readonly random: () => number;
  /**
   * The breaker opens if enough of the last `calls` calls have failed: at least `failures`, and at least half of the last calls.
   */
  readonly opensAfter: { readonly failures: number; readonly calls: number };
  /** The lengths of the pauses, in order. The last length repeats. */
  readonly pausesMs: readonly number[];
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

export function createBreaker(parts: BreakerParts): Breaker {
  const { now, random, opensAfter, pausesMs, onOpen, onClose } = parts;
  /** One item for each of the last calls, oldest first. true: the call failed. */
  let recentFailures: boolean[] = [];
  /** When the pause ends and a trial may begin; null: the breaker is closed. */
  let openUntil: number | null = null;
  /** How many pauses have begun since the breaker was closed. */
  let pauseCount = 0;
  let isTrialRunning = false;
  /** How often the breaker has opened or closed. */
  let changeCount = 0;

  function open(): void {
    changeCount += 1;
    const pause = pausesMs[Math.min(pauseCount, pausesMs.length - 1)] ?? 0;
    const wasClosed = openUntil === null;
    pauseCount += 1;
    openUntil = now() + pause * (0.8 + 0.2 * random());
    if (wasClosed) onOpen?.();
  }

  function close(): void {
    changeCount += 1;
    isTrialRunning = false;
    openUntil = null;
    recentFailures = [];
    pauseCount = 0;
    onClose?.();
  }

  function endTrial(ending: Ending): void {
    isTrialRunning = false;
    if (ending === 'ANSWERED') close();
    else if (ending === 'FAILED') open();
  }

  function record(ending: Ending): void {
    if (ending === 'UNRELATED') return;
    recentFailures = [...recentFailures, ending === 'FAILED'].slice(-opensAfter.calls);
    if (ending === 'FAILED' && hasTooManyFailures(recentFailures, opensAfter.failures)) open();
  }

  const mayBeginTrial = (): boolean => openUntil !== null && now() >= openUntil && !isTrialRunning;

  return {
    begin() {
      const isTrial = mayBeginTrial();
      if (openUntil !== null && !isTrial) return null;
      if (isTrial) isTrialRunning = true;
      const changeCountAtStart = changeCount;
      let isOver = false;
      return (ending) => {
        // If the breaker has opened or closed since the call began, the ending no longer counts.
        if (isOver || changeCount !== changeCountAtStart) return;
        isOver = true;
        if (isTrial) endTrial(ending);
        else record(ending);
      };
    },
    mayBegin: () => openUntil === null || mayBeginTrial(),
    pauseMs: () => (openUntil === null ? 0 : Math.max(0, openUntil - now())),
    reset() {
      if (openUntil !== null) close();
    },
    state() {
      if (openUntil === null) return 'CLOSED';
      return now() < openUntil ? 'OPEN' : 'HALF_OPEN';
    },
  };
}

function hasTooManyFailures(recentFailures: readonly boolean[], least: number): boolean {
  const failureCount = recentFailures.filter(Boolean).length;
  return failureCount >= least && failureCount * 2 >= recentFailures.length;
}
