/** Moves the clock to the next batch run on a bank day in Oslo, or to the nth one. */
import { movedClock } from '../../../domain/bank/clock-move.ts';
import { refuseAll } from '../../../domain/refusal.ts';
import { nextBatchRun } from '../../../domain/values/calendar.ts';
import { paymentWrite } from '../../operation.ts';
import { setClockTarget } from './set-clock-target.ts';

export const runPaymentBatch = paymentWrite({
  name: 'runPaymentBatch',
  refusals: ['FORMAT_ERROR'],
  run: (context, { runs }: { readonly runs: number }) =>
    setClockTarget(context, (now) => {
      let to = now;
      for (let run = 0; run < runs; run += 1) to = nextBatchRun(to).at;
      const target = movedClock(now, { to });
      if (typeof target !== 'number') throw refuseAll([target]);
      return target;
    }),
});
