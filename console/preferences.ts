import { createContext, useContext, useMemo } from 'react';
import { type TextKey, texts } from './texts/index.ts';

export type Language = 'en' | 'nb';
export type Colours = 'system' | 'light' | 'dark';

export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', nb: 'nb-NO' };

export interface Preferences {
  readonly language: Language;
  readonly colours: Colours;
  setLanguage(language: Language): void;
  setColours(colours: Colours): void;
}

export const PreferencesContext = createContext<Preferences>({
  language: 'en',
  colours: 'system',
  setLanguage: () => undefined,
  setColours: () => undefined,
});

export const usePreferences = (): Preferences => useContext(PreferencesContext);

type Values = Readonly<Record<string, string | number>>;

export type Translate = (key: TextKey, values?: Values) => string;

export function fillText(text: string, values: Values): string {
  return text.replace(
    /\{(\w+)(?::([^|}]+)\|([^|}]+))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = values[name] ?? '';
      return one === undefined ? String(value) : `${value} ${value === 1 ? one : many}`;
    },
  );
}

export function useText(): Translate {
  const { language } = usePreferences();
  return useMemo(() => {
    const column = language === 'en' ? 0 : 1;
    return (key, values = {}) => fillText(texts[key][column], values);
  }, [language]);
}

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`psd2-bank.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`psd2-bank.${name}`, value);
  } catch {
    // Without storage the choice lasts until the next visit.
  }
}

export function firstLanguage(): Language {
  const kept = remembered('language');
  if (kept === 'en' || kept === 'nb') return kept;
  return navigator.languages.some((one) => /^(nb|nn|no)\b/i.test(one)) &&
    !/^en\b/i.test(navigator.languages[0] ?? '')
    ? 'nb'
    : 'en';
}

export function firstColours(): Colours {
  const kept = remembered('colours');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
