/**
 * Work that may take long, in steps: it stands still between them, and whoever drives it may let others have a turn. What
 * is small enough has no step to stand at.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The result of all steps at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
