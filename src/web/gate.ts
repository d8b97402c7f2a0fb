/** Before the doors: how many requests may be under way, how long each may take, and how the process comes to rest. */
import type { Deadline } from './deadline.ts';
import { createStreams, discard, isStream } from './streams.ts';

export type Unavailability = 'OVERLOAD' | 'DEADLINE' | 'STOPPING';

export interface GateParts {
  readonly answer: (request: Request, url: URL) => Promise<Response>;
  /** Probes and metrics, which are told what is the matter when nobody else is let in. */
  readonly exempt: (request: Request, url: URL) => boolean;
  /** Makes and logs the 503. */
  readonly unavailable: (request: Request, url: URL, why: Unavailability, milliseconds: number) => Response;
  readonly deadline: Deadline;
  readonly requestsAtOnce: number;
}

export interface Gate {
  fetch(request: Request): Promise<Response>;
  /** Requests whose work has not ended, those that their deadline has answered for among them. */
  underWay(): number;
  stopping(): boolean;
  /** Lets nobody in any more and ends the streams; resolves when nothing is under way. */
  drain(): Promise<void>;
}

export function createGate(parts: GateParts): Gate {
  const streams = createStreams();
  let underWay = 0;
  let stopping = false;
  let rested: () => void = () => undefined;
  const atRest = new Promise<void>((resolve) => {
    rested = resolve;
  });

  async function counted(request: Request, url: URL): Promise<Response> {
    underWay += 1;
    try {
      return await parts.answer(request, url);
    } finally {
      underWay -= 1;
      if (stopping && underWay === 0) rested();
    }
  }

  async function answered(request: Request, url: URL): Promise<Response> {
    const begun = performance.now();
    const refused = (why: Unavailability) =>
      parts.unavailable(request, url, why, Math.round(performance.now() - begun));
    const exempt = parts.exempt(request, url);
    if (!exempt && stopping) return refused('STOPPING');
    if (!exempt && underWay >= parts.requestsAtOnce) return refused('OVERLOAD');
    const work = () => (exempt ? parts.answer(request, url) : counted(request, url));
    const response = await parts.deadline.within(work, () => refused('DEADLINE'));
    if (!stopping || !isStream(response)) return streams.hold(response);
    await discard(response);
    return refused('STOPPING');
  }

  return {
    async fetch(request) {
      const response = await answered(request, new URL(request.url));
      if (stopping) response.headers.set('connection', 'close');
      return response;
    },
    underWay: () => underWay,
    stopping: () => stopping,
    drain() {
      stopping = true;
      streams.end();
      if (underWay === 0) rested();
      return atRest;
    },
  };
}
