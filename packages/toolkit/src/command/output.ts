import { exitCodes } from './failures.ts';

export function exitWhenOutputEnds(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    // The reader has closed the pipe, as `head -1` does. If the command has already ended, it has set exitCode.
    if (code === 'EPIPE') process.exit(process.exitCode ?? exitCodes.done);
    process.stderr.write(`Standard output cannot be written (${code}).\n`);
    process.exit(exitCodes.wrongUse);
  });
  // Nobody reads the messages any more, but the command goes on.
  process.stderr.on('error', () => undefined);
}
