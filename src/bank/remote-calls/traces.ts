import { type RemoteAnswer, type RemoteRequest, type Transport, TransportFailure } from './http.ts';

interface CallTrace {
  /** With these the bank can continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** `result`: the status, or why there is no response. */
  end(result: number | string): void;
}

interface CallStart {
  readonly method: string;
  readonly base: string;
  /** Ids are replaced by names. */
  readonly template: string;
  /** Earlier attempts of the same call. */
  readonly sentBefore: number;
}

export interface CallTraces {
  begin(call: CallStart): CallTrace;
}

/** Resolves with the failure if there is no response. */
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
