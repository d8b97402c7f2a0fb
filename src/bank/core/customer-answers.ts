/** Asks a core system about one customer, one agreement and some accounts. */
import { accountKey, isBulk } from '../../domain/payments/instruction.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Right } from '../../operations/ports/directory.ts';
import type { PaymentRecord } from '../../operations/ports/stores.ts';
import type { CoreCustomer, CoreQueries } from './port.ts';

export interface CoreAnswers {
  /** null if the core does not know the customer or nobody has logged in. */
  readonly customer: CoreCustomer | null;
  /** The agreement under which the customer has the rights; null for the customer's own rights. */
  readonly agreementId: string | null;
  /** By the key of the debtor account. */
  readonly rights: ReadonlyMap<string, Right>;
  /** Whether the debtor account covers the payment, by payment id. A payment is missing if the core did not say. */
  readonly covers: ReadonlyMap<string, boolean>;
}

export const noCoreAnswers: CoreAnswers = {
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
  if (customerNumber === null) return noCoreAnswers;
  return { ...noCoreAnswers, customer: await queries.customer(tppId, customerNumber) };
}

/** Asks what the customer may do with the debtor accounts, and whether these cover the payments. */
export async function askRights(
  queries: CoreQueries,
  tppId: string,
  answers: CoreAnswers,
  agreementId: string | null,
  payments: readonly PaymentRecord[],
): Promise<CoreAnswers> {
  const { customer } = answers;
  const accounts = [
    ...new Map(payments.map(({ debtorKey, debtorAccount }) => [debtorKey, debtorAccount])).values(),
  ];
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
  return new Map(
    query.accounts.flatMap((account, index) => {
      const right = rights[index];
      return right === undefined ? [] : [[accountKey(account), right] as const];
    }),
  );
}

/** Only the TPP uses this information. The core is asked about single transfers that are due today. */
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
        .catch(nullIfRefusal);
      return isCovered === null ? [] : [[paymentId, isCovered] as const];
    }),
  );
  return new Map(covers.flat());
}

/** A core that does not say whether the account covers the payment must not prevent the approval. */
function nullIfRefusal(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
