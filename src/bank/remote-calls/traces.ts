/** Sends a request of a call to a bank elsewhere, and has it traced, which `observability/tracing/calls.ts` does. */
import { type RemoteAnswer, type RemoteRequest, type Transport, TransportFailure } from './http.ts';

/** A call of which a trace is kept. */
interface CallTrace {
  /** By which the bank can continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** `result`: the status of the answer, or why there is none. */
  end(result: number | string): void;
}

interface CallStart {
  readonly method: string;
  readonly base: string;
  /** The address with names for its ids. */
  readonly template: string;
  /** How often the same call was sent. */
  readonly sentBefore: number;
}

export interface CallTraces {
  begin(call: CallStart): CallTrace;
}

/** Resolves with the failure where there is no answer. `traces`: absent where the call is not traced. */
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
