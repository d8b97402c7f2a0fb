/** Reads the body of a request once, with a bound, before anything looks into it. */
import { refuse } from '../domain/refusal.ts';

/** The bytes of the body, null when there is none; 413 as soon as `bytesAtMost` is passed. */
export async function readBody(request: Request, bytesAtMost: number): Promise<Uint8Array | null> {
  const tooLarge = () =>
    refuse('BODY_TOO_LARGE', { path: 'body', text: `the body may have at most ${bytesAtMost} bytes` });
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > bytesAtMost) throw tooLarge();
  if (request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of untilCut(request.body)) {
    length += chunk.length;
    if (length > bytesAtMost) throw tooLarge();
    chunks.push(chunk);
  }
  return length === 0 ? null : Buffer.concat(chunks, length);
}

/** A client that goes away has sent half a request; what its connection says is nobody else's failure. */
async function* untilCut(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw refuse('BAD_REQUEST', { path: 'body', text: 'the connection ended before the body did' });
  }
}
