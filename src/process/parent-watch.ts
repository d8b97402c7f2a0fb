/**
 * Whether the program that started this process is still running, where it asks for that: `npm run facade` starts two services
 * with this argument and a channel of Node, which closes when that program ends in whatever way.
 */
export const endsWithParent = '--ends-with-parent';

/** Calls `ended` once the channel has closed; false: nothing is watched. */
export function whenParentEnds(onEnd: () => void): boolean {
  if (!process.argv.includes(endsWithParent)) return false;
  process.once('disconnect', onEnd);
  process.channel?.unref();
  // It may have ended already.
  if (!process.connected) setImmediate(onEnd);
  return true;
}
