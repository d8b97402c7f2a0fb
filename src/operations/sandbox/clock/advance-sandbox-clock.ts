/**
 * Sends the TPP's sandbox clock forward (contract 8, 10). The wish is stored here, in the transaction of the request; the
 * bank then carries time there event by event, this process or another, whatever happens to this one. Wishes add up:
 * a second one starts where the first will end.
 */
import { type ClockMove, movedClock } from '../../../domain/bank/clock-move.ts';
import { refuseAll } from '../../../domain/refusal.ts';
import { nextBatchSlot } from '../../../domain/values/calendar.ts';
import type { Context, Operation } from '../../operation.ts';

/** A clock that has been sent somewhere. Plain data, so that the outcome can be given again. */
export interface SentClock {
  readonly tppId: string;
  /** The time before and the time to come, epoch milliseconds by the clock of the TPP. */
  readonly from: number;
  readonly to: number;
  /** The number of the last event before. */
  readonly lastEvent: number;
}

export const advanceSandboxClock: Operation<ClockMove, SentClock> = {
  name: 'advanceSandboxClock',
  role: null,
  kind: 'write',
  refusals: ['FORMAT_ERROR'],
  run: (context, move) =>
    send(context, (now) => {
      const to = movedClock(now, move);
      if (typeof to !== 'number') throw refuseAll([to]);
      return to;
    }),
};

/** Sends the clock to the next runs of the batch, so that they happen now. */
export const runPaymentBatch: Operation<{ readonly runs: number }, SentClock> = {
  name: 'runPaymentBatch',
  role: null,
  kind: 'write',
  refusals: ['FORMAT_ERROR'],
  run: (context, { runs }) =>
    send(context, (now) => {
      let to = now;
      for (let run = 0; run < runs; run += 1) to = nextBatchSlot(to).at;
      const bounded = movedClock(now, { to });
      if (typeof bounded !== 'number') throw refuseAll([bounded]);
      return bounded;
    }),
};

async function send(context: Context, whither: (now: number) => number): Promise<SentClock> {
  const { tppId } = context.caller;
  const clock = await context.stores.clock.lock(tppId, true);
  if (!clock) throw new Error('the calling TPP is not known');
  const ahead = clock.targetMs ?? clock.offsetMs;
  // `context.now` was read before the lock was ours; the real time in it stands.
  const real = context.realNow;
  const from = real + ahead;
  const to = whither(from);
  await context.stores.clock.set(tppId, { offsetMs: clock.offsetMs, targetMs: to - real });
  return { tppId, from, to, lastEvent: await context.stores.clock.lastEvent(tppId) };
}
