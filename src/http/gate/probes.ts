/** Probes for an orchestrator: liveness, whether the process runs, and readiness, whether it can serve. */
import { type HttpAnswer, textAnswer } from '../messages/message.ts';

/** `ping` rejects when the database cannot be reached. */
export function createProbes({ ping, stopping }: { ping: () => Promise<void>; stopping: () => boolean }) {
  return {
    '/livez': async () => plain(200, 'alive'),
    '/readyz': async () => {
      if (stopping()) return plain(503, 'stopping');
      const ready = ping().then(() => plain(200, 'ready'));
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
