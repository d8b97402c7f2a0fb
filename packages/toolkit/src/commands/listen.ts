import type { ToolkitCall } from '../command/call.ts';
import { defineCommand } from '../command/command.ts';
import { UsageError } from '../command/failures.ts';
import type { Options } from '../command/options.ts';
import { createForwarder, type ForwardAttempt, type ForwardOptions } from '../forward.ts';
import { listen as followStatuses, type StatusNews } from '../listen.ts';
import { RefusedError } from '../send.ts';
import { newWebhookSecret, webhookHeader } from '../webhook.ts';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export const listen = defineCommand({
  name: 'listen',
  summary: 'print status changes of payments as they happen, or post them to a server',
  words: ['[PAYMENTID]'],
  about: [
    'Each line has the time, the payment, the old status (- for a new payment) and the new status. When the stream is open, the',
    'command prints "listening" on standard error. If the connection is lost, the service fails or is too busy, or nothing comes',
    'for 30 s, the command tries again for 30 s.',
    `With --forward-to it posts each change as JSON, signed in the header ${webhookHeader}. Each line then ends with the status of`,
    'the response. If the status is not 2xx, or there is no response, the command tries again, up to six times in all, after pauses',
    'of 1, 2, 4, 8 and 16 s. It keeps the order of the changes of a payment. The exit code is 1 if a change was not delivered.',
  ],
  options: {
    for: { takes: '10s', about: 'stop after this time (default: until Ctrl-C)' },
    'forward-to': { takes: 'ADDRESS', about: 'post each change to this address of your server' },
    secret: {
      takes: 'SECRET',
      about:
        'with --forward-to: the secret of the signatures (default: a new one, which the command prints on standard error)',
    },
  },
  example: 'npm run tpp -- listen --forward-to http://localhost:3000/webhooks/psd2',
  async run(call) {
    const [paymentId] = call.words;
    const duration = call.values.for;
    const durationMs = duration === undefined ? null : durationMsOf(duration);
    // Aborted after the time of --for, and when the stream has ended. Deliveries that wait then make a last attempt.
    const stop = new AbortController();
    const interruption = call.interruption();
    const { 'forward-to': url, secret } = call.values;
    const forwarder = forwarderFor(call, url, secret, { noRetries: stop.signal, interruption });
    let timer: NodeJS.Timeout | undefined;
    try {
      const changes = followStatuses({
        base: call.base(),
        identity: call.identity(),
        paymentId,
        signal: AbortSignal.any([interruption, stop.signal]),
        onListening() {
          call.note('listening');
          // The time to connect does not count.
          if (durationMs !== null) timer ??= setTimeout(() => stop.abort(), durationMs);
        },
        onLost: (why) => call.note(`Connection lost, trying again: ${why}`),
      });
      for await (const change of changes) {
        if (forwarder === null) call.print(call.values.json ? JSON.stringify(change) : changeLine(change));
        else await forwarder.push(change);
      }
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
    const undeliveredCount = (await forwarder?.end()) ?? 0;
    if (undeliveredCount > 0)
      throw new RefusedError(`${undeliveredCount} status changes were not delivered.`);
  },
});

/** null: the command prints the changes instead. */
function forwarderFor(
  { note, print, values: { json } }: ToolkitCall<Options>,
  url: string | undefined,
  chosenSecret: string | undefined,
  signals: Pick<ForwardOptions, 'noRetries' | 'interruption'>,
) {
  if (url === undefined && chosenSecret !== undefined) throw new UsageError('--secret needs --forward-to.');
  if (url === undefined) return null;
  // fetch refuses an address with a user.
  if (!/^https?:\/\/[^/?#@]*([/?#]|$)/.test(url) || !URL.canParse(url))
    throw new UsageError(`--forward-to must be an http or https address without a user, not '${url}'.`);
  const secret = chosenSecret ?? newWebhookSecret();
  if (chosenSecret === undefined) note(`The secret of the signatures: ${secret}`);
  const onAttempt = (attempt: ForwardAttempt) =>
    print(json ? JSON.stringify(attemptJson(attempt)) : attemptLine(attempt));
  return createForwarder({ url, secret, onAttempt, ...signals });
}

const changeLine = ({ at, paymentId, from, to }: StatusNews) => `${at} ${paymentId} ${from ?? '-'} ${to}`;

const attemptJson = ({ change, ...result }: ForwardAttempt) => ({ ...change, ...result });

function attemptLine({ change, status, fault, retryInMs }: ForwardAttempt): string {
  const next = retryInMs === null ? '' : `, again in ${retryInMs / 1_000} s`;
  return `${changeLine(change)} ${status ?? fault}${next}`;
}

/** Node runs a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1;

function durationMsOf(text: string): number {
  const [, count = '0', unit = 's'] = /^(\d{1,7})(ms|s|m|h)?$/.exec(text) ?? [];
  const durationMs = Number(count) * (unitMs[unit] ?? 1);
  if (durationMs < 1 || durationMs > longestTimerMs)
    throw new UsageError(`--for must be a time such as 10s, 5m or 1h, not '${text}'.`);
  return durationMs;
}
