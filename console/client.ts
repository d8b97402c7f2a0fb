/** urql for queries and mutations, graphql-sse for subscriptions. The bank accepts the cookie or a token, but not both. */
import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  mapExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from './generated/graphql.ts';

export interface Bank {
  readonly client: Client;
  follow<Data>(
    document: TypedDocumentString<Data, Record<string, never>>,
    watch: { readonly signal: AbortSignal; readonly opened: () => void },
  ): AsyncGenerator<Data>;
}

export const endpoint = new URL('graphql', document.baseURI).href;

export function createBank(token: string | null, ended: () => void): Bank {
  const credential = token === null ? {} : { authorization: `Bearer ${token}` };
  const credentials: RequestCredentials = token === null ? 'same-origin' : 'omit';
  // The bank refuses a request that names another TPP than the session of the browser has.
  let shownTpp: string | undefined;
  const headersNow = () => ({
    ...credential,
    'x-console-request': shownTpp === undefined ? '1' : `tpp=${encodeURIComponent(shownTpp)}`,
  });
  const endIf = (failure: unknown) => {
    if (isSignedOut(failure)) ended();
  };
  const client = new Client({
    url: endpoint,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [
      mapExchange({
        onResult({ data, error }) {
          shownTpp ??= data?.viewer?.tppId;
          endIf(error);
        },
      }),
      cacheExchange,
      fetchExchange,
    ],
    fetchOptions: () => ({ credentials, headers: { ...headersNow(), 'x-request-id': newId() } }),
  });
  const events = createClient({ url: endpoint, credentials, headers: headersNow, retryAttempts: 0 });
  return {
    client,
    async *follow(document, { signal, opened }) {
      const messages = events.iterate({ query: document.toString() }, { connected: opened });
      const stop = () => void messages.return?.();
      signal.addEventListener('abort', stop, { once: true });
      try {
        for await (const { data } of messages) if (data) yield data as never;
      } catch (failure) {
        endIf(failure);
        throw failure;
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
      }
    },
  };
}

export function typed<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
): TypedDocumentNode<Data, Variables & AnyVariables> {
  return document.toString() as unknown as TypedDocumentNode<Data, Variables & AnyVariables>;
}

/** `randomUUID` is missing on pages by plain http from another host. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function isSignedOut(failure: unknown): boolean {
  return (failure as { readonly response?: Response } | undefined)?.response?.status === 401;
}

/** The bank has nothing with this id, or the text is no id. */
export function isUnknown(error: CombinedError | undefined): boolean {
  const codes = error?.graphQLErrors.map(({ extensions }) => extensions.code) ?? [];
  return codes.includes('RESOURCE_UNKNOWN') || codes.includes('FORMAT_ERROR');
}
