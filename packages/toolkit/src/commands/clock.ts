import { parseIsoDate } from '../../../../src/domain/values/iso-date.ts';
import { columns } from '../columns.ts';
import type { RequestCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/failures.ts';
import { mutate, readData } from '../command/graphql-client.ts';
import { at, listAt, record, textAt } from '../record.ts';

const eventFields = '{ time kind paymentId authorisationId psuId transactionStatus text }';
const clockFields = `sandboxClock reached hasMoreEvents events ${eventFields}`;

export const clock = defineCommand({
  name: 'clock',
  summary: 'show or move the sandbox clock of this TPP',
  words: ['[MOVE]'],
  about: [
    'MOVE is a time span such as +1d, +6h, +1d12h or P2M, a time such as 2026-12-24T10:00Z, or next-batch for the next batch',
    'run. The clock never goes back. The command lists the events on the way. Without MOVE it prints the time and the next events.',
  ],
  sandboxOnly: true,
  options: {},
  example: 'npm run tpp -- clock next-batch',
  async run(call) {
    const [move] = call.words;
    await (move === undefined ? showClock(call) : moveClock(call, move));
  },
});

async function showClock(call: RequestCall): Promise<void> {
  const query = `{ viewer { clock nextBatchRun } upcomingEvents(first: 20) ${eventFields} }`;
  const data = await readData(call, query);
  const [sandboxClock, nextBatchRun] = [at(data, 'viewer', 'clock'), at(data, 'viewer', 'nextBatchRun')];
  const events = listAt(data, 'upcomingEvents');
  const eventLines = events.length === 0 ? ['Nothing is due.'] : ['Next:', ...linesOf(events)];
  const lines = [`Sandbox time   ${sandboxClock}`, `Next batch run ${nextBatchRun}`, ...eventLines];
  call.answer({ sandboxClock, nextBatchRun, upcomingEvents: events }, lines.join('\n'));
}

async function moveClock(call: RequestCall, move: string): Promise<void> {
  const [mutation, input] = mutationFor(move);
  const payload = await mutate(call, mutation, input, clockFields);
  const { sandboxClock, reached, hasMoreEvents } = record(payload);
  const events = listAt(payload, 'events');
  const lines = [...linesOf(events), `Sandbox time ${sandboxClock}`];
  call.answer({ sandboxClock, reached, events, hasMoreEvents }, lines.join('\n'));
  if (hasMoreEvents) call.note(`These are the first ${events.length} events; more happened.`);
  if (reached !== true) call.note(`The clock is still moving. See how far it is:\n  ${call.line(['clock'])}`);
}

const linesOf = (events: readonly unknown[]): readonly string[] =>
  columns(
    events.map((event) => [
      textAt(event, 'time') ?? '',
      textAt(event, 'paymentId') ?? textAt(event, 'authorisationId') ?? textAt(event, 'psuId') ?? '-',
      textAt(event, 'transactionStatus') ?? '-',
      textAt(event, 'text') ?? '',
    ]),
  );

/** Weeks, days, hours, minutes and seconds, in this order, such as +1d12h. */
const span = /^\+(?=\d)(?:(\d{1,4})w)?(?:(\d{1,4})d)?(?:(\d{1,5})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/;
/** An ISO 8601 duration, perhaps with a plus. */
const isoSpan = /^\+?(P(?=[\dT])(?:\d{1,9}[YMWD])*(?:T(?:\d{1,9}[HMS])+)?)$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function mutationFor(move: string): readonly [name: string, input: object] {
  if (move === 'next-batch') return ['runPaymentBatch', {}];
  const parts = span.exec(move);
  if (parts !== null) {
    const [weeks = 0, days = 0, hours, minutes, seconds] = parts.slice(1).map((count) => Number(count ?? 0));
    const by = `P${weeks * 7 + days}DT${hours}H${minutes}M${seconds}S`;
    return ['advanceSandboxClock', { by }];
  }
  const by = isoSpan.exec(move)?.[1];
  if (by !== undefined) return ['advanceSandboxClock', { by }];
  // `parseIsoDate` refuses 30 February, which Date would take for a day in March.
  const isInstant = instant.test(move) && parseIsoDate(move.slice(0, 10)) !== null;
  const to = isInstant ? Date.parse(move) : Number.NaN;
  if (!Number.isNaN(to)) return ['advanceSandboxClock', { to: new Date(to).toISOString() }];
  throw new UsageError(
    `MOVE must be a time span such as +1d or +6h, next-batch, or a time such as 2026-12-24T10:00Z, not '${move}'.`,
  );
}
