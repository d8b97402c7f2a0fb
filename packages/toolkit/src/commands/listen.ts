import { defineCommand } from '../command/command.ts';
import { exitCodes, RefusedError, UsageError } from '../command/failures.ts';
import { ListenRefused, listen as news } from '../listen.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export const listen = defineCommand({
  name: 'listen',
  summary: 'print status changes of payments as they happen',
  words: ['[PAYMENTID]'],
  about: [
    'Each line has the time, the payment, the status before (- for a new payment) and the status after. When the stream is open, the command prints listening on standard error.',
    'If the connection is lost, it tries again for 30 s.',
  ],
  options: { for: { takes: '10s', about: 'stop after this time (default: until Ctrl-C)' } },
  example: 'npm run tpp -- listen --for 60s',
  async run(call) {
    const [paymentId] = call.words;
    const span = call.values.for;
    const [base, identity] = [call.base(), call.identity()];
    const over = new AbortController();
    const duration = span === undefined ? null : durationOf(span);
    let ends: NodeJS.Timeout | undefined;
    try {
      const changes = news({
        base,
        identity,
        ...(paymentId === undefined ? {} : { paymentId }),
        signal: AbortSignal.any([call.enough, over.signal]),
        onListening() {
          call.note('listening');
          // The time to connect does not count.
          if (duration !== null) ends ??= setTimeout(() => over.abort(), duration);
        },
        onLost: (why) => call.note(`Connection lost, trying again: ${why}`),
      });
      for await (const { at, paymentId: id, from, to } of changes) {
        const line = `${at} ${id} ${from ?? '-'} ${to}`;
        call.print(call.values.json ? JSON.stringify({ at, paymentId: id, from, to }) : line);
      }
      return exitCodes.done;
    } catch (error) {
      if (error instanceof ListenRefused) throw new RefusedError(error.message);
      throw error;
    } finally {
      clearTimeout(ends);
    }
  },
});

/** Milliseconds. */
function durationOf(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,7})(ms|s|m|h)?$/.exec(text) ?? [];
  const duration = Number(count) * (units[unit] ?? 1);
  // A timer takes at most 31 bits.
  if (count === undefined || duration < 1 || duration > 2 ** 31 - 1)
    throw new UsageError(`--for must be a time such as 10s, 5m or 1h, not '${text}'.`);
  return duration;
}
