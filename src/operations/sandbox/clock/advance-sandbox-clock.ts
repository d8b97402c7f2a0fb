/** Only sets the target of the clock. followSandboxClock then moves the clock there, event by event, and lists the events. */
import { type ClockMove, newTimeOrFault } from '../../../domain/bank/clock-move.ts';
import { defineWriteForAnyRole } from '../../operation.ts';
import { setClockTarget } from './set-clock-target.ts';

export const advanceSandboxClock = defineWriteForAnyRole({
  name: 'advanceSandboxClock',
  refusals: ['FORMAT_ERROR'],
  run: (context, move: ClockMove) => setClockTarget(context, (now) => newTimeOrFault(now, move)),
});
