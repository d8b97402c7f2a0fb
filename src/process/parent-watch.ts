/**
 * With this argument, a process ends when its parent ends. The parent is the program that started the process, such as
 * `npm run facade`. It has an IPC channel to the process, which closes when the parent ends for any reason.
 */
export const endsWithParentArgument = '--ends-with-parent';

/** Calls `onEnd` when the parent has ended. Does nothing in a process without the argument. */
export function whenParentEnds(onEnd: () => void): void {
  if (!process.argv.includes(endsWithParentArgument)) return;
  process.once('disconnect', onEnd);
  // The channel alone must not keep the process alive.
  process.channel?.unref();
  // The parent may have ended already.
  if (!process.connected) setImmediate(onEnd);
}
