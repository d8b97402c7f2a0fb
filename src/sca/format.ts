/** Amounts, accounts and times for people. Amounts are not rounded, and `<data>` and `<time>` have the exact value. */
import { type Html, html } from '../browser/html.ts';
import type { AccountReference, InstructedAmount } from '../domain/payments/instruction.ts';
import { normaliseIban } from '../domain/values/account-numbers.ts';
import type { Texts } from './texts.ts';

export function amountText(texts: Texts, { amount, currency }: InstructedAmount): string {
  const [whole = '', fraction] = amount.split('.');
  const groupedWhole = BigInt(whole).toLocaleString('en').replaceAll(',', ' ');
  return texts.amount(fraction === undefined ? [groupedWhole] : [groupedWhole, fraction], currency);
}

export const amountOf = (texts: Texts, money: InstructedAmount): Html =>
  html`<data class="amount" value="${money.amount}">${amountText(texts, money)}</data>`;

/** Writes a Norwegian BBAN as `9536 05 73002`, an IBAN in groups of four characters, and ` / ` between several numbers. */
export function accountText(account: AccountReference): string {
  const national = account.bban?.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3');
  const international = account.iban && normaliseIban(account.iban).replace(/(.{4})(?=.)/g, '$1 ');
  return [national, international, account.other?.identification].filter(Boolean).join(' / ');
}

export function accountOf(account: AccountReference): Html {
  const value = account.bban ?? account.iban ?? account.other?.identification;
  return html`<data class="account" value="${value}">${isolate(accountText(account))}</data>`;
}

export function dateOf(texts: Texts, day: string): Html {
  const text = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
  return html`<time datetime="${day}">${text}</time>`;
}

/** The time of day in Oslo. */
export function timeOf(texts: Texts, epochMs: number): Html {
  const text = new Intl.DateTimeFormat(texts.locale, { timeStyle: 'short', timeZone: 'Europe/Oslo' }).format(
    epochMs,
  );
  return html`<time datetime="${new Date(epochMs).toISOString()}">${text}</time>`;
}

export function monthNames(texts: Texts, months: readonly number[]): string {
  const formatter = new Intl.DateTimeFormat(texts.locale, { month: 'long', timeZone: 'UTC' });
  return [...months]
    .sort((first, second) => first - second)
    .map((month) => formatter.format(new Date(Date.UTC(2024, month - 1, 15))))
    .join(', ');
}

/**
 * Characters that nobody can see, some of which change the direction of the text: a name could look like another name. If nothing
 * in a text is visible, the whole text matches. Joiners (U+200C, U+200D) and variation selectors stay, because scripts and emoji need them.
 */
const deceptiveCharacters =
  /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|^[\s\p{Join_Control}\p{Variation_Selector}]+$/gu;

/** The direction of this text, such as right to left, does not change the text around it. */
export const isolate = (text: string): Html =>
  html`<bdi>${text.replace(deceptiveCharacters, '\ufffd')}</bdi>`;
