/** `listen`: statuses of the TPP's payments as they change, one line each. */
import { defineCommand } from '../command/command.ts';
import { exitCodes, RefusedError, UsageError } from '../command/failures.ts';
import { ListenRefused, listen as news } from '../listen.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export const listen = defineCommand({
  name: 'listen',
  summary: 'print statuses of payments as they change, one line each',
  words: ['[PAYMENTID]'],
  about: [
    'Time, payment, status before (- for a creation) and status after. It says listening on standard error once it hears.',
    'A service that goes away is tried again for 30 s.',
  ],
  options: { for: { takes: '10s', about: 'end when it has listened so long; else Ctrl-C ends it' } },
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
          // The time to connect does not count as time to listen.
          if (duration !== null) ends ??= setTimeout(() => over.abort(), duration);
        },
        onLost: () => call.note('lost the service; trying again'),
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
  // A timer holds no more than 31 bits.
  if (count === undefined || duration < 1 || duration > 2 ** 31 - 1)
    throw new UsageError(`--for takes a time such as 10s, 5m or 1h, not '${text}'.`);
  return duration;
}
