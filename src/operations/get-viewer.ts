/** Who is asking, and at what time its sandbox lives. */
import { tppRead } from './operation.ts';

export const getViewer = tppRead({
  name: 'getViewer',
  async run({ caller, time }) {
    const { now, today } = await time();
    return { caller, now, today };
  },
});
