/** A fetch for openid-client that limits the size of responses. It reads the whole body before it returns the response. */
import type { CustomFetch } from 'openid-client';

const maxBytes = 1_048_576;

export const boundedFetch: CustomFetch = async (url, options) => {
  const { status, headers, body } = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new TypeError('the response is larger than 1 MiB');
    parts.push(part);
  }
  const mayHaveBody = status !== 204 && status !== 304;
  return new Response(mayHaveBody ? Buffer.concat(parts) : null, { status, headers });
};
