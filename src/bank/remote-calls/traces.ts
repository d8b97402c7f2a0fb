/** What calls to a bank elsewhere need of tracing, which has it in `observability/tracing/calls.ts`. */

/** A call of which a trace is kept. */
interface TracedCall {
  /** By which the bank can continue the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** `result`: the status of the answer, or why there is none. */
  end(result: number | string): void;
}

export interface CallTraces {
  /** `template`: the address with names for its ids; `sentBefore`: how often the same call was sent. */
  begin(call: {
    readonly method: string;
    readonly base: string;
    readonly template: string;
    readonly sentBefore: number;
  }): TracedCall;
}
