/**
 * Long work as a generator: it pauses between its steps, so that whoever runs it can serve other requests meanwhile.
 * Work that is short has no pause.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The result of all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
