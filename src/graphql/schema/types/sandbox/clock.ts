import { executionsAtMost, shownEventsAtMost } from '../../../../domain/bank/clock-move.ts';
import { type Scenario, scenarios } from '../../../../domain/bank/scenarios.ts';
import { refuse, type TppMessage, warning } from '../../../../domain/refusal.ts';
import type { ClockEvent, ClockEventKind } from '../../../../operations/ports/clock.ts';
import { advanceSandboxClock } from '../../../../operations/sandbox/clock/advance-sandbox-clock.ts';
import {
  type FollowedClock,
  followSandboxClock,
} from '../../../../operations/sandbox/clock/follow-sandbox-clock.ts';
import { listUpcomingEvents } from '../../../../operations/sandbox/clock/list-upcoming-events.ts';
import { runPaymentBatch } from '../../../../operations/sandbox/clock/run-payment-batch.ts';
import type { ClockTarget } from '../../../../operations/sandbox/clock/set-clock-target.ts';
import type { GraphQLCall } from '../../../call.ts';
import { builder } from '../../builder.ts';
import { describedEnum } from '../../code-meanings.ts';
import { lengthArgument, listCost } from '../../lists.ts';
import { linksField, type Payload, type PayloadFields, sandboxMutation } from '../../mutation.ts';
import { sandboxOnly } from '../../variants.ts';
import { paymentStatus } from '../common.ts';

const eventCount = { atMost: 100, byDefault: 50 };
const runsAtMost = 50;

builder.queryField('upcomingEvents', (t) =>
  t.field({
    type: [event],
    complexity: listCost(eventCount.atMost),
    extensions: sandboxOnly,
    description:
      'Sandbox: upcoming events, soonest first: payments that the bank will process, and authorisations that will expire.',
    args: { first: lengthArgument(t, 'Maximum number of events', eventCount) },
    resolve: (_, { first }, { call }) =>
      call.read(listUpcomingEvents, { limit: first ?? eventCount.byDefault }),
  }),
);

const kind = describedEnum<ClockEventKind>('SandboxEventKind', 'Kind of an event of the sandbox clock.', {
  BATCH_RUN: 'Batch run: one of the five daily runs processed a payment.',
  PERIODIC_EXECUTION:
    'Periodic execution: an execution of a periodic payment was made, ordered, postponed or skipped.',
  AUTHORISATION_EXPIRED: 'Authorisation expired: the PSU did not complete it in time.',
  SESSION_ENDED: 'Session ended: the PSU logged in 180 days ago.',
});
const event = builder.objectRef<ClockEvent>('SandboxEvent').implement({
  description: 'An event of the sandbox clock.',
  fields: (t) => ({
    time: t.expose('at', { type: 'DateTime', description: 'Time, by the sandbox clock.' }),
    kind: t.expose('kind', { type: kind, description: 'Kind of the event.' }),
    paymentId: t.exposeString('paymentId', { nullable: true, description: 'The payment.' }),
    authorisationId: t.exposeString('authorisationId', { nullable: true, description: 'The authorisation.' }),
    psuId: t.exposeString('psuId', { nullable: true, description: 'The PSU whose session ended.' }),
    transactionStatus: t.expose('status', {
      type: paymentStatus,
      nullable: true,
      description: 'New status of the payment.',
    }),
    text: t.exposeString('text', { description: 'Description of the event.' }),
  }),
});

const followedClockFields = (t: PayloadFields<FollowedClock>) => ({
  sandboxClock: t.field({
    type: 'DateTime',
    nullable: true,
    description: "Present time by the TPP's clock; null when the request was refused.",
    resolve: ({ resource }) => resource?.now ?? null,
  }),
  reached: t.boolean({
    nullable: true,
    description:
      'Whether the clock has reached the requested time. False with a warning at the path sandboxClock: the clock has stopped. False without this warning: the clock is still moving, and `viewer.clock` shows its time.',
    resolve: ({ resource }) => resource?.reached ?? null,
  }),
  events: t.field({
    type: [event],
    complexity: listCost(shownEventsAtMost),
    description: 'The first 1,000 events, in order.',
    resolve: ({ resource }) => resource?.events ?? [],
  }),
  hasMoreEvents: t.boolean({
    description: 'Whether there were more events than `events` contains.',
    resolve: ({ resource }) => resource?.more ?? false,
  }),
  links: linksField(t),
});

/**
 * The write has only stored the target. A write is one transaction, but each event needs its own. So `followSandboxClock`, which is defined
 * as a read, moves the clock.
 */
async function moveClock(call: GraphQLCall, target: ClockTarget): Promise<Payload<FollowedClock>> {
  const resource = await call.read(followSandboxClock, target);
  return { resource, tppMessages: warningsOf(resource), links: null };
}

function warningsOf({ now, stoppedAfterExecutions, bankFollowsClock }: FollowedClock): readonly TppMessage[] {
  const bankClockText =
    'the bank behind this service carries out payments by its own clock, and this move does not change that clock';
  const stopText = `the clock has stopped at ${new Date(now).toISOString()}, because a move makes at most ${stoppedAfterExecutions} executions of periodic payments; move it again to go on`;
  return [
    ...(bankFollowsClock ? [] : [warning('transactionStatus', bankClockText)]),
    ...(stoppedAfterExecutions === null ? [] : [warning('sandboxClock', stopText)]),
  ];
}

sandboxMutation({
  name: 'advanceSandboxClock',
  description: `Moves the sandbox clock forward. Batch runs, executions and expiries happen in their order. The clock stops after ${executionsAtMost} executions of periodic payments; move it again to continue.`,
  inputDescription:
    'How far to move the sandbox clock: give either by or to. At most five years, and not into the past.',
  input: (t) => ({
    by: t.string({ description: 'ISO 8601 duration such as P1D or PT6H, by the calendar in Oslo.' }),
    to: t.field({ type: 'DateTime', description: 'New time of the clock.' }),
  }),
  payload: followedClockFields,
  act: async (input, write, call) => moveClock(call, await write(advanceSandboxClock, () => input)),
});

sandboxMutation({
  name: 'runPaymentBatch',
  description:
    'Moves the sandbox clock to the next batch run: 05:30, 11:00, 13:30, 15:30 or 18:00 on a bank day in Oslo.',
  input: (t) => ({
    runs: t.int({ description: `Number of runs, 1 to ${runsAtMost}; default 1.` }),
  }),
  isInputOptional: true,
  payload: followedClockFields,
  act: async ({ runs }, write, call) =>
    moveClock(call, await write(runPaymentBatch, () => ({ runs: requireRuns(runs) }))),
});

function requireRuns(input: number | null | undefined): number {
  const runs = input ?? 1;
  if (runs >= 1 && runs <= runsAtMost) return runs;
  throw refuse('FORMAT_ERROR', { path: 'runs', text: `must be 1 to ${runsAtMost}` });
}

const scenario = builder.objectRef<Scenario>('Scenario').implement({
  description:
    'A special behaviour of the sandbox bank. A payment to a creditor with a certain name starts it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the scenario.' }),
    creditorName: t.exposeString('creditorName', {
      description: 'Name of the creditor that starts the scenario; case does not matter.',
    }),
    description: t.exposeString('description', { description: 'What the bank does.' }),
  }),
});
builder.queryField('scenarios', (t) =>
  t.field({
    type: [scenario],
    complexity: listCost(20),
    extensions: sandboxOnly,
    description: 'Scenarios of this sandbox.',
    resolve: () => scenarios,
  }),
);
