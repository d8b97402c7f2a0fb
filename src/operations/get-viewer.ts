/** Who is asking, and at what time its sandbox lives. */
import type { Caller, Operation } from './operation.ts';

export const getViewer: Operation<undefined, { readonly caller: Caller; readonly now: number }> = {
  name: 'getViewer',
  role: null,
  kind: 'read',
  refusals: [],
  run: async ({ caller, now }) => ({ caller, now }),
};
