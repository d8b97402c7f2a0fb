import { newTimeOrFault } from '../../../domain/bank/clock-move.ts';
import { nextBatchRun } from '../../../domain/values/oslo-time.ts';
import { defineWriteForPaymentRole } from '../../operation.ts';
import { setClockTarget } from './set-clock-target.ts';

export const runPaymentBatch = defineWriteForPaymentRole({
  name: 'runPaymentBatch',
  refusals: ['FORMAT_ERROR'],
  run: (context, { runs }: { readonly runs: number }) =>
    setClockTarget(context, (now) => {
      let to = now;
      for (let run = 0; run < runs; run += 1) to = nextBatchRun(to).at;
      return newTimeOrFault(now, { to });
    }),
});
