/** Sets only the target. `followSandboxClock` moves the clock to the target. */
import { type ClockMove, newTimeOrFault } from '../../../domain/bank/clock-move.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import { setClockTarget } from './set-clock-target.ts';

export const advanceSandboxClock = defineWriteForAnyRole({
  name: 'advanceSandboxClock',
  refusals: ['FORMAT_ERROR'],
  run: (context, move: ClockMove) => setClockTarget(context, (now) => newTimeOrFault(now, move)),
});
