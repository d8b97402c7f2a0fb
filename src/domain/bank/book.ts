/**
 * The book: accounts of one TPP with their balances, as locked in the database. It decides whether a transfer is covered
 * and makes its entries; each transfer sees the balances that the ones before it left. Pure.
 */
import { accountKey, moneyOf, type Transfer } from '../payments/instruction.ts';
import { toMinorUnits } from '../values/money.ts';
import { convert } from './conversion.ts';
import type { Entry, EntryDetails } from './posting.ts';

export interface BookAccount {
  readonly resourceId: string;
  readonly accountKey: string;
  /** null: no customer holds it, and its funds are endless. */
  readonly customerId: string | null;
  readonly currency: string;
  readonly balanceMinor: bigint;
  readonly creditLineMinor: bigint;
}

export type Attempt =
  | { readonly settled: true; readonly entries: readonly Entry[] }
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

/** The bank's own entries tell nobody anything. */
const noDetails: EntryDetails = {};

/** What a column of minor units holds. */
const minorAtMost = 2n ** 63n - 1n;

export function openBook(accounts: readonly BookAccount[]): Book {
  const byKey = new Map(accounts.map((account) => [account.accountKey, account]));
  const balances = new Map(accounts.map(({ resourceId, balanceMinor }) => [resourceId, balanceMinor]));
  const balanceOf = (account: BookAccount) => balances.get(account.resourceId) ?? 0n;
  return {
    transfer(debtor, transfer) {
      const [payer, payee] = [byKey.get(debtor.key), byKey.get(accountKey(transfer.creditorAccount))];
      const entries = entriesOf(payer, payee, transfer, detailsOf(debtor, transfer));
      const charged = payer ? -(entries[0]?.amountMinor ?? 0n) : 0n;
      if (payer && payer.customerId !== null && balanceOf(payer) + payer.creditLineMinor < charged) {
        return { settled: false, why: 'NO_COVER' };
      }
      const after = new Map<string, bigint>();
      for (const { accountId, amountMinor } of entries) {
        if (magnitude(amountMinor) > minorAtMost) return { settled: false, why: 'TOO_LARGE' };
        if (accountId !== null)
          after.set(accountId, (after.get(accountId) ?? balances.get(accountId) ?? 0n) + amountMinor);
      }
      if ([...after.values()].some((balance) => magnitude(balance) > minorAtMost))
        return { settled: false, why: 'TOO_LARGE' };
      for (const [accountId, balance] of after) balances.set(accountId, balance);
      return { settled: true, entries };
    },
  };
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/**
 * The entries of a transfer, the debtor's first. An account in another currency than the payment changes its money with
 * the bank, which takes one currency and gives the other: the entries add up to zero in each.
 */
function entriesOf(
  payer: BookAccount | undefined,
  payee: BookAccount | undefined,
  transfer: Transfer,
  details: EntryDetails,
): readonly Entry[] {
  const money = moneyOf(transfer);
  const [currency, amountMinor] = [money.currency, toMinorUnits(money)];
  const bank = (code: string, minor: bigint): Entry => ({
    accountId: null,
    currency: code,
    amountMinor: minor,
    details: noDetails,
  });
  const side = (account: BookAccount | undefined, sign: 1n | -1n): readonly Entry[] => {
    if (account === undefined) return [bank(currency, sign * amountMinor)];
    const own = convert(amountMinor, currency, account.currency);
    const entry: Entry = {
      accountId: account.resourceId,
      currency: account.currency,
      amountMinor: sign * own,
      details,
    };
    return account.currency === currency
      ? [entry]
      : [entry, bank(account.currency, -sign * own), bank(currency, sign * amountMinor)];
  };
  return [...side(payer, -1n), ...side(payee, 1n)];
}

/** What both holders read on their statements. */
function detailsOf({ name, account }: Debtor, transfer: Transfer): EntryDetails {
  const told = {
    debtorAccount: account,
    creditorName: transfer.creditorName,
    creditorAccount: transfer.creditorAccount,
    endToEndIdentification: transfer.endToEndIdentification,
    remittanceInformationUnstructured: transfer.remittanceInformationUnstructured,
    remittanceInformationStructured: transfer.remittanceInformationStructured,
    remittanceInformationStructuredArray: transfer.remittanceInformationStructuredArray,
  };
  return name === null ? told : Object.assign(told, { debtorName: name });
}
