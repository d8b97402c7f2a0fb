/** Reads a whole response and limits its size before the client sees it. */
import type { CustomFetch } from 'openid-client';

const bytesAtMost = 1_048_576;

export const boundedFetch: CustomFetch = async (url, options) => {
  const { status, headers, body } = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > bytesAtMost) throw new TypeError('the response is larger than 1 MiB');
    parts.push(part);
  }
  const whole = status === 204 || status === 304 ? null : Buffer.concat(parts);
  return new Response(whole, { status, headers });
};
