/** A circuit breaker: after too many failures it refuses all calls for a pause, and then allows a single trial. */

export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** UNRELATED: the way in which the call ended says nothing about the remote system. */
export type Ending = 'ANSWERED' | 'FAILED' | 'UNRELATED';

export interface Breaker {
  /** Call the returned function at the end of the call. null: no call may begin now. */
  begin(): ((ending: Ending) => void) | null;
  mayBegin(): boolean;
  /** 0: there is no pause. */
  pauseMs(): number;
  state(): BreakerState;
  /** Closes an open breaker. A closed breaker keeps its recent failures. */
  reset(): void;
}

export interface BreakerParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Returns 0 to 1. It shortens each pause by up to a fifth, so that processes do not try again at the same time. */
  readonly random: () => number;
  /** Counts the last `calls` calls, or all calls if there were fewer. Opens if at least `failures` and at least half of them failed. */
  readonly opensAfter: { readonly failures: number; readonly calls: number };
  /** The lengths of the first pauses. Each later pause has the last length. */
  readonly pausesMs: readonly number[];
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

export function createBreaker(parts: BreakerParts): Breaker {
  const { now, random, opensAfter, pausesMs, onOpen, onClose } = parts;
  /** Oldest first. */
  let recentEndings: Exclude<Ending, 'UNRELATED'>[] = [];
  /** null: the breaker is closed. */
  let openUntil: number | null = null;
  let pauseCount = 0;
  let isTrialRunning = false;
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
    recentEndings = [];
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
    recentEndings = [...recentEndings, ending].slice(-opensAfter.calls);
    if (ending === 'FAILED' && hasTooManyFailures(recentEndings, opensAfter.failures)) open();
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
        // Ignores a second ending of the call, and an ending after the breaker opened or closed during the call.
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

function hasTooManyFailures(recentEndings: readonly Ending[], minFailures: number): boolean {
  const failureCount = recentEndings.filter((ending) => ending === 'FAILED').length;
  return failureCount >= minFailures && failureCount * 2 >= recentEndings.length;
}
