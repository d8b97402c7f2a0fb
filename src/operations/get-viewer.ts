import { defineReadForAnyRole } from './operation.ts';

export const getViewer = defineReadForAnyRole({
  name: 'getViewer',
  async run({ caller, time }) {
    const { now, today } = await time();
    return { caller, now, today };
  },
});
