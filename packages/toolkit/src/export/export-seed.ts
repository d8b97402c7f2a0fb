import { readSeed } from '../../../../src/domain/sandbox/read-seed.ts';
import { todayInOslo } from '../../../../src/domain/values/oslo-time.ts';
import type { RequestCall } from '../command/call.ts';
import { readData } from '../command/graphql-client.ts';
import { textAt } from '../record.ts';
import { RefusedError } from '../send.ts';
import { readPayments } from './read-payments.ts';
import { readSandbox } from './read-sandbox.ts';

export interface ExportedSeed {
  readonly acceptWarnings?: true;
  readonly clock?: string;
  readonly customers: readonly object[];
  readonly accounts?: readonly object[];
  readonly payments?: readonly object[];
}

export async function exportSeed(call: RequestCall, paymentsAtMost: number): Promise<ExportedSeed> {
  const time = textAt(await readData(call, '{ viewer { clock } }'), 'viewer', 'clock');
  const { customers, accounts, cardNumbers } = await readSandbox(call);
  const { payments, hasMore } = await readPayments(call, paymentsAtMost, cardNumbers);
  if (hasMore) call.note(`The TPP has more payments; the seed has the newest ${payments.length}.`);
  const seed = {
    ...clockOf(Date.parse(time ?? ''), payments, Date.now()),
    customers,
    ...(accounts.length === 0 ? {} : { accounts }),
    ...(payments.length === 0 ? {} : { payments }),
  };
  return fitToSeed(call, seed);
}

/** A seed needs a clock only if the sandbox, or an event in it, is ahead of real time. */
function clockOf(sandboxTime: number, payments: readonly object[], now: number): Pick<ExportedSeed, 'clock'> {
  const clock = todayInOslo(sandboxTime);
  const isAhead = clock > todayInOslo(now) || payments.some((payment) => latestTimeIn(payment) > now);
  return isAhead ? { clock } : {};
}

/** Searches the JSON, because the payment has times, and so have its history, its entries and its executions. */
function latestTimeIn(payment: unknown): number {
  const times = JSON.stringify(payment).match(/"(?:at|createdAt)":"[^"]{20,30}"/g) ?? [];
  return Math.max(0, ...times.map((time) => Date.parse(time.slice(time.indexOf(':') + 2, -1))));
}

/** Leaves out payments that a seed refuses, because the rules of their accounts have changed since their creation. */
function fitToSeed(call: RequestCall, seed: ExportedSeed): ExportedSeed {
  const result = readSeed({ ...seed, acceptWarnings: true }, Date.now());
  if (result.ok) return result.warnings.length > 0 ? { acceptWarnings: true, ...seed } : seed;
  const paymentIndexes = result.faults.map(({ path }) => /^payments\[(\d{1,4})\]/.exec(path)?.[1]);
  const lines = result.faults.slice(0, faultsShown).map(({ path, text }) => `${path}: ${text}`);
  const hasOtherFaults = paymentIndexes.includes(undefined);
  if (hasOtherFaults) throw new RefusedError(['A seed cannot hold this sandbox:', ...lines].join('\n'));
  const faultyIndexes = new Set(paymentIndexes.map(Number));
  const summary =
    faultyIndexes.size === 1
      ? '1 payment is left out, because a seed refuses it'
      : `${faultyIndexes.size} payments are left out, because a seed refuses them`;
  call.note([`${summary}:`, ...lines].join('\n'));
  return fitToSeed(call, {
    ...seed,
    payments: (seed.payments ?? []).filter((_, index) => !faultyIndexes.has(index)),
  });
}

const faultsShown = 20;
