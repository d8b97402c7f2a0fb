/**
 * With this argument, a process ends when the program that started it ends. That program, such as `npm run facade`,
 * opens a channel of Node to the process. The channel closes when the program ends for any reason.
 */
export const endsWithParent = '--ends-with-parent';

/** Calls `onEnd` when the channel has closed. Returns false if the process has no such argument. */
export function whenParentEnds(onEnd: () => void): boolean {
  if (!process.argv.includes(endsWithParent)) return false;
  process.once('disconnect', onEnd);
  process.channel?.unref();
  // The parent may have ended already.
  if (!process.connected) setImmediate(onEnd);
  return true;
}
