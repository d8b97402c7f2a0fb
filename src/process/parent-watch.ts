/**
 * Ends the process when the program that started it ends. `npm run facade` starts two services with this argument and a
 * Node channel, which closes when that program ends for any reason.
 */
export const endsWithParent = '--ends-with-parent';

/** Calls `onEnd` when the channel has closed; false: nothing is watched. */
export function whenParentEnds(onEnd: () => void): boolean {
  if (!process.argv.includes(endsWithParent)) return false;
  process.once('disconnect', onEnd);
  process.channel?.unref();
  // The parent may have ended already.
  if (!process.connected) setImmediate(onEnd);
  return true;
}
