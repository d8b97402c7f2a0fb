/**
 * Long work as a generator that pauses between its steps, so that its caller can serve other requests meanwhile. Short
 * work has no pause.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The result of all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
