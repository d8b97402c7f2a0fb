/** Sends requests to a service in this process by Fastify's `inject`: no port, and every hook of production. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';

type Service = Pick<FastifyInstance, 'inject'>;

export async function inject(app: Service, url: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(url, init);
  if (init.body instanceof ReadableStream) return injectRequest(app, request);
  const payload = request.body === null ? undefined : Buffer.from(await request.clone().arrayBuffer());
  return answerTo(app, request, payload === undefined ? {} : { payload });
}

/** The same for a request whose body is sent in parts, until the response is there. */
export async function injectRequest(app: Service, request: Request): Promise<Response> {
  if (request.body === null) return answerTo(app, request, {});
  let isAnswered = false;
  async function* parts(body: ReadableStream<Uint8Array>) {
    for await (const part of body) {
      if (isAnswered) return;
      yield part;
      // As from a socket: one part in an iteration of the event loop.
      await setImmediate();
    }
  }
  try {
    return await answerTo(app, request, { payload: Readable.from(parts(request.body)) });
  } finally {
    isAnswered = true;
  }
}

async function answerTo(
  app: Service,
  request: Request,
  body: { payload?: Buffer | Readable },
): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  const options: InjectOptions = {
    method: request.method as 'GET',
    url: pathname + search,
    authority: host,
    headers: {
      ...Object.fromEntries(request.headers),
      ...(body.payload instanceof Readable ? { 'transfer-encoding': 'chunked' } : {}),
    },
    payloadAsStream: true,
    // Methods that the harness does not know are sent as well.
    validate: false,
    ...body,
  };
  const answer = await app.inject(options);
  // Looks to the server like a client that disconnects.
  const leave = () => void answer.raw.res.destroy();
  request.signal.addEventListener('abort', leave);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
  const bodiless = [204, 303, 304].includes(answer.statusCode);
  const stream = bodiless ? null : streamOf(answer.stream(), leave);
  return new Response(stream, { status: answer.statusCode, headers });
}

/** The body as in the Fetch standard; `leave` is called when its reader cancels. Node's own adapter fails then. */
function streamOf(body: Readable, leave: () => void): ReadableStream<Uint8Array> {
  body.on('error', () => undefined);
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: leave,
  });
}
