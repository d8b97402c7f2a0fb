/** Makes the movements of transfers. Each transfer changes the balances for the next transfer. */
import {
  type AccountNumbers,
  type AccountReference,
  accountFinder,
  type Transfer,
} from '../payments/instruction.ts';
import type { Payer } from '../payments/payer.ts';
import { minorUnitsOf } from '../values/money.ts';
import { convertCredit, convertDebit } from './conversion.ts';
import { type EntryDetails, type Movement, minorAtMost, sumByAccount } from './posting.ts';

export interface BookAccount extends AccountNumbers {
  readonly resourceId: string;
  /** null: the account belongs to no customer, and its funds are unlimited. */
  readonly customerId: string | null;
  readonly currency: string;
  readonly balanceMinor: bigint;
  readonly creditLineMinor: bigint;
}

/** Payments by card debit no account of the ledger. */
export type BookCard = Pick<BookAccount, 'resourceId' | 'customerId' | 'currency'> & {
  readonly availableMinor: bigint;
};

export type TransferResult =
  | { readonly settled: true; readonly movements: readonly Movement[] }
  | { readonly settled: false; readonly why: TransferFailure };

/**
 * TOO_LARGE: an account cannot hold the amount. TOO_SMALL: the creditor would get less than a minor unit.
 * CLOSED: the account that should pay was deleted.
 */
export type TransferFailure = 'NO_COVER' | 'TOO_LARGE' | 'TOO_SMALL' | 'CLOSED';

export interface Debtor {
  /** null: no payer is stored, so `account` names the payer. */
  readonly payer: Payer | null;
  readonly name: string | null;
  readonly account: AccountReference;
}

export interface Book {
  transfer(debtor: Debtor, transfer: Transfer): TransferResult;
  /** In minor units, by the id of the card. */
  readonly debitsByCard: ReadonlyMap<string, bigint>;
}

interface PayingAccount extends BookAccount {
  readonly isCard: boolean;
}

export function openBook(accounts: readonly BookAccount[], cards: readonly BookCard[] = []): Book {
  const payingAccounts: readonly PayingAccount[] = [
    ...accounts.map((account) => ({ ...account, isCard: false })),
    ...cards.map(({ availableMinor: balanceMinor, ...card }) => ({
      ...card,
      balanceMinor,
      creditLineMinor: 0n,
      isCard: true,
    })),
  ];
  const byId = new Map(payingAccounts.map((account) => [account.resourceId, account]));
  const findAccount = accountFinder(payingAccounts.filter(({ isCard }) => !isCard));
  const balances = new Map(payingAccounts.map(({ resourceId, balanceMinor }) => [resourceId, balanceMinor]));
  const debitsByCard = new Map<string, bigint>();
  const balanceOf = (accountId: string) => balances.get(accountId) ?? 0n;
  const covers = ({ resourceId, customerId, creditLineMinor }: PayingAccount, debitedMinor: bigint) =>
    customerId === null || balanceOf(resourceId) + creditLineMinor >= debitedMinor;

  /** undefined: an account outside the sandbox pays. null: the account that should pay was deleted. */
  function payingAccountOf({ account, payer }: Debtor): PayingAccount | undefined | null {
    if (payer === null) return findAccount(account);
    return payer.kind === 'OUTSIDE' ? undefined : (byId.get(payer.id) ?? null);
  }

  return {
    debitsByCard,
    transfer(debtor, transfer) {
      const payingAccount = payingAccountOf(debtor);
      if (payingAccount === null) return { settled: false, why: 'CLOSED' };
      const payee = findAccount(transfer.creditorAccount);
      const movements = movementsOf(payingAccount, payee, transfer, detailsOf(debtor, transfer));
      if (movements === null) return { settled: false, why: 'TOO_SMALL' };
      const debitedMinor = movements[0].amountMinor;
      if (payingAccount !== undefined && !covers(payingAccount, debitedMinor))
        return { settled: false, why: 'NO_COVER' };
      const changes = sumByAccount(movements);
      // The movements do not name a card, because it has no account in the ledger.
      const cardId = payingAccount?.isCard ? payingAccount.resourceId : null;
      if (cardId !== null) changes.set(cardId, -debitedMinor);
      const newBalances = new Map([...changes].map(([id, changeMinor]) => [id, balanceOf(id) + changeMinor]));
      const amounts = movements.map(({ amountMinor }) => amountMinor);
      if ([...amounts, ...newBalances.values()].some((minor) => magnitude(minor) > minorAtMost))
        return { settled: false, why: 'TOO_LARGE' };
      for (const [id, balance] of newBalances) balances.set(id, balance);
      if (cardId !== null) debitsByCard.set(cardId, (debitsByCard.get(cardId) ?? 0n) + debitedMinor);
      return { settled: true, movements };
    },
  };
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** One movement if debit and credit have the same currency. If not: a debit, then a credit if the payee has an account. null: TOO_SMALL. */
function movementsOf(
  payingAccount: PayingAccount | undefined,
  payee: BookAccount | undefined,
  transfer: Transfer,
  details: EntryDetails,
): readonly [debit: Movement, ...credits: Movement[]] | null {
  const { currency: creditedCurrency, amountMinor: creditedMinor } = convertFor(
    payee,
    transfer,
    convertCredit,
  );
  if (creditedMinor === null) return null;
  const debited = convertFor(payingAccount, transfer, convertDebit);
  const from = payingAccount === undefined || payingAccount.isCard ? null : payingAccount.resourceId;
  const to = payee?.resourceId ?? null;
  if (debited.currency === creditedCurrency) return [{ from, to, ...debited, details }];
  const debit = { from, to: null, ...debited, details };
  if (to === null) return [debit];
  return [debit, { from: null, to, currency: creditedCurrency, amountMinor: creditedMinor, details }];
}

/** An account outside the sandbox has the currency of the amount. */
function convertFor<Minor>(
  account: BookAccount | undefined,
  transfer: Transfer,
  convert: (minor: bigint, from: string, to: string) => Minor,
): { readonly currency: string; readonly amountMinor: Minor } {
  const from = transfer.instructedAmount.currency;
  const currency = account?.currency ?? from;
  return { currency, amountMinor: convert(minorUnitsOf(transfer.instructedAmount), from, currency) };
}

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
  return name === null ? details : { ...details, debtorName: name };
}
