/** A seeded payment must obey the rules of a creation on the day of `createdAt`, and the bank must be able to make its status changes. */
import { shortestWay, statusChangesOf } from '../bank/past-moves.ts';
import { creationRefusalReason } from '../bank/scenarios.ts';
import { accountFinder, type Instruction, isBulk, transfersOf } from '../payments/instruction.ts';
import { type FindCreditor, kidFaults } from '../payments/kid-rule.ts';
import { type PaymentStatus, paymentMoves } from '../payments/status.ts';
import { instantText } from '../values/iso-date.ts';
import { todayInOslo } from '../values/oslo-time.ts';
import type { SeedAccount } from './account.ts';
import { type FaultAtPath, faultIf, repetitionFaults } from './rules.ts';
import type { Seed } from './seed.ts';
import { accountsOf } from './seed-faults.ts';
import { pastExecutionFaults } from './seed-past-faults.ts';
import { type SeedPayment, timesOf } from './seed-payment.ts';
import { refersToTwoAccounts, twoAccountsText } from './two-accounts.ts';

const yearsAtMost = 5;
const longestYearMs = 366 * 86_400_000;

export function seedPaymentFaults(seed: Seed, start: number): readonly FaultAtPath[] {
  const payments = seed.payments ?? [];
  const accounts = accountsOf(seed).map(({ account }) => account);
  const findCreditor = accountFinder(accounts);
  const faults = payments.flatMap((payment, index) =>
    [
      ...timeFaults(payment, start),
      ...statusFaults(payment),
      ...resultFaults(payment),
      ...creationFaults(payment, start, accounts, findCreditor),
    ].map(({ path, text }) => ({ path: ['payments', index, ...path], text })),
  );
  return faults.length > 0 ? faults : pastExecutionFaults(seed, payments, start);
}

function timeFaults(payment: SeedPayment, start: number): readonly FaultAtPath[] {
  const { orderedTimes, resultTimes } = timesOf(payment);
  const created = payment.createdAt ?? start;
  const allTimes = [...orderedTimes, ...resultTimes];
  return [
    ...allTimes.flatMap(({ path, at }) =>
      faultIf(at > start, path, `must not be later than the start of the sandbox, ${instantText(start)}`),
    ),
    ...faultIf(
      created < start - yearsAtMost * longestYearMs,
      ['createdAt'],
      `must be at most ${yearsAtMost} years before the start of the sandbox`,
    ),
    ...orderedTimes.flatMap(({ path, at }, index) => {
      const previousAt = orderedTimes[index - 1]?.at ?? at;
      return faultIf(
        at < previousAt,
        path,
        'must not be earlier than the previous time (createdAt, then history)',
      );
    }),
    ...resultTimes.flatMap(({ path, at }) =>
      faultIf(at < created, path, 'must not be earlier than the creation'),
    ),
  ];
}

function statusFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { product, status, history } = payment;
  const { settlement, title } = product;
  if (history === undefined) {
    const isUnreachable = shortestWay(settlement, status ?? 'RCVD') === null;
    return faultIf(isUnreachable, ['status'], `is no status of ${title} in a sandbox`);
  }
  const statuses: readonly PaymentStatus[] = ['RCVD', ...history.map((change) => change.status)];
  const lastStatus = statuses.at(-1);
  return [
    ...history.flatMap(({ status: to }, index) => {
      // `statuses` begins with RCVD, so this is the status before the change.
      const from = statuses[index] ?? 'RCVD';
      const isMove = paymentMoves[settlement][from].includes(to);
      return faultIf(!isMove, ['history', index, 'status'], `cannot follow ${from} for ${title}`);
    }),
    ...faultIf(
      status !== undefined && status !== lastStatus,
      ['status'],
      `must be ${lastStatus}, the last status of history`,
    ),
  ];
}

function resultFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { product, entries, executions, instruction } = payment;
  const isBulkPayment = product.settlement === 'ENTRIES';
  const isPeriodic = product.settlement === 'SCHEDULE';
  const indexes = (entries ?? []).map(
    ({ index }, position) => [index, ['entries', position, 'index']] as const,
  );
  const nominalDates = (executions ?? []).map(
    ({ nominalDate }, position) => [nominalDate, ['executions', position, 'nominalDate']] as const,
  );
  return [
    ...faultIf(entries !== undefined && !isBulkPayment, ['entries'], 'is allowed only for a bulk payment'),
    ...faultIf(
      executions !== undefined && !isPeriodic,
      ['executions'],
      'is allowed only for a periodic payment',
    ),
    ...(isBulkPayment ? entryStatusFaults(payment) : []),
    ...repetitionFaults(indexes, 'list'),
    ...repetitionFaults(nominalDates, 'list'),
    ...indexes.flatMap(([index, path]) =>
      faultIf(index >= transfersOf(instruction).length, path, 'is not an index of payments in the body'),
    ),
  ];
}

/** The statuses that an entry may have, by the status of the payment. A status that is not listed allows all. */
const allowedEntryStatuses: Partial<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  RCVD: [],
  PDNG: [],
  ACSP: ['ACSC'],
  ACCP: ['ACSC', 'RJCT', 'ACCP'],
  ACSC: ['ACSC'],
  // An entry that waited for funds keeps ACCP when the payment ends.
  RJCT: ['RJCT', 'ACCP'],
  PART: ['ACSC', 'RJCT', 'ACCP'],
};

function entryStatusFaults(payment: SeedPayment): readonly FaultAtPath[] {
  const { entries = [], instruction } = payment;
  const status = statusChangesOf(payment).at(-1)?.status ?? 'RCVD';
  const allowedStatuses = allowedEntryStatuses[status];
  const settledCount = entries.filter((entry) => entry.status === 'ACSC').length;
  return [
    ...entries.flatMap((entry, index) => {
      const isAllowed = allowedStatuses === undefined || allowedStatuses.includes(entry.status);
      return faultIf(
        !isAllowed,
        ['entries', index, 'status'],
        `does not fit the status ${status} of the payment`,
      );
    }),
    ...faultIf(
      status === 'PART' && settledCount === 0,
      ['entries'],
      'must have an entry with the status ACSC, since the payment is PART',
    ),
    ...faultIf(
      status === 'PART' && settledCount === transfersOf(instruction).length,
      ['entries'],
      'must leave an entry that is not ACSC, since the payment is PART',
    ),
  ];
}

/** The faults that a creation on the day of `createdAt` would have. */
function creationFaults(
  { product, instruction, createdAt }: SeedPayment,
  start: number,
  accounts: readonly SeedAccount[],
  findCreditor: FindCreditor,
): readonly FaultAtPath[] {
  const day = todayInOslo(createdAt ?? start);
  const failure = creationRefusalReason(transfersOf(instruction).map(({ creditorName }) => creditorName));
  return [
    ...product.rules.flatMap((rule) => rule(instruction, day) ?? []),
    ...kidFaults(instruction, findCreditor),
    ...accountNumberFaults(instruction, accounts),
    ...(failure ? [{ path: 'creditorName', text: 'selects a scenario in which the creation fails' }] : []),
  ].map(({ path, text }) => ({ path: [`body.${path}`], text }));
}

/** The BBAN and the IBAN in one account reference must not belong to two accounts of the seed. */
const accountNumberFaults = (instruction: Instruction, accounts: readonly SeedAccount[]) =>
  [
    ['debtorAccount', instruction.debtorAccount] as const,
    ...(isBulk(instruction) ? [] : [['creditorAccount', instruction.creditorAccount] as const]),
  ].flatMap(([field, account]) =>
    refersToTwoAccounts(account, accounts) ? [{ path: `${field}.iban`, text: twoAccountsText }] : [],
  );
