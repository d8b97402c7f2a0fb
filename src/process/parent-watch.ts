/** With this argument, a process ends with its parent, whose end closes the IPC channel. */
export const endsWithParentArgument = '--ends-with-parent';

export function whenParentEnds(onEnd: () => void): void {
  if (!process.argv.includes(endsWithParentArgument)) return;
  process.once('disconnect', onEnd);
  // The channel alone must not keep the process alive.
  process.channel?.unref();
  // The parent may have ended already.
  if (!process.connected) setImmediate(onEnd);
}
