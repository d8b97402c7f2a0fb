/** Who is asking, and at what time its sandbox lives. */
import type { IsoDate } from '../domain/values/calendar.ts';
import type { Caller, Operation } from './operation.ts';

export const getViewer: Operation<
  undefined,
  { readonly caller: Caller; readonly now: number; readonly today: IsoDate }
> = {
  name: 'getViewer',
  role: null,
  kind: 'read',
  refusals: [],
  async run({ caller, time }) {
    const { now, today } = await time();
    return { caller, now, today };
  },
};
