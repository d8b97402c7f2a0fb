/** Moves the TPP's sandbox clock forward; followSandboxClock then tells what happened on the way. */
import { type ClockMove, movedClock } from '../../../domain/bank/clock-move.ts';
import { refuseAll } from '../../../domain/refusal.ts';
import type { Operation } from '../../operation.ts';
import { type SentClock, sendClock } from './send-clock.ts';

export const advanceSandboxClock: Operation<ClockMove, SentClock> = {
  name: 'advanceSandboxClock',
  role: null,
  kind: 'write',
  refusals: ['FORMAT_ERROR'],
  run: (context, move) =>
    sendClock(context, (now) => {
      const to = movedClock(now, move);
      if (typeof to !== 'number') throw refuseAll([to]);
      return to;
    }),
};
