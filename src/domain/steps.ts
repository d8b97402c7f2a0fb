/** Long work that yields after each step. Its caller may then let other requests run before it asks for the next step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
