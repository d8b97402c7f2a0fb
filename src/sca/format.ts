/** Formats values for the pages. Amounts are never rounded: their digits are only grouped. `<data>` and `<time>` have the exact value. */

import { type Html, html } from '../browser/html.ts';
import type { AccountReference, InstructedAmount } from '../domain/payments/instruction.ts';
import { normaliseIban } from '../domain/values/account-numbers.ts';
import type { Texts } from './texts.ts';

/** `NOK 1 250.00` in English and `1 250,00 NOK` in Norwegian: the whole part in groups of three. */
export function amountText(texts: Texts, { amount, currency }: InstructedAmount): string {
  const [whole = '', fraction] = amount.split('.');
  const firstLength = whole.length % 3;
  const groups = [whole.slice(0, firstLength), ...(whole.slice(firstLength).match(/\d{3}/g) ?? [])]
    .join(' ')
    .trim();
  return texts.amount(fraction === undefined ? [groups] : [groups, fraction], currency);
}

export function amountOf(texts: Texts, money: InstructedAmount): Html {
  return html`<data class="amount" value="${money.amount}">${amountText(texts, money)}</data>`;
}

/** A Norwegian number is written as `9536 05 73002`, an IBAN in groups of four, and any other number unchanged. */
export function accountText(account: AccountReference): string {
  const national = account.bban?.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3');
  const international = account.iban && normaliseIban(account.iban).replace(/(.{4})(?=.)/g, '$1 ');
  return [national, international, account.other?.identification].filter(Boolean).join(' / ');
}

export function accountOf(account: AccountReference): Html {
  const value = account.bban ?? account.iban ?? account.other?.identification;
  return html`<data class="account" value="${value}"><bdi>${accountText(account)}</bdi></data>`;
}

/** A calendar day, such as `15 January 2030`. */
export function dateOf(texts: Texts, day: string): Html {
  const text = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );
  return html`<time datetime="${day}">${text}</time>`;
}

/** A time of day in Oslo, such as `14:05`. */
export function timeOf(texts: Texts, at: number): Html {
  const text = new Intl.DateTimeFormat(texts.locale, { timeStyle: 'short', timeZone: 'Europe/Oslo' }).format(
    at,
  );
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

export function monthNames(texts: Texts, months: readonly number[]): string {
  const name = new Intl.DateTimeFormat(texts.locale, { month: 'long', timeZone: 'UTC' });
  return [...months]
    .sort((left, right) => left - right)
    .map((month) => name.format(new Date(Date.UTC(2024, month - 1, 15))))
    .join(', ');
}

/** `<bdi>` keeps the direction of a text from affecting the text around it. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
