/** The service as a function from Request to Response, as the Fetch standard has them: for tests, and for other hosts. */
import type { Arrival, Body, Handler, HttpAnswer } from './message.ts';

export function toFetch(handle: Handler): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer = await handle(arrivalOf(request));
    return toResponse(request.method === 'HEAD' ? withoutBody(answer) : answer);
  };
}

function arrivalOf(request: Request): Arrival {
  const { method, headers, signal } = request;
  return {
    method,
    target: targetOf(request.url),
    headers,
    address: null,
    signal,
    hasBody: request.body !== null,
    read: (bytesAtMost) => read(request, bytesAtMost),
  };
}

/** Path and query: the part after the origin. */
function targetOf(url: string): string {
  const begin = url.indexOf('/', url.indexOf('://') + 3);
  const target = begin < 0 ? '/' : url.slice(begin);
  const fragment = target.indexOf('#');
  return fragment < 0 ? target : target.slice(0, fragment);
}

async function read({ body, headers }: Request, bytesAtMost: number): Promise<Body> {
  if (Number(headers.get('content-length') ?? 0) > bytesAtMost) return 'TOO_LARGE';
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > bytesAtMost) return 'TOO_LARGE';
      chunks.push(chunk);
    }
  } catch {
    return 'CUT';
  }
  return length === 0 ? null : Buffer.concat(chunks, length);
}

/** The answer to HEAD: the headers of the answer to GET, with the length that its body would have. */
function withoutBody(answer: HttpAnswer): HttpAnswer {
  const { headers, body } = answer;
  const length = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {};
  return { ...answer, headers: { ...headers, ...length }, body: null };
}

function toResponse({ status, headers, cookies = [], body }: HttpAnswer): Response {
  const response = new Response(body as BodyInit | null, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
