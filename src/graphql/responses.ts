/** Helpers for the responses of yoga. */
import type { FetchAPI } from 'graphql-yoga';
import type { StoredAnswer } from '../operations/ports/stores.ts';

/** Whether the body is a stream of server-sent events. */
export const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Reads the body of a response that is not a stream. */
export const bytesIn = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

export const responseOf = ({ status, headers, body }: StoredAnswer, { Response }: FetchAPI): Response =>
  new Response(body as Uint8Array<ArrayBuffer>, { status, headers });

export function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}
