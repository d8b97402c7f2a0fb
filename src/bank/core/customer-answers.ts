/**
 * What a core system has answered about a PSU before a transaction, and how a transaction uses it. The answers are for one
 * customer, one agreement and some accounts; what they are not for counts as not asked.
 */
import { accountKey, isBulk } from '../../domain/payments/instruction.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Right } from '../../operations/ports/directory.ts';
import type { PaymentRecord } from '../../operations/ports/stores.ts';
import type { CoreCustomer, CoreQueries } from './port.ts';

export interface CoreAnswers {
  /** null: the core does not know the customer, or nobody has logged in. */
  readonly customer: CoreCustomer | null;
  /** The agreement under which rights were asked for. */
  readonly agreementId: string | null;
  /** By account. */
  readonly rights: ReadonlyMap<string, Right>;
  /** Payments whose amount the debtor account covers, or does not. */
  readonly covers: ReadonlyMap<string, boolean>;
}

export const nothingAnswered: CoreAnswers = {
  customer: null,
  agreementId: null,
  rights: new Map(),
  covers: new Map(),
};

export async function askCustomer(
  queries: CoreQueries,
  tppId: string,
  customerNumber: string | null,
): Promise<CoreAnswers> {
  if (customerNumber === null) return nothingAnswered;
  return { ...nothingAnswered, customer: await queries.customer(tppId, customerNumber) };
}

/** Adds what the customer may do under the agreement with the debtor accounts, and whether these cover the payments. */
export async function askRights(
  queries: CoreQueries,
  tppId: string,
  answers: CoreAnswers,
  agreementId: string | null,
  payments: readonly PaymentRecord[],
): Promise<CoreAnswers> {
  const { customer } = answers;
  const accounts = [...new Map(payments.map((one) => [one.debtorKey, one.debtorAccount])).values()];
  if (customer === null || accounts.length === 0) return { ...answers, agreementId };
  const [rights, covers] = await Promise.all([
    rightsOn(queries, tppId, { customerNumber: customer.customerNumber, agreementId, accounts }),
    coversOf(queries, tppId, payments),
  ]);
  return { ...answers, agreementId, rights, covers };
}

async function rightsOn(
  queries: CoreQueries,
  tppId: string,
  query: Parameters<CoreQueries['rights']>[1],
): Promise<ReadonlyMap<string, Right>> {
  const rights = await queries.rights(tppId, query);
  return new Map(query.accounts.flatMap((account, index) => pair(accountKey(account), rights[index])));
}

const pair = <Value>(key: string, value: Value | undefined): readonly [string, Value][] =>
  value === undefined ? [] : [[key, value]];

/** Cover is news for the TPP and no condition, so it is asked for where it says something: of one transfer that is due today. */
async function coversOf(
  queries: CoreQueries,
  tppId: string,
  payments: readonly PaymentRecord[],
): Promise<ReadonlyMap<string, boolean>> {
  const covers = await Promise.all(
    payments.map(async ({ paymentId, debtorAccount, instruction, requestedDate }) => {
      if (isBulk(instruction) || requestedDate !== null) return [];
      const isCovered = await queries
        .cover(tppId, debtorAccount, instruction.instructedAmount)
        .catch(unlessDefect);
      return isCovered === null ? [] : [[paymentId, isCovered] as const];
    }),
  );
  return new Map(covers.flat());
}

/** A core that does not say keeps nobody from approving. */
function unlessDefect(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
