/**
 * Compresses long stored responses and marks them with `content-encoding`. So a process of an older release, which does not unpack
 * them, sends a response that clients can decode.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { StoredAnswer } from '../../operations/ports/stores.ts';

/** Compression hardly shrinks shorter responses. */
const minPackedBytes = 1_024;
const coding = 'content-encoding';
/** The lowest quality that finds distant repetitions. Higher ones are much slower. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

type PackedAnswer = Omit<StoredAnswer, 'headers'> & { headers: Record<string, string> };

export async function pack({ status, headers, body }: StoredAnswer): Promise<PackedAnswer> {
  if (body.length < minPackedBytes) return { status, headers: { ...headers }, body };
  return { status, headers: { ...headers, [coding]: 'br' }, body: await compress(body, options) };
}

export async function unpack(answer: StoredAnswer): Promise<StoredAnswer> {
  const { [coding]: packing, ...headers } = answer.headers;
  return packing === 'br' ? { ...answer, headers, body: await decompress(answer.body) } : answer;
}
