import { exitCodes } from './failures.ts';

/** Ends the process when standard output cannot be written. */
export function endWithOutput(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `head -1` does. Then exitCode is set, because commands print at their end. `listen` and the
    // demo print earlier, and end with 0.
    if (code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.done);
    process.stderr.write(`Standard output cannot be written (${code}).\n`);
    process.exit(exitCodes.wrongUse);
  });
  process.stderr.on('error', () => undefined);
}
