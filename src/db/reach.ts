/**
 * Whether PostgreSQL can be reached, and how often that is tried. After a failed attempt no connection is opened until a
 * probe has been answered; probes are sent about five times a second, however many requests wait. Start at `createReach`.
 */

export interface Reach {
  /** How many attempts to connect may be made now: none after one that failed. */
  attempts(): number;
  /** An attempt begins; call what this returns if it fails. */
  attempt(): (error: unknown) => void;
  /** A connection broke: probes soon, because others may be gone too. */
  doubt(): void;
  /** Probes; rejects when there is no answer. Calls during a probe share its result. */
  look(): Promise<void>;
  /** Why no request can be served: no connection is open and none can be opened. Null when one can. */
  lost(): unknown;
  /** Fewer connections are open than before. */
  fewer(): void;
  /** One more is open: an attempt that began before another failed may still succeed. */
  more(): void;
  stop(): void;
}

export interface ReachParts {
  /** Connects, runs a statement and disconnects; rejects when the database does not answer in time. */
  readonly probe: () => Promise<void>;
  /** How many connections are open. */
  readonly standing: () => number;
  /** How many attempts may be made at once; after that `attemptsPerSecond`. */
  readonly attemptsAtOnce: number;
  /** Attempts may be made again, or nobody can be served any more. */
  readonly changed: () => void;
  /** Told once when the database is lost, and once when it is found again. */
  readonly lose?: (error: unknown) => void;
  readonly find?: (awayMs: number) => void;
}

/** Pauses between probes after a failure. A probe is cheap, and waiting requests go on after the next one. */
const pausesMs = [100, 150, 200];
/** Pause before a probe while nothing has failed: several connections that break cause one probe. */
const doubtPauseMs = 500;
/** Failures within this time count as one outage, even if a probe between them succeeded. */
const calmMs = 5_000;
const attemptsPerSecond = 10;
/** How many probes may run at the same time; one may hang longer than the next is due. */
const looksAtOnce = 12;

export function createReach(parts: ReachParts): Reach {
  let barred: { readonly why: unknown } | null = null;
  let lostAt: number | null = null;
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let latest: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let refill: NodeJS.Timeout | undefined;
  let stopped = false;
  let allowance = parts.attemptsAtOnce;
  let filledAt = performance.now();

  /** A failure that began before the last answer says nothing about the present state. */
  function bar(why: unknown, begunAt: number): void {
    if (stopped || begunAt < answeredAt) return;
    const now = performance.now();
    if (now - failedAt > calmMs) failures = 0;
    if (barred === null) {
      failures += 1;
      // A look that is due because of a doubt would come late.
      clearTimeout(next);
      next = undefined;
    }
    failedAt = now;
    barred ??= { why };
    fewer();
    lookSoon();
  }

  function fewer(): void {
    if (barred === null || lostAt !== null || parts.standing() > 0) return;
    lostAt = performance.now();
    parts.lose?.(barred.why);
    parts.changed();
  }

  function more(): void {
    if (lostAt === null || stopped) return;
    parts.find?.(Math.round(performance.now() - lostAt));
    lostAt = null;
    parts.changed();
  }

  function unbar(): void {
    answeredAt = performance.now();
    barred = null;
    if (stopped) return;
    clearTimeout(next);
    next = undefined;
    if (lostAt === null) parts.changed();
    else more();
  }

  function look(): Promise<void> {
    clearTimeout(next);
    next = undefined;
    const begunAt = performance.now();
    lookedAt = begunAt;
    looks += 1;
    if (barred !== null) failures += 1;
    const mine = parts.probe().then(unbar, (error: unknown) => {
      bar(error, begunAt);
      throw error;
    });
    const over = () => {
      looks -= 1;
      if (latest === mine) latest = null;
      if (barred !== null) lookSoon();
    };
    latest = mine;
    mine.then(over, over);
    if (barred !== null) lookSoon();
    return mine;
  }

  /** A look after the pause that is due, counted from the beginning of the last one. */
  function lookSoon(): void {
    if (stopped || next !== undefined || looks >= looksAtOnce) return;
    const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? doubtPauseMs;
    // Random, so that replicas which lost the database together do not probe together.
    const due = lookedAt + pause * (0.8 + Math.random() * 0.2) - performance.now();
    next = setTimeout(() => void look().catch(() => undefined), Math.max(0, due)).unref();
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
    attempts: () => (barred === null && !stopped ? allowed() : 0),
    attempt() {
      allowed();
      allowance -= 1;
      awaitAllowance();
      const begunAt = performance.now();
      return (error) => bar(error, begunAt);
    },
    doubt() {
      if (barred === null && looks === 0) lookSoon();
    },
    look: () => latest ?? (stopped ? Promise.reject(new Error('Cannot use a pool after its end')) : look()),
    lost: () => (lostAt === null ? null : (barred?.why ?? null)),
    fewer,
    more,
    stop() {
      stopped = true;
      clearTimeout(next);
      clearTimeout(refill);
    },
  };
}
