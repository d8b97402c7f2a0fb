/** The sandbox's clock, the runs of its bank and its scenarios. */

import { executionsAtMost } from '../../../../domain/bank/clock-move.ts';
import { type Scenario, scenarios } from '../../../../domain/bank/scenarios.ts';
import { refuse, type TppMessage, warning } from '../../../../domain/refusal.ts';
import type { ClockEvent, clockEventKinds } from '../../../../operations/ports/clock.ts';
import { advanceSandboxClock } from '../../../../operations/sandbox/clock/advance-sandbox-clock.ts';
import {
  type FollowedClock,
  followSandboxClock,
} from '../../../../operations/sandbox/clock/follow-sandbox-clock.ts';
import { listUpcomingEvents } from '../../../../operations/sandbox/clock/list-upcoming-events.ts';
import { runPaymentBatch } from '../../../../operations/sandbox/clock/run-payment-batch.ts';
import type { SentClock } from '../../../../operations/sandbox/clock/send-clock.ts';
import type { GraphQLCall } from '../../../call.ts';
import type { GraphQLBuilder } from '../../builder.ts';
import { described } from '../../code-meanings.ts';
import { list } from '../../costs.ts';
import { upTo } from '../../list-parts.ts';
import { linksField, messagesField, mutation, type PayloadFields } from '../../mutation.ts';
import type { SchemaParts } from '../../parts.ts';
import type { Payload } from '../../payload.ts';

export function clockTypes(parts: SchemaParts): void {
  const { builder } = parts;
  const event = eventType(parts);
  const payload = clockPayload(parts, event);
  advanceMutation(parts, payload);
  batchMutation(parts, payload);
  scenariosQuery(builder);
  upcomingQuery(builder, event);
}

/** The most upcoming events of one answer. */
const upcomingAtMost = 100;

function upcomingQuery(builder: GraphQLBuilder, event: ReturnType<typeof eventType>): void {
  builder.queryField('upcomingEvents', (t) =>
    t.field({
      type: [event],
      complexity: list(upcomingAtMost),
      description:
        'Sandbox: what will happen if nobody does anything, soonest first: payments that the bank turns to, and authorisations that run out.',
      args: {
        first: t.arg.int({
          defaultValue: 50,
          validate: upTo(upcomingAtMost),
          description: `At most this many, 1 to ${upcomingAtMost}.`,
        }),
      },
      resolve: (_, { first }, { call }) => call.read(listUpcomingEvents, { limit: first ?? 50 }),
    }),
  );
}

function eventType({ builder, common }: SchemaParts) {
  const kind = builder.enumType('SandboxEventKind', {
    description: 'What happens as the time of a sandbox passes.',
    values: described<(typeof clockEventKinds)[number]>({
      BATCH_RUN: 'Batch run: one of the five daily runs turned to a payment.',
      PERIODIC_EXECUTION:
        'Periodic execution: one execution of a periodic payment was made, put off or left out.',
      AUTHORISATION_EXPIRED: 'Authorisation expired: the PSU did not finish it in time.',
      SESSION_ENDED: 'Session ended: the log-in of a PSU is 180 days old.',
    }),
  });
  return builder.objectRef<ClockEvent>('SandboxEvent').implement({
    description: 'Something that happened while the sandbox clock moved.',
    fields: (t) => ({
      time: t.expose('at', { type: 'DateTime', description: 'When, by the sandbox clock.' }),
      kind: t.field({ type: kind, description: 'What it was.', resolve: (one) => one.kind }),
      paymentId: t.exposeString('paymentId', { nullable: true, description: 'The payment.' }),
      authorisationId: t.exposeString('authorisationId', {
        nullable: true,
        description: 'The authorisation.',
      }),
      psuId: t.exposeString('psuId', { nullable: true, description: 'The PSU whose session ended.' }),
      transactionStatus: t.expose('status', {
        type: common.paymentStatus,
        nullable: true,
        description: 'The status that the payment came to.',
      }),
      text: t.exposeString('text', { description: 'What happened, in words.' }),
    }),
  });
}

/** Where the sandbox clock stands, and what happened on the way. */
const clockPayload =
  ({ common }: SchemaParts, event: ReturnType<typeof eventType>) =>
  (t: PayloadFields<FollowedClock>) => ({
    sandboxClock: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the TPP now; null when the call was refused.',
      resolve: ({ resource }) => resource?.now ?? null,
    }),
    reached: t.boolean({
      nullable: true,
      description:
        'Whether the clock has come to where it was sent. When false, the bank goes on by itself, or the clock has stopped, which a message says.',
      resolve: ({ resource }) => resource?.reached ?? null,
    }),
    events: t.field({
      type: [event],
      complexity: list(1_000),
      description: 'What happened, in order; the first 1,000.',
      resolve: ({ resource }) => resource?.events ?? [],
    }),
    hasMoreEvents: t.boolean({
      description: 'Whether more happened than `events` holds.',
      resolve: ({ resource }) => resource?.more ?? false,
    }),
    tppMessages: messagesField(common, t),
    links: linksField(common, t),
  });

type ClockPayload = ReturnType<typeof clockPayload>;

/** Moves the clock to the target that the request has set, event by event. */
async function moveClock(call: GraphQLCall, sentClock: SentClock): Promise<Payload<FollowedClock>> {
  const resource = await call.read(followSandboxClock, sentClock);
  return { resource, tppMessages: stopOf(resource), links: null };
}

function stopOf({ now, stoppedAfter }: FollowedClock): readonly TppMessage[] {
  if (stoppedAfter === null) return [];
  const text = `the clock has stopped at ${new Date(now).toISOString()}, because a move makes at most ${stoppedAfter} executions of periodic payments; move it again to go on`;
  return [warning('sandboxClock', text)];
}

function advanceMutation(parts: SchemaParts, payload: ClockPayload): void {
  mutation(parts, {
    name: 'advanceSandboxClock',
    description: `Moves the sandbox clock forward; runs, executions and expiries in between happen in order. After ${executionsAtMost} executions of periodic payments the clock stops; another move goes on.`,
    input: {
      description:
        'How far the sandbox clock moves: exactly one of by and to, at most five years, never back.',
      fields: (t) => ({
        by: t.string({
          description: 'ISO 8601 duration such as P1D or PT6H, counted by the calendar in Oslo.',
        }),
        to: t.field({ type: 'DateTime', description: 'The time to go to.' }),
      }),
      argument: 'How far.',
    },
    payload,
    act: async ({ by, to }, write, call) =>
      moveClock(call, await write(advanceSandboxClock, () => ({ by, to: to?.getTime() }))),
  });
}

function batchMutation(parts: SchemaParts, payload: ClockPayload): void {
  mutation(parts, {
    name: 'runPaymentBatch',
    description:
      'Runs the next batch now: moves the sandbox clock to the next of 05:30, 11:00, 13:30, 15:30, 18:00 on a bank day in Oslo.',
    input: {
      description: 'Which runs.',
      fields: (t) => ({
        runs: t.int({ description: 'How many of the next runs, 1 to 50; one when absent.' }),
      }),
      argument: 'Which runs; the next one when absent.',
      optional: true,
    },
    payload,
    act: async ({ runs }, write, call) =>
      moveClock(call, await write(runPaymentBatch, () => ({ runs: runsOf(runs) }))),
  });
}

/** How many batch runs one call may run. */
const runsAtMost = 50;

function runsOf(input: number | null | undefined): number {
  const runs = input ?? 1;
  if (runs >= 1 && runs <= runsAtMost) return runs;
  throw refuse('FORMAT_ERROR', { path: 'runs', text: `must be 1 to ${runsAtMost}` });
}

function scenariosQuery(builder: GraphQLBuilder): void {
  const scenario = builder.objectRef<Scenario>('Scenario').implement({
    description: 'How to make the bank of the sandbox misbehave on purpose.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      creditorName: t.exposeString('creditorName', {
        description: 'The name of the creditor that calls it, in any case.',
      }),
      description: t.exposeString('description', { description: 'What happens then.' }),
    }),
  });
  builder.queryField('scenarios', (t) =>
    t.field({
      type: [scenario],
      complexity: list(20),
      description: 'The scenarios that this sandbox plays.',
      resolve: () => scenarios,
    }),
  );
}
