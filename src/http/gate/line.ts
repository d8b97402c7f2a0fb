/**
 * The line of requests that have arrived and not begun. Node accepts one connection in each turn of the event loop, and
 * whoever asks whether the process lives comes by a new one: so each turn is kept short. In a turn a few connections are
 * read for the first time and one or two requests begin; in those that accept connections, for a while, none. Who would
 * wait for long is refused at once.
 */

/** How long requests begin in one turn, in milliseconds. */
const beginMs = 2;
/** Connections that are read for the first time in one turn. */
const readAtMost = 16;
/** Turns in a row that do nothing but accept connections, and those that then do no more than read them. */
const acceptingAtMost = 32;
const withoutBeginningAtMost = 64;
/** The longest wait that a newcomer may expect, in milliseconds: behind many, and behind few. */
const waitMs = 500;
const waitBehindFewMs = 2_000;
const few = 64;
/** How much the latest turn counts in the mean time between two beginnings. */
const weight = 0.1;
/** What one of them counts at most: a machine that stood still for a second is no sign of the seconds to come. */
const betweenAtMostMs = 100;
/** That time before it is known: a process that has just started is slow. */
const firstBetweenMs = 2;

export interface Line {
  /** Whether a newcomer would have to wait for too long. */
  full(): boolean;
  /** Begins the work when its turn comes, at once if it can. What it does before its first wait is its beginning. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /**
   * A connection was accepted; `read` is called when it may be read. `refused`: it is an old one whose last request was
   * refused, and comes after those that are new.
   */
  accepted(read: () => void, refused: boolean): void;
}

export function createLine(): Line {
  const requests: (() => void)[] = [];
  const connections: (() => void)[] = [];
  const refused: (() => void)[] = [];
  /** Milliseconds of beginnings in this turn. */
  let spent = 0;
  let turnComes = false;
  let accepts = false;
  /** Turns since requests could begin. */
  let withheld = 0;
  let betweenMs = firstBetweenMs;
  let lastBegan: number | null = null;

  function awaitTurn(): void {
    if (turnComes) return;
    turnComes = true;
    setImmediate(turn);
  }

  function turn(): void {
    turnComes = false;
    spent = 0;
    if (accepts && withheld < acceptingAtMost) withheld += 1;
    else {
      const some = connections.splice(0, readAtMost);
      for (const read of [...some, ...refused.splice(0, readAtMost - some.length)]) read();
      withheld = connections.length > 0 && withheld < withoutBeginningAtMost ? withheld + 1 : 0;
      if (withheld === 0) beginSome();
    }
    if (accepts || connections.length + refused.length + requests.length > 0) awaitTurn();
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
    full: () => requests.length * betweenMs > (requests.length > few ? waitMs : waitBehindFewMs),
    begin(work) {
      awaitTurn();
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
      awaitTurn();
    },
  };
}

/**
 * Requests whose bodies have not arrived in full. They do not count among the requests that are worked on; they have
 * limits of their own, in all and per address, so that a client that sends incomplete bodies cannot use up the places
 * of others.
 */

/** Answers a function that counts a waiting request of an address; it answers how to end that count, or null where a limit is reached. */
export function createWaiting(atMost: number, perAddress: number) {
  const byAddress = new Map<string | null, number>();
  let all = 0;
  return (address: string | null): (() => void) | null => {
    const count = byAddress.get(address) ?? 0;
    if (all >= atMost || count >= perAddress) return null;
    all += 1;
    byAddress.set(address, count + 1);
    return () => {
      all -= 1;
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    };
  };
}
