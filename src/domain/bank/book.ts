/**
 * The book: accounts of one TPP with their balances, as locked in the database. It decides whether a transfer is covered
 * and makes its movements; each transfer sees the balances that the ones before it left. Pure.
 */
import { accountKey, moneyOf, type Transfer } from '../payments/instruction.ts';
import { toMinorUnits } from '../values/money.ts';
import { convert } from './conversion.ts';
import { type EntryDetails, type Movement, minorAtMost } from './posting.ts';

export interface BookAccount {
  readonly resourceId: string;
  /** The text by which payments name the account. */
  readonly accountKey: string;
  /** null: no customer holds it, and its funds are unlimited. */
  readonly customerId: string | null;
  readonly currency: string;
  readonly balanceMinor: bigint;
  readonly creditLineMinor: bigint;
}

export type Attempt =
  | { readonly settled: true; readonly movements: readonly Movement[] }
  | { readonly settled: false; readonly why: 'NO_COVER' | 'TOO_LARGE' };

/** Who pays, as the account and the statement name them. */
export interface Debtor {
  readonly key: string;
  readonly name: string | null;
  readonly account: EntryDetails['debtorAccount'];
}

export interface Book {
  /** Carries the transfer out when the debtor's account covers it. */
  transfer(debtor: Debtor, transfer: Transfer): Attempt;
}

export function openBook(accounts: readonly BookAccount[]): Book {
  const byKey = new Map(accounts.map((account) => [account.accountKey, account]));
  const balances = new Map(accounts.map(({ resourceId, balanceMinor }) => [resourceId, balanceMinor]));
  const balanceOf = (account: BookAccount) => balances.get(account.resourceId) ?? 0n;
  return {
    transfer(debtor, transfer) {
      const [payer, payee] = [byKey.get(debtor.key), byKey.get(accountKey(transfer.creditorAccount))];
      const movements = movementsOf(payer, payee, transfer, detailsOf(debtor, transfer));
      const charged = movements[0]?.amountMinor ?? 0n;
      if (payer && payer.customerId !== null && balanceOf(payer) + payer.creditLineMinor < charged) {
        return { settled: false, why: 'NO_COVER' };
      }
      const after = new Map<string, bigint>();
      const change = (accountId: string | null, minor: bigint) => {
        if (accountId !== null)
          after.set(accountId, (after.get(accountId) ?? balances.get(accountId) ?? 0n) + minor);
      };
      for (const { from, to, amountMinor } of movements) {
        if (amountMinor > minorAtMost) return { settled: false, why: 'TOO_LARGE' };
        change(from, -amountMinor);
        change(to, amountMinor);
      }
      if ([...after.values()].some((balance) => magnitude(balance) > minorAtMost))
        return { settled: false, why: 'TOO_LARGE' };
      for (const [accountId, balance] of after) balances.set(accountId, balance);
      return { settled: true, movements };
    },
  };
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/**
 * The movements of a transfer, the debtor's first. An account in another currency than the payment exchanges its
 * money with the bank.
 */
function movementsOf(
  payer: BookAccount | undefined,
  payee: BookAccount | undefined,
  transfer: Transfer,
  details: EntryDetails,
): readonly Movement[] {
  const money = moneyOf(transfer);
  const amountMinor = toMinorUnits(money);
  /** What one side gives or gets, in the currency of its account. */
  const side = (account: BookAccount | undefined) => {
    const currency = account?.currency ?? money.currency;
    return { currency, amountMinor: convert(amountMinor, money.currency, currency), details };
  };
  const [paid, received] = [side(payer), side(payee)];
  const [from, to] = [payer?.resourceId ?? null, payee?.resourceId ?? null];
  if (paid.currency === received.currency) return [{ from, to, ...paid }];
  const charge = { from, to: null, ...paid };
  return to === null ? [charge] : [charge, { from: null, to, ...received }];
}

/** What both holders read on their statements. */
function detailsOf({ name, account }: Debtor, transfer: Transfer): EntryDetails {
  const details = {
    debtorAccount: account,
    creditorName: transfer.creditorName,
    creditorAccount: transfer.creditorAccount,
    endToEndIdentification: transfer.endToEndIdentification,
    remittanceInformationUnstructured: transfer.remittanceInformationUnstructured,
    remittanceInformationStructured: transfer.remittanceInformationStructured,
    remittanceInformationStructuredArray: transfer.remittanceInformationStructuredArray,
  };
  return name === null ? details : Object.assign(details, { debtorName: name });
}
