/**
 * Rules of the payments of a seed. Each payment keeps to the rules of a creation on its day, and the simulated bank could
 * have made its status changes.
 */
import { shortestWay, stepsOf } from '../bank/payment-past.ts';
import { creationRefusal } from '../bank/scenarios.ts';
import { accountFinder, type Instruction, isBulk, transfersOf } from '../payments/instruction.ts';
import { kidFaults } from '../payments/kid-rule.ts';
import { type PaymentStatus, paymentMoves } from '../payments/status.ts';
import { todayInOslo } from '../values/calendar.ts';
import type { SeedAccount } from './account.ts';
import type { FaultAtPath } from './rules.ts';
import type { Seed } from './seed.ts';
import { accountsOf } from './seed-faults.ts';
import { pastExecutionFaults } from './seed-past-faults.ts';
import type { SeedPayment } from './seed-payment.ts';
import { optionalInstant, timesOf } from './seed-times.ts';
import { refersToTwoAccounts, twoAccountsText } from './two-accounts.ts';

const yearsAtMost = 5;
const yearMs = 366 * 86_400_000;

/** `start` is the time at which the sandbox starts. */
export function seedPaymentFaults(seed: Seed, start: number): readonly FaultAtPath[] {
  const payments = seed.payments ?? [];
  const accounts = accountsOf(seed).map(({ account }) => account);
  const findCreditor = accountFinder(accounts);
  const faults = payments.flatMap((payment, index) =>
    [
      ...timeFaults(payment, start),
      ...statusFaults(payment),
      ...entryFaults(payment),
      ...creationFaults(payment, start, accounts, findCreditor),
    ].map(({ path, text }) => ({ path: ['payments', index, ...path], text })),
  );
  return faults.length > 0 ? faults : pastExecutionFaults(seed, payments, start);
}

function timeFaults(payment: SeedPayment, start: number): readonly FaultAtPath[] {
  const { orderedTimes, otherTimes } = timesOf(payment);
  const created = optionalInstant(payment.createdAt) ?? start;
  const allTimes = [...orderedTimes, ...otherTimes];
  return [
    ...allTimes.flatMap(({ path, at }) =>
      at > start
        ? [
            {
              path,
              text: `must not be later than the start of the sandbox, ${new Date(start).toISOString()}`,
            },
          ]
        : [],
    ),
    ...(created < start - yearsAtMost * yearMs
      ? [
          {
            path: ['createdAt'],
            text: `must be at most ${yearsAtMost} years before the start of the sandbox`,
          },
        ]
      : []),
    ...orderedTimes.flatMap(({ path, at }, index) =>
      at < (orderedTimes[index - 1]?.at ?? at)
        ? [{ path, text: 'must not be earlier than the time before it' }]
        : [],
    ),
    ...otherTimes.flatMap(({ path, at }) =>
      at < created ? [{ path, text: 'must not be earlier than the creation' }] : [],
    ),
  ];
}

/** Finds status changes that the bank could not have made. */
function statusFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { product, status, history } = payment;
  const { settlement, title } = product;
  if (history === undefined)
    return shortestWay(settlement, status ?? 'RCVD') === null
      ? [{ path: ['status'], text: `is no status of ${title} in a sandbox` }]
      : [];
  let from: PaymentStatus = 'RCVD';
  const faults: FaultAtPath[] = [];
  for (const [index, { status: to }] of history.entries()) {
    if (!paymentMoves[settlement][from].includes(to))
      faults.push({
        path: ['history', index, 'status'],
        text: `cannot follow ${from} for ${title}`,
      });
    from = to;
  }
  if (status !== undefined && status !== from)
    faults.push({ path: ['status'], text: `must be ${from}, the last status of history` });
  return faults;
}

function entryFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { product, entries, executions, instruction } = payment;
  const { settlement } = product;
  const isBulkPayment = settlement === 'ENTRIES';
  const isPeriodic = settlement === 'SCHEDULE';
  return [
    ...(entries !== undefined && !isBulkPayment
      ? [{ path: ['entries'], text: 'is allowed only for a bulk payment' }]
      : []),
    ...(executions !== undefined && !isPeriodic
      ? [{ path: ['executions'], text: 'is allowed only for a periodic payment' }]
      : []),
    ...(isBulkPayment ? entryStatusFaults(payment) : []),
    ...repetitionsIn(
      'entries',
      (entries ?? []).map(({ index }) => index),
      'index',
    ),
    ...repetitionsIn(
      'executions',
      (executions ?? []).map(({ nominalDate }) => nominalDate),
      'nominalDate',
    ),
    ...(entries ?? []).flatMap(({ index }, position) =>
      index >= transfersOf(instruction).length
        ? [{ path: ['entries', position, 'index'], text: 'is not an index of payments in the body' }]
        : [],
    ),
  ];
}

function repetitionsIn(list: string, values: readonly unknown[], field: string): readonly FaultAtPath[] {
  const earlierValues = new Set<unknown>();
  return values.flatMap((value, index) => {
    const isRepeated = earlierValues.has(value);
    earlierValues.add(value);
    return isRepeated ? [{ path: [list, index, field], text: 'appears twice in this list' }] : [];
  });
}

/**
 * Which statuses the listed entries may have, and which one is needed, by the status of the payment. A seed need not list all entries.
 * ACCP: the entry waited for funds. It keeps ACCP after the payment has ended, and is then shown as CANC or RJCT.
 */
const entryRules: Partial<
  Record<
    NonNullable<SeedPayment['status']>,
    { readonly allowed: readonly string[]; readonly needed?: string }
  >
> = {
  RCVD: { allowed: [] },
  PDNG: { allowed: [] },
  ACSP: { allowed: ['ACSC'] },
  ACCP: { allowed: ['ACSC', 'RJCT', 'ACCP'] },
  ACSC: { allowed: ['ACSC'] },
  RJCT: { allowed: ['RJCT', 'ACCP'] },
  PART: { allowed: ['ACSC', 'RJCT', 'ACCP'], needed: 'ACSC' },
};

function entryStatusFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { entries = [], instruction } = payment;
  const status = stepsOf(payment).at(-1)?.status ?? 'RCVD';
  const rule = entryRules[status];
  const settledCount = entries.filter((one) => one.status === 'ACSC').length;
  return [
    ...entries.flatMap((one, index) =>
      rule && !rule.allowed.includes(one.status)
        ? [{ path: ['entries', index, 'status'], text: `does not fit the status ${status} of the payment` }]
        : [],
    ),
    ...(rule?.needed && settledCount === 0
      ? [
          {
            path: ['entries'],
            text: `must have an entry with the status ${rule.needed}, since the payment is ${status}`,
          },
        ]
      : []),
    ...(status === 'PART' && settledCount === transfersOf(instruction).length
      ? [{ path: ['entries'], text: 'must leave an entry that is not ACSC, since the payment is PART' }]
      : []),
  ];
}

/** The rules of a creation on its day: those of the product, account numbers, KIDs and scenarios of the simulated bank. */
function creationFaults(
  { product, instruction, createdAt }: SeedPayment,
  start: number,
  accounts: readonly SeedAccount[],
  findCreditor: Parameters<typeof kidFaults>[1],
): readonly FaultAtPath[] {
  const day = todayInOslo(optionalInstant(createdAt) ?? start);
  const failure = creationRefusal(transfersOf(instruction).map(({ creditorName }) => creditorName));
  return [
    ...product.rules.flatMap((rule) => rule(instruction, day) ?? []),
    ...kidFaults(instruction, findCreditor),
    ...accountNumberFaults(instruction, accounts),
    ...(failure ? [{ path: 'creditorName', text: 'selects a scenario in which the creation fails' }] : []),
  ].map(({ path, text }) => ({ path: [`body.${path}`], text }));
}

/** A fault for each account whose BBAN and IBAN belong to two accounts of the seed. */
const accountNumberFaults = (instruction: Instruction, accounts: readonly SeedAccount[]) =>
  [
    ['debtorAccount', instruction.debtorAccount] as const,
    ...(isBulk(instruction) ? [] : [['creditorAccount', instruction.creditorAccount] as const]),
  ].flatMap(([field, account]) =>
    refersToTwoAccounts(account, accounts) ? [{ path: `${field}.iban`, text: twoAccountsText }] : [],
  );
