/**
 * Begins one request per iteration of the event loop, after accepting waiting connections. Node accepts one connection per iteration, so
 * iterations must be short: if each began many requests, a probe whose connection is not accepted yet would wait for all
 * of them.
 */
import type { EventEmitter } from 'node:events';

type Begin = (waitedMs: number) => void;

/** The most iterations that accept connections before the next request begins. */
const acceptRoundsAtMost = 16;

/** The returned function calls `begin` at once, or in a later iteration if a request has begun in this one. */
export function createPacing(server: EventEmitter): (begin: Begin) => void {
  const queue: { readonly begin: Begin; readonly since: number }[] = [];
  let hasBegun = false;
  let hasAccepted = false;
  let acceptRounds = 0;
  server.on('connection', () => {
    hasAccepted = true;
  });

  function start(begin: Begin, waitedMs: number): void {
    hasBegun = true;
    acceptRounds = 0;
    setImmediate(startNext);
    begin(waitedMs);
  }

  function startNext(): void {
    if (hasAccepted && acceptRounds < acceptRoundsAtMost) {
      hasAccepted = false;
      acceptRounds += 1;
      setImmediate(startNext);
      return;
    }
    hasBegun = false;
    const next = queue.shift();
    if (next !== undefined) start(next.begin, performance.now() - next.since);
  }

  return (begin) => {
    if (hasBegun) queue.push({ begin, since: performance.now() });
    else start(begin, 0);
  };
}
