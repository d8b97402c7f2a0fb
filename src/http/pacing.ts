/**
 * Begins one request in each iteration of the event loop, after the connections that wait to be accepted. Node accepts one
 * in each iteration: a hundred requests begun in one would keep a hundred new connections, probes among them, waiting for
 * as many iterations. Start at `createPacing`.
 */
import type { EventEmitter } from 'node:events';

/** `waitedMs`: how long the request has waited for its iteration. */
type Begin = (waitedMs: number) => void;

/** So many connections are accepted before the next request is begun. */
const connectionsFirst = 16;

/** Answers a function that calls `begin`: at once, unless a request was begun in this iteration. */
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
    if (hasAccepted && acceptRounds < connectionsFirst) {
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
