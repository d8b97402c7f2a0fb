/**
 * The queue of requests that have arrived and not begun. Node accepts one connection in each iteration of the
 * event loop, and liveness probes come by new connections: so each iteration is kept short. In one a few connections
 * are read for the first time and one or two requests begin; while connections are being accepted, for some iterations
 * none. A request that would wait too long is refused at once.
 */

/** How many milliseconds of one iteration may be spent on beginning requests. */
const beginMs = 2;
/** Connections that are read for the first time in one iteration. */
const readAtMost = 16;
/** Iterations in a row that do nothing but accept connections, and those that then do no more than read them. */
const acceptingAtMost = 32;
const withoutBeginningAtMost = 64;
/** The longest wait that a newcomer may expect, in milliseconds: behind many, and behind few. */
const waitMs = 500;
const waitBehindFewMs = 2_000;
const few = 64;
/** The weight of the latest value in the moving average of the time between two beginnings. */
const weight = 0.1;
/** The longest time that counts in that mean: a machine that froze for a second says nothing about the future. */
const betweenAtMostMs = 100;
/** The average before anything is measured: a process that has just started is slow. */
const firstBetweenMs = 2;

export interface Line {
  /** Whether a newcomer would have to wait for too long. */
  full(): boolean;
  /** How many wait. */
  waiting(): number;
  /**
   * Begins the work when it is first in the queue, at once if possible. Its synchronous part counts as its
   * beginning.
   */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /**
   * A connection was accepted; `read` is called when it may be read. `refused`: it is an older one whose last
   * request was refused, and comes after new ones.
   */
  accepted(read: () => void, refused: boolean): void;
}

export function createLine(): Line {
  const requests: (() => void)[] = [];
  const connections: (() => void)[] = [];
  const refused: (() => void)[] = [];
  /** Milliseconds spent on beginnings in this iteration. */
  let spent = 0;
  let scheduled = false;
  let accepts = false;
  /** Turns in which no request could begin. */
  let withheld = 0;
  let betweenMs = firstBetweenMs;
  let lastBegan: number | null = null;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(iterate);
  }

  function iterate(): void {
    scheduled = false;
    spent = 0;
    if (accepts && withheld < acceptingAtMost) withheld += 1;
    else {
      const some = connections.splice(0, readAtMost);
      for (const read of [...some, ...refused.splice(0, readAtMost - some.length)]) read();
      withheld = connections.length > 0 && withheld < withoutBeginningAtMost ? withheld + 1 : 0;
      if (withheld === 0) beginSome();
    }
    if (accepts || connections.length + refused.length + requests.length > 0) schedule();
    accepts = false;
  }

  function beginSome(): void {
    if (requests.length === 0) return;
    const now = performance.now();
    let count = 0;
    for (let next = requests.shift(); next !== undefined; ) {
      next();
      count += 1;
      spent = performance.now() - now;
      next = spent < beginMs ? requests.shift() : undefined;
    }
    if (lastBegan !== null) {
      const latest = Math.min((now - lastBegan) / count, betweenAtMostMs);
      betweenMs += weight * (latest - betweenMs);
    }
    lastBegan = requests.length > 0 ? now : null;
  }

  return {
    waiting: () => requests.length,
    full: () => requests.length * betweenMs > (requests.length > few ? waitMs : waitBehindFewMs),
    begin(work) {
      schedule();
      if (requests.length > 0 || spent >= beginMs || withheld > 0)
        return new Promise((resolve, reject) => {
          requests.push(() => work().then(resolve, reject));
        });
      const since = performance.now();
      const made = work();
      spent += performance.now() - since;
      return made;
    },
    accepted(read, again) {
      if (!again) accepts = true;
      (again ? refused : connections).push(read);
      schedule();
    },
  };
}
