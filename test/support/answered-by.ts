import type { UnsentLimits } from '../../src/http/connections.ts';
import type { RequestHandler } from '../../src/http/message.ts';
import { toFastifyHandler } from '../../src/http/request-hooks.ts';
import { createServer } from '../../src/http/server.ts';

export function answeredBy(door: RequestHandler, unsentLimits?: Partial<UnsentLimits>) {
  const { app, stop, figures } = createServer({
    clock: Date.now,
    beginSpan: null,
    onAnswer: () => undefined,
    log: () => undefined,
    deadline: undefined,
    onError: () => undefined,
    refusalOfError: () => null,
    requestsAtOnce: 1_000,
    unsentLimits,
  });
  app.get('/*', toFastifyHandler(door));
  return Object.assign(app, { figures, stop });
}
