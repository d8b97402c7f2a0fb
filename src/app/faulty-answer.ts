import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SandboxFault } from '../domain/sandbox/faults.ts';
import { cancelAfterFirstChunk, type HttpAnswer } from '../http/message.ts';

type Pause = (milliseconds: number) => Promise<void>;

/** Sends a response as a fault of the sandbox demands. false: nothing was sent, because the fault does not change this response. */
export function sendFaulty(
  reply: FastifyReply,
  body: HttpAnswer['body'],
  fault: SandboxFault,
  pause: Pause,
): boolean {
  if (fault.kind === 'cut') {
    reply.hijack().raw.destroy();
    // Reads a chunk without sending it, because the source of a stream that was never read does not clean up.
    if (body instanceof ReadableStream) void cancelAfterFirstChunk(body);
    return true;
  }
  if (body === null || reply.request.method === 'HEAD') return false;
  if (fault.kind === 'cut-body') {
    void sendPart(reply, body);
    return true;
  }
  if (fault.kind !== 'slow-body' || body instanceof ReadableStream) return false;
  // A client that leaves is no failure.
  pipeline(slowPieces(body, fault.milliseconds, pause), writeHead(reply, body), () => undefined);
  return true;
}

function writeHead(reply: FastifyReply, body: HttpAnswer['body']): ServerResponse {
  const length = body instanceof Uint8Array ? { 'content-length': body.length } : {};
  const headers = { ...reply.getHeaders(), ...length } as OutgoingHttpHeaders;
  return reply.hijack().raw.writeHead(reply.statusCode, headers);
}

/** Sends half of the body, or the first chunk of a stream, and then closes the connection. */
async function sendPart(reply: FastifyReply, body: NonNullable<HttpAnswer['body']>): Promise<void> {
  const raw = writeHead(reply, body);
  const part =
    body instanceof Uint8Array ? body.subarray(0, body.length / 2) : await cancelAfterFirstChunk(body);
  raw.write(part ?? '', () => raw.destroy());
}

const piecesAtMost = 20;

/** The pauses before the pieces take `milliseconds` in all. */
async function* slowPieces(body: Uint8Array, milliseconds: number, pause: Pause): AsyncGenerator<Uint8Array> {
  const pieceBytes = Math.ceil(body.length / piecesAtMost);
  const pieceCount = Math.ceil(body.length / pieceBytes);
  for (let begin = 0; begin < body.length; begin += pieceBytes) {
    await pause(milliseconds / pieceCount);
    yield body.subarray(begin, begin + pieceBytes);
  }
}
