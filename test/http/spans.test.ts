import { expect, it } from 'vitest';
import { textAnswer } from '../../src/http/message.ts';
import { toFastifyHandler } from '../../src/http/request-hooks.ts';
import { createServer } from '../../src/http/server.ts';
import type { RequestSpan } from '../../src/observability/request-trace.ts';

it('the span of a request ends without a status if its client disconnects before the work begins', async () => {
  const ends: unknown[] = [];
  const span = {
    run: (work: () => unknown) => work(),
    enter: () => undefined,
    end: (status: unknown) => void ends.push(status),
  };
  const { app } = createServer({
    clock: Date.now,
    beginSpan: () => span as unknown as RequestSpan,
    onAnswer: () => undefined,
    log: () => undefined,
    deadline: undefined,
    onError: () => undefined,
    refusalOfError: () => null,
    requestsAtOnce: 10,
  });
  app.addHook('preParsing', (_, { raw }, payload, done) => {
    raw.destroy();
    done(null, payload);
  });
  app.get(
    '/',
    toFastifyHandler(async () => textAnswer(200, '', {})),
  );
  await expect(app.inject('/')).rejects.toThrow();
  await expect.poll(() => ends).toEqual([null]);
  await app.close();
});
