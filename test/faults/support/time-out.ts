/** A play that takes longer than its test ends its programs all the same. */
import type { TestContext } from 'vitest';

/** Rejects when the test has timed out, so that the play goes on to its `finally`. */
export function untilTimeout<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('the test has timed out')));
  });
  return Promise.race([run(), timeout]);
}

/** The test ends after the play has ended its programs. */
export function playIn<T>(
  { signal, onTestFinished }: Pick<TestContext, 'signal' | 'onTestFinished'>,
  play: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const playing = play(signal);
  const ignore = () => undefined;
  onTestFinished(() => playing.then(ignore, ignore));
  return playing;
}
