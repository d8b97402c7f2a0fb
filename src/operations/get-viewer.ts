/** The calling TPP and the time of its sandbox. */
import { tppRead } from './operation.ts';

export const getViewer = tppRead({
  name: 'getViewer',
  async run({ caller, time }) {
    const { now, today } = await time();
    return { caller, now, today };
  },
});
