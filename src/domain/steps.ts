/** Long work that pauses between its steps, so that its caller can serve other requests. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
