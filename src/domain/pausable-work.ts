/** After each `yield`, the caller may let other requests run before the work goes on. */
export type PausableWork<Result> = Generator<undefined, Result, undefined>;

export function runToEnd<Result>(work: PausableWork<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
