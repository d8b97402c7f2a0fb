/**
 * Knows whether PostgreSQL can be reached, and limits how often that is tried. After a failed attempt no connection is
 * opened until a probe has been answered; probes are sent about five times a second, however many requests wait.
 * Start at `createCircuitBreaker`.
 */

export interface CircuitBreaker {
  /** How many attempts to connect may be made now: none after one that failed. */
  attempts(): number;
  /** An attempt begins; call what this returns if it fails. */
  attempt(): (error: unknown) => void;
  /** A connection broke: probes soon, because others may be gone too. */
  suspect(): void;
  /** Probes; rejects when there is no answer. Calls during a probe share its result. */
  probe(): Promise<void>;
  /** Why no request can be served: no connection is open and none can be opened. Null when one can. */
  failure(): unknown;
  /** To be called when an open connection has been closed. */
  connectionClosed(): void;
  /** To be called when a connection has been opened: an attempt that began before another failed may still succeed. */
  connectionOpened(): void;
  stop(): void;
}

export interface CircuitBreakerParts {
  /** Connects, runs a statement and disconnects; rejects when the database does not answer in time. */
  readonly probe: () => Promise<void>;
  /** How many connections are open. */
  readonly openConnections: () => number;
  /** How many attempts may be made at once; after that `attemptsPerSecond`. */
  readonly attemptsAtOnce: number;
  /** Called when attempts may be made again, and when no request can be served any more. */
  readonly changed: () => void;
  /** Called once when the database is lost, and once when it is found again. */
  readonly onLost?: (error: unknown) => void;
  readonly onFound?: (awayMs: number) => void;
}

/** Pauses between probes after a failure. A probe is cheap, and waiting requests go on after the next one. */
const pausesMs = [100, 150, 200];
/** Pause before a probe while nothing has failed: several connections that break cause one probe. */
const suspicionPauseMs = 500;
/** Failures within this time count as one outage, even if a probe between them succeeded. */
const calmMs = 5_000;
const attemptsPerSecond = 10;
/** How many probes may run at the same time; one may hang longer than the next is due. */
const probesAtOnce = 12;

export function createCircuitBreaker(parts: CircuitBreakerParts): CircuitBreaker {
  let tripped: { readonly why: unknown } | null = null;
  let lostAt: number | null = null;
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let probes = 0;
  let latest: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let refill: NodeJS.Timeout | undefined;
  let stopped = false;
  let allowance = parts.attemptsAtOnce;
  let filledAt = performance.now();

  /** A failure that began before the last answer says nothing about the present state. */
  function trip(why: unknown, begunAt: number): void {
    if (stopped || begunAt < answeredAt) return;
    const now = performance.now();
    if (now - failedAt > calmMs) failures = 0;
    if (tripped === null) {
      failures += 1;
      // A probe that is due because of a suspicion would come late.
      cancelNext();
    }
    failedAt = now;
    tripped ??= { why };
    connectionClosed();
    probeSoon();
  }

  function connectionClosed(): void {
    if (tripped === null || lostAt !== null || parts.openConnections() > 0) return;
    lostAt = performance.now();
    parts.onLost?.(tripped.why);
    parts.changed();
  }

  function connectionOpened(): void {
    if (lostAt === null || stopped) return;
    parts.onFound?.(Math.round(performance.now() - lostAt));
    lostAt = null;
    parts.changed();
  }

  function reset(): void {
    answeredAt = performance.now();
    tripped = null;
    if (stopped) return;
    cancelNext();
    if (lostAt === null) parts.changed();
    else connectionOpened();
  }

  function cancelNext(): void {
    clearTimeout(next);
    next = undefined;
  }

  function probe(): Promise<void> {
    cancelNext();
    const begunAt = performance.now();
    probedAt = begunAt;
    probes += 1;
    if (tripped !== null) failures += 1;
    const attempt = parts.probe().then(reset, (error: unknown) => {
      trip(error, begunAt);
      throw error;
    });
    const over = () => {
      probes -= 1;
      if (latest === attempt) latest = null;
      if (tripped !== null) probeSoon();
    };
    latest = attempt;
    attempt.then(over, over);
    if (tripped !== null) probeSoon();
    return attempt;
  }

  /** A probe after the pause that is due, counted from the beginning of the last one. */
  function probeSoon(): void {
    if (stopped || next !== undefined || probes >= probesAtOnce) return;
    const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? suspicionPauseMs;
    // Random, so that replicas which lost the database together do not probe together.
    const due = probedAt + pause * (0.8 + Math.random() * 0.2) - performance.now();
    next = setTimeout(() => void probe().catch(() => undefined), Math.max(0, due)).unref();
  }

  function allowed(): number {
    const now = performance.now();
    allowance = Math.min(parts.attemptsAtOnce, allowance + ((now - filledAt) / 1_000) * attemptsPerSecond);
    filledAt = now;
    return Math.floor(allowance);
  }

  function awaitAllowance(): void {
    if (allowed() >= 1 || refill !== undefined || stopped) return;
    refill = setTimeout(() => {
      refill = undefined;
      parts.changed();
      awaitAllowance();
    }, 1_000 / attemptsPerSecond).unref();
  }

  return {
    attempts: () => (tripped === null && !stopped ? allowed() : 0),
    attempt() {
      allowed();
      allowance -= 1;
      awaitAllowance();
      const begunAt = performance.now();
      return (error) => trip(error, begunAt);
    },
    suspect() {
      if (tripped === null && probes === 0) probeSoon();
    },
    probe: () => latest ?? (stopped ? Promise.reject(new Error('Cannot use a pool after its end')) : probe()),
    failure: () => (lostAt === null ? null : (tripped?.why ?? null)),
    connectionClosed,
    connectionOpened,
    stop() {
      stopped = true;
      clearTimeout(next);
      clearTimeout(refill);
    },
  };
}
