import { adjustment } from '../../domain/bank/posting.ts';
import { writePath } from '../../domain/fields/path.ts';
import { refuseAll, type TppMessage } from '../../domain/refusal.ts';
import {
  type Balance,
  currencyFaults,
  defaultBalanceType,
  type ShownBalance,
  sandboxMinorUnits,
  writtenAmount,
} from '../../domain/sandbox/amounts.ts';
import { type Context, defineWriteForAnyRole } from '../operation.ts';
import type { AccountRecord, CardAccountRecord } from './ports.ts';
import { postMoney } from './post-money.ts';
import { throwUnknownId } from './throw-unknown-id.ts';

interface SetBalancesInput {
  readonly resourceId: string;
  /** ANY: the account or card account with the id (GraphQL). */
  readonly accountKind: 'ACCOUNT' | 'CARD_ACCOUNT' | 'ANY';
  readonly balances: readonly Balance[];
  readonly warnings: readonly TppMessage[];
}

export interface SetBalancesOutcome {
  readonly account: AccountRecord | null;
  readonly cardAccount: CardAccountRecord | null;
  readonly tppMessages: readonly TppMessage[];
}

export const setSandboxBalances = defineWriteForAnyRole({
  name: 'setSandboxBalances',
  refusals: ['RESOURCE_UNKNOWN', 'FORMAT_ERROR'],
  async run(context, input: SetBalancesInput): Promise<SetBalancesOutcome> {
    const account = input.accountKind === 'CARD_ACCOUNT' ? null : await setOnAccount(context, input);
    const mayBeCardAccount = account === null && input.accountKind !== 'ACCOUNT';
    const cardAccount = mayBeCardAccount ? await setOnCardAccount(context, input) : null;
    if (!account && !cardAccount) throwUnknownId('resourceId');
    return { account, cardAccount, tppMessages: input.warnings };
  },
});

async function setOnAccount(
  context: Context,
  { resourceId, balances }: SetBalancesInput,
): Promise<AccountRecord | null> {
  const { caller, stores } = context;
  const [lockedAccount] = await stores.ledger.lock(caller.tppId, { resourceIds: [resourceId] });
  const record = lockedAccount && (await stores.sandbox.accounts.find(caller.tppId, resourceId));
  if (!record) return null;
  const { currency } = lockedAccount;
  const [balance, ...otherBalances] = balances;
  if (!balance || otherBalances.length > 0)
    throw refuseAll([{ path: 'balances', text: 'must have exactly 1 item: an account has one balance' }]);
  requireCurrency(balances, currency);
  const newBalanceMinor = sandboxMinorUnits(balance.balanceAmount.amount, currency);
  const change = adjustment(resourceId, currency, lockedAccount.balanceMinor, newBalanceMinor);
  await postMoney(context, 'ADJUSTMENT', change);
  const balanceType = balance.balanceType ?? record.balanceType;
  if (balanceType !== record.balanceType)
    await stores.sandbox.accounts.setBalanceType(resourceId, balanceType);
  return { ...record, balanceType, balance: writtenAmount(newBalanceMinor, currency) };
}

async function setOnCardAccount(
  { caller, stores }: Context,
  { resourceId, balances: newBalances }: SetBalancesInput,
): Promise<CardAccountRecord | null> {
  const { cards } = stores.sandbox;
  const record = await cards.lockAgainstDeletion(caller.tppId, resourceId);
  if (!record) return null;
  requireCurrency(newBalances, record.currency);
  const balances = writtenBalances(newBalances);
  await cards.setBalances(record.resourceId, balances);
  return { ...record, balances };
}

/** Writes each amount with all decimals of its currency. */
export function writtenBalances(balances: readonly Balance[]): readonly ShownBalance[] {
  return balances.map(({ balanceType, balanceAmount: { amount, currency } }) => ({
    balanceType: balanceType ?? defaultBalanceType,
    balanceAmount: { amount: writtenAmount(sandboxMinorUnits(amount, currency), currency), currency },
  }));
}

function requireCurrency(balances: readonly Balance[], currency: string): void {
  const faults = currencyFaults(balances, currency);
  if (faults.length > 0) throw refuseAll(faults.map(({ path, text }) => ({ path: writePath(path), text })));
}
