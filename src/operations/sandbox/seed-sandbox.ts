import { adjustment, type Movement } from '../../domain/bank/posting.ts';
import { accountFinder } from '../../domain/payments/instruction.ts';
import { refuse } from '../../domain/refusal.ts';
import { engagementRoles, privateAgreementName } from '../../domain/sandbox/agreement.ts';
import { sandboxMinorUnits } from '../../domain/sandbox/amounts.ts';
import { customerOfBody } from '../../domain/sandbox/customer.ts';
import { defaultSeed } from '../../domain/sandbox/default-set.ts';
import type { Seed, SeedCustomer } from '../../domain/sandbox/seed.ts';
import { sandboxStartOf } from '../../domain/sandbox/seed-clock.ts';
import { accountRecordOf, type RecordIdentity } from './accounts/create-sandbox-account.ts';
import { cardAccountRecordOf } from './cards/create-sandbox-card-account.ts';
import type { AccountRecord, CardAccountRecord, NewCustomer } from './ports.ts';
import { type MoneyContext, postMoney } from './post-money.ts';
import { preparePayments, type SeedContext } from './seed-payments.ts';

/**
 * The records get times in this period before the start of the sandbox, a millisecond apart, so that lists keep the order of the seed.
 * No seed has so many records.
 */
const recordsWithinMs = 20_000;

/** Throws CONFLICT if another request has just created a customer or an account with the same number. */
export async function seedSandbox(
  context: SeedContext,
  tppId: string,
  seed: Seed = defaultSeed,
): Promise<void> {
  const start = sandboxStartOf(seed, context.now);
  if (start > context.now) await moveClockToStart(context, tppId, start);
  const startContext = { ...context, now: start };
  const { ids } = context;
  const { sandbox } = context.stores;
  let createdAt = start - recordsWithinMs;
  const nextIdentity: NextIdentity = () => {
    createdAt += 1;
    return { id: ids.next(), tppId, createdAt };
  };
  const customerSets = (seed.customers ?? []).map((customer) => createCustomerSet(customer, nextIdentity));
  const accounts = [
    ...customerSets.flatMap((set) => set.accounts),
    ...(seed.accounts ?? []).map((account) => accountRecordOf(account, null, nextIdentity())),
  ];
  const customers = customerSets.map((set) => set.customer);
  if (customers.length > 0 && !(await sandbox.customers.insert(customers))) throw usedNumberRefusal();
  if (accounts.length > 0 && !(await sandbox.accounts.insert(accounts))) throw usedNumberRefusal();
  const agreements = agreementRows(customerSets, accounts, nextIdentity);
  await sandbox.agreements.insert(agreements.map(({ agreement }) => agreement));
  await sandbox.agreements.insertEngagements(agreements.flatMap(({ engagements }) => engagements));
  const cards = await insertCards(startContext, customerSets, nextIdentity);
  const payments = preparePayments(startContext, tppId, seed.payments ?? [], { customers, accounts, cards });
  await postMoney(startContext, 'OPENING', openingMovements(accounts, payments.balanceChanges));
  await payments.commit();
}

const usedNumberRefusal = () =>
  refuse('CONFLICT', {
    text: 'another request is creating the same customers or accounts; retry the request',
    retryAfterSeconds: 1,
  });

/** Never moves the clock back, and keeps a later target of the clock. */
async function moveClockToStart(
  { stores, realNow }: SeedContext,
  tppId: string,
  start: number,
): Promise<void> {
  const clock = await stores.clock.lock(tppId, { wait: true });
  if (clock === null) throw new Error('the sandbox has no TPP');
  const offsetMs = Math.max(clock.offsetMs, start - realNow);
  const hasLaterTarget = clock.targetOffsetMs !== null && clock.targetOffsetMs > offsetMs;
  await stores.clock.set(
    tppId,
    hasLaterTarget ? { ...clock, offsetMs } : { offsetMs, targetOffsetMs: null, executionsLeft: null },
  );
}

type NextIdentity = () => RecordIdentity;

interface CustomerSet {
  readonly seedCustomer: SeedCustomer;
  readonly customer: NewCustomer;
  readonly accounts: readonly AccountRecord[];
}

function createCustomerSet(seedCustomer: SeedCustomer, nextIdentity: NextIdentity): CustomerSet {
  const { id, tppId, createdAt } = nextIdentity();
  const customer: NewCustomer = { customerId: id, ...customerOfBody(seedCustomer), tppId, createdAt };
  const accounts = (seedCustomer.accounts ?? []).map((account) =>
    accountRecordOf(account, customer, nextIdentity()),
  );
  return { seedCustomer, customer, accounts };
}

function agreementRows(
  sets: readonly CustomerSet[],
  allAccounts: readonly AccountRecord[],
  nextIdentity: NextIdentity,
) {
  const customerIds = new Map(sets.map(({ customer }) => [customer.customerNumber, customer.customerId]));
  const findAccount = accountFinder(allAccounts);
  return sets.flatMap(({ seedCustomer, customer, accounts }) =>
    agreementsOf(seedCustomer, customer, accounts).map(({ name, engagements = [] }) => {
      const { id: agreementId, ...common } = nextIdentity();
      return {
        agreement: { agreementId, ownerId: customer.customerId, name, ...common },
        engagements: engagements.map(({ customer: customerNumber, account, roles }) => {
          const { id: engagementId, createdAt } = nextIdentity();
          return {
            engagementId,
            agreementId,
            customerId: requireInSeed(customerIds.get(customerNumber)),
            accountId: requireInSeed(findAccount(account)).resourceId,
            roles,
            createdAt,
          };
        }),
      };
    }),
  );
}

/** A private customer without agreements in the seed gets one for all its accounts. */
function agreementsOf(
  { agreements }: SeedCustomer,
  { customerType, customerNumber }: NewCustomer,
  accounts: readonly AccountRecord[],
): NonNullable<SeedCustomer['agreements']> {
  if (customerType !== 'PRIVATE' || (agreements ?? []).length > 0) return agreements ?? [];
  const engagements = accounts.map(({ bban, iban }) => {
    const account = bban == null ? { iban: iban ?? '' } : { bban };
    return { customer: customerNumber, account, roles: [...engagementRoles] };
  });
  return [{ name: privateAgreementName, engagements }];
}

function requireInSeed<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error('the seed was checked, but refers to a customer or an account that it does not contain');
  return value;
}

async function insertCards(
  { stores, now }: MoneyContext,
  sets: readonly CustomerSet[],
  nextIdentity: NextIdentity,
): Promise<readonly CardAccountRecord[]> {
  const { cards } = stores.sandbox;
  const cardRows = sets.flatMap(({ seedCustomer, customer }) =>
    (seedCustomer.cardAccounts ?? []).map((card) => ({
      card,
      record: cardAccountRecordOf(card, customer, nextIdentity()),
    })),
  );
  if (cardRows.length > 0) await cards.insert(cardRows.map(({ record }) => record));
  for (const { card, record } of cardRows)
    if (card.transactions?.length) await cards.insertTransactions(record.resourceId, card.transactions, now);
  return cardRows.map(({ record }) => record);
}

/** Together with the bookings of the payments, the movements bring each account to its balance in the seed. */
function openingMovements(
  accounts: readonly AccountRecord[],
  balanceChanges: ReadonlyMap<string, bigint>,
): readonly Movement[] {
  return accounts.flatMap(({ resourceId, currency, balance }) => {
    const opening = sandboxMinorUnits(balance, currency) - (balanceChanges.get(resourceId) ?? 0n);
    return adjustment(resourceId, currency, 0n, opening);
  });
}
