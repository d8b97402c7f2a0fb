import type { UnsentBounds } from '../../src/http/connections.ts';
import { handledBy } from '../../src/http/exchange.ts';
import type { RequestHandler } from '../../src/http/message.ts';
import { createServer } from '../../src/http/server.ts';
import { traceFactory } from '../../src/observability/request-trace.ts';

export function answeredBy(door: RequestHandler, unsent?: Partial<UnsentBounds>) {
  const { app, stop, figures } = createServer({
    trace: traceFactory(Date.now),
    span: null,
    onAnswer: () => undefined,
    log: () => undefined,
    deadline: undefined,
    requestsAtOnce: 1_000,
    unsent,
  });
  app.get('/*', handledBy(door));
  return Object.assign(app, { figures, stop });
}
