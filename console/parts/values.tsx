import { Fragment, type ReactNode } from 'react';
import { locales, usePreferences, useText } from '../preferences.ts';
import type { AccountReference } from './basket-mix.ts';
import { zone } from './days.ts';
import { markDeceptive } from './deceptive.ts';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Making a format is expensive, and every row of a list uses some. */
function memoise<Format>(make: (locale: string, kind: string) => Format) {
  const cache = new Map<string, Format>();
  return (locale: string, kind: string | number): Format => {
    const key = `${locale} ${kind}`;
    const format = cache.get(key) ?? make(locale, String(kind));
    cache.set(key, format);
    return format;
  };
}

const numberFormat = memoise((locale, decimals) => {
  const digits = Number(decimals);
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
});

/** As text, because a number would lose digits of a large amount. */
export function formatAmount(amount: string, locale: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  return numberFormat(locale, decimals).format(amount as `${number}`);
}

export const shortNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** In a narrow place a long amount breaks between its groups of three digits. */
function breakable(amount: string): ReactNode {
  const groups = amount.split(/(?<=\d\D)(?=\d{3}(?!\d))/);
  if (groups.length < 4) return amount;
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups have no name, and their order never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}

export function Amount({ value }: { readonly value: Money }) {
  const { language } = usePreferences();
  return (
    <span className="amount">
      {breakable(formatAmount(value.amount, locales[language]))}{' '}
      <span className="currency">{value.currency}</span>
    </span>
  );
}

const formats = {
  moment: { dateStyle: 'medium', timeStyle: 'short', timeZone: zone },
  exact: { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone },
  time: { hour: '2-digit', minute: '2-digit', timeZone: zone },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof formats;

const timeFormat = memoise((locale, style) => new Intl.DateTimeFormat(locale, formats[style as TimeStyle]));

export function useFormatTime(): (value: string | number | Date, style: TimeStyle) => string {
  const { language } = usePreferences();
  return (value, style) => timeFormat(locales[language], style).format(new Date(value));
}

export function Moment({ at, style = 'moment' }: { readonly at: string; readonly style?: TimeStyle }) {
  const format = useFormatTime();
  return <time dateTime={at}>{format(at, style)}</time>;
}

export function Day({ date, style = 'day' }: { readonly date: string; readonly style?: 'day' | 'weekday' }) {
  const format = useFormatTime();
  return <time dateTime={date}>{format(`${date}T00:00:00Z`, style)}</time>;
}

export function writtenAccount({ bban, iban, other }: AccountReference): string {
  if (iban) return iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
  if (bban) return /^\d{11}$/.test(bban) ? `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}` : bban;
  return other?.identification ?? '';
}

export const shownNumber = ({ bban, iban }: Pick<AccountReference, 'bban' | 'iban'>): string =>
  writtenAccount(bban ? { bban } : { iban });

export function Account({ account }: { readonly account: AccountReference }) {
  return <span className="account">{writtenAccount(account)}</span>;
}

/** The bank names no more creditors of a payment than these. */
export const namesAtMost = 10;

function useOtherNames(): (names: readonly string[]) => string {
  const t = useText();
  return ({ length }) => {
    if (length <= 1) return '';
    return ` ${t(length < namesAtMost ? 'andMore' : 'andAtLeastMore', { count: length - 1 })}`;
  };
}

/** `bdi` keeps the direction of a name or message from affecting the text around it. */
export function UserText({ text }: { readonly text: string | null | undefined }) {
  return <bdi>{markDeceptive(text ?? '')}</bdi>;
}

export function useCreditor(): (names: readonly string[]) => string {
  const otherNames = useOtherNames();
  return (names) => `${markDeceptive(names[0] ?? '')}${otherNames(names)}`;
}

export function Creditor({ names }: { readonly names: readonly string[] }) {
  const otherNames = useOtherNames();
  return (
    <>
      <UserText text={names[0]} />
      {otherNames(names)}
    </>
  );
}
