import { type HttpAnswer, textAnswer } from '../http/message.ts';

export interface ProbeParts {
  /** Rejects if the database cannot be reached. */
  readonly ping: () => Promise<void>;
  readonly stopping: () => boolean;
  /** Whether the clocks of this process and of the database agree. */
  readonly inStep: () => boolean;
}

export function createProbes({ ping, stopping, inStep }: ProbeParts) {
  return {
    '/livez': async () => plain(200, 'alive'),
    '/readyz': async () => {
      if (stopping()) return plain(503, 'stopping');
      const ready = ping().then(() =>
        inStep() ? plain(200, 'ready') : plain(503, 'the clock differs from that of the database'),
      );
      return ready.catch(() => plain(503, 'no database'));
    },
  };
}

function plain(status: number, text: string): HttpAnswer {
  return textAnswer(status, `${text}\n`, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  });
}
