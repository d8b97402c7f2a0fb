/** `/livez` fails if the process must be restarted; `/readyz` fails while it must get no requests. */
import { type HttpAnswer, textAnswer } from '../http/message.ts';

export interface ProbeParts {
  /** Rejects if the database cannot be reached. */
  readonly ping: () => Promise<void>;
  /** The process is about to stop: it still serves requests, but must get no new ones. */
  readonly isLeaving: () => boolean;
  /** Whether the clocks of this process and of the database agree. */
  readonly clocksAgree: () => boolean;
}

export function createProbes({ ping, isLeaving, clocksAgree }: ProbeParts) {
  return {
    '/livez': async () => plainAnswer(200, 'alive'),
    '/readyz': async () => {
      if (isLeaving()) return plainAnswer(503, 'stopping');
      const ready = ping().then(() =>
        clocksAgree()
          ? plainAnswer(200, 'ready')
          : plainAnswer(503, 'the clock differs from that of the database'),
      );
      return ready.catch(() => plainAnswer(503, 'the database cannot be reached'));
    },
  };
}

function plainAnswer(status: number, text: string): HttpAnswer {
  return textAnswer(status, `${text}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  });
}
