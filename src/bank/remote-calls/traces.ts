import { type RemoteAnswer, type RemoteRequest, type Transport, TransportFailure } from './http.ts';

interface CallTrace {
  /** They let the bank continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** `result` is the status, or the reason why there is no response. */
  end(result: number | string): void;
}

interface CallStart {
  readonly method: string;
  readonly base: string;
  /** The path, with names in place of ids. */
  readonly template: string;
  /** The number of earlier attempts of the same call. */
  readonly earlierAttempts: number;
}

export interface CallTraces {
  begin(call: CallStart): CallTrace;
}

/** Sends a request, and traces it if there are `traces`. Returns a TransportFailure instead of throwing it. */
export async function sendTraced(
  transport: Transport,
  traces: CallTraces | null | undefined,
  start: Omit<CallStart, 'method'>,
  request: RemoteRequest,
): Promise<RemoteAnswer | TransportFailure> {
  const call = traces?.begin({ method: request.method, ...start });
  for (const [name, value] of Object.entries(call?.headers ?? {})) request.headers.set(name, value);
  try {
    const answer = await transport.send(request);
    call?.end(answer.status);
    return answer;
  } catch (error) {
    call?.end(error instanceof TransportFailure ? error.kind : 'UNKNOWN');
    if (error instanceof TransportFailure) return error;
    throw error;
  }
}
