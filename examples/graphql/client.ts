/**
 * A GraphQL client of the bank with documents typed by codegen, repeatable mutations, and subscriptions over server-sent
 * events. Copy this folder: it needs nothing of the bank's source and also runs in a browser.
 */
import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from './generated/graphql.ts';

export interface BankOptions {
  /** Such as `http://localhost:4000/graphql`. */
  readonly url: string;
  /** From `npm run tpp -- token`. */
  readonly token: string;
  /** Replaces the platform's fetch, for tests or signing. */
  readonly fetch?: typeof fetch;
}

export interface TppMessage {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: string;
  readonly path?: string | null;
  readonly text: string;
}

export interface BankError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    /** The same codes as REST, such as FORMAT_ERROR. */
    readonly code: string;
    readonly status?: number;
    /** The path of the fault in the input. */
    readonly path?: string;
    readonly tppMessages?: readonly TppMessage[];
  };
}

/** The bank could not process the document. Refused mutations are not errors: they return `tppMessages`. */
export class BankFailure extends Error {
  readonly errors: readonly BankError[];

  constructor(errors: readonly BankError[]) {
    super(errors.map(({ message, extensions }) => `${extensions?.code}: ${message}`).join('; '));
    this.name = 'BankFailure';
    this.errors = errors;
  }

  get code(): string | undefined {
    return this.errors[0]?.extensions?.code;
  }

  /** HTTP status: 401 for an unknown or expired token. */
  get status(): number | undefined {
    return this.errors[0]?.extensions?.status;
  }
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly BankError[];
}

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** The stream is open: data read from now on misses no change. */
  readonly connected?: () => void;
}

export type BankClient = ReturnType<typeof createBankClient>;

export function createBankClient({ url, token, fetch: send = fetch }: BankOptions) {
  const authorization = `Bearer ${token}`;
  // No automatic retry: after a break the caller must read the list again.
  const events = createClient({ url, headers: { authorization }, fetchFn: send, retryAttempts: 0 });
  return {
    /** Returns the data. Repeat a mutation with the same `requestId`, and the bank executes it once. */
    async execute<Data, Variables>(
      document: TypedDocumentString<Data, Variables>,
      variables: Variables,
      requestId: string = crypto.randomUUID(),
    ): Promise<Data> {
      const response = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization, 'x-request-id': requestId },
        body: JSON.stringify({ query: document.toString(), variables }),
      });
      return dataOf((await response.json()) as Answer<Data>);
    },

    /** Ends when the bank ends the stream or `signal` aborts; throws when the connection breaks. */
    async *follow<Data, Variables>(
      document: TypedDocumentString<Data, Variables>,
      variables: Variables,
      { signal, connected }: FollowOptions = {},
    ): AsyncGenerator<Data> {
      const request = { query: document.toString(), variables: variables as Record<string, unknown> };
      const messages = events.iterate(request, connected ? { connected } : {});
      const stop = () => void messages.return?.();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        for await (const message of messages) yield dataOf(message as unknown as Answer<Data>);
      } catch (error) {
        throw await inWordsOfBank(error);
      } finally {
        signal?.removeEventListener('abort', stop);
        stop();
      }
    },
  };
}

/** The bank's explanation of a refused stream; other errors unchanged. */
async function inWordsOfBank(error: unknown): Promise<unknown> {
  const { response } = error as { response?: Response };
  const answer = (await response?.json?.().catch(() => null)) as Answer<never> | null | undefined;
  return answer?.errors?.length ? new BankFailure(answer.errors) : error;
}

function dataOf<Data>({ data, errors }: Answer<Data>): Data {
  if (errors?.length) throw new BankFailure(errors);
  if (data == null) throw new Error('The answer holds neither data nor errors.');
  return data;
}
