/**
 * Answers as they are stored: long ones compressed, which their stored headers say as HTTP does. A release that does not
 * unpack them sends a content coding that clients undo.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { StoredAnswer } from '../../operations/ports/stores.ts';

/** Shorter answers become hardly smaller. */
const packedFrom = 1_024;
const coding = 'content-encoding';
/** From here on repetitions are found over long distances; more takes much longer. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** An answer whose headers may be written to a row. */
type PackedAnswer = Omit<StoredAnswer, 'headers'> & { headers: Record<string, string> };

export async function packed({ status, headers, body }: StoredAnswer): Promise<PackedAnswer> {
  if (body.length < packedFrom) return { status, headers: { ...headers }, body };
  return { status, headers: { ...headers, [coding]: 'br' }, body: await compress(body, options) };
}

export async function unpacked(answer: StoredAnswer): Promise<StoredAnswer> {
  const { [coding]: packing, ...headers } = answer.headers;
  return packing === 'br' ? { ...answer, headers, body: await decompress(answer.body) } : answer;
}
