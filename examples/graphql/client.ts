/**
 * A GraphQL client of the bank: documents typed by codegen, mutations that may be repeated, subscriptions over
 * server-sent events. Copy this folder; nothing in it needs the bank's source, and all of it runs in a browser too.
 */
import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from './generated/graphql.ts';

export interface BankOptions {
  /** The endpoint: `http://localhost:4000/graphql`. */
  readonly url: string;
  /** A token of the sandbox, from `npm run tpp -- token`. */
  readonly token: string;
  /** In place of the platform's: a test's, or one that signs. */
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
    /** As REST has them: FORMAT_ERROR, RESOURCE_UNKNOWN … */
    readonly code: string;
    readonly status?: number;
    /** What is wrong: the place in the input, or an argument. */
    readonly path?: string;
    readonly tppMessages?: readonly TppMessage[];
  };
}

/** The bank could not do what the document asks. Refusals of a mutation are no errors: they come as `tppMessages`. */
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

  /** As HTTP has it: 401 for a token that is unknown or has expired. */
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
  /** Called once the bank is watching: what is read from now on misses nothing. */
  readonly connected?: () => void;
}

export type BankClient = ReturnType<typeof createBankClient>;

export function createBankClient({ url, token, fetch: send = fetch }: BankOptions) {
  const authorization = `Bearer ${token}`;
  // Nothing is retried here: who follows must read again what may have changed meanwhile.
  const events = createClient({ url, headers: { authorization }, fetchFn: send, retryAttempts: 0 });
  return {
    /** The data of a query or mutation. Give the same `requestId` again to repeat a mutation: the bank acts once. */
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

    /** The messages of a subscription, until the bank ends it, the connection breaks (throws) or `signal` aborts. */
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

/** A stream that was refused, as the bank explains it; any other error as it is. */
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
