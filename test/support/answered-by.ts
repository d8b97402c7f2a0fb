import type { UnsentBounds } from '../../src/http/connections.ts';
import { handledBy } from '../../src/http/exchange.ts';
import type { RequestHandler } from '../../src/http/message.ts';
import { createServer } from '../../src/http/server.ts';

export function answeredBy(door: RequestHandler, unsent?: Partial<UnsentBounds>) {
  const { app, stop, figures } = createServer({
    clock: Date.now,
    beginSpan: null,
    onAnswer: () => undefined,
    log: () => undefined,
    deadline: undefined,
    onError: () => undefined,
    refusalOfError: () => null,
    requestsAtOnce: 1_000,
    unsent,
  });
  app.get('/*', handledBy(door));
  return Object.assign(app, { figures, stop });
}
