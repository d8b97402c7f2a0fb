/** A process with this argument ends when its parent ends. The IPC channel closes then. */
export const endsWithParentArgument = '--ends-with-parent';

export function whenParentEnds(onEnd: () => void): void {
  if (!process.argv.includes(endsWithParentArgument)) return;
  process.once('disconnect', onEnd);
  // The channel alone must not keep the process alive.
  process.channel?.unref();
  // The parent may have ended already.
  if (!process.connected) setImmediate(onEnd);
}
