/** An address to which paths are appended. */
import { trimTrailing } from './text.ts';

/** The URL parser alone would accept blanks, backslashes and a wrong number of slashes. */
export const isBaseAddress = (text: string): boolean =>
  /^https?:\/\/(?!\/)[^\s?#@\\]+$/i.test(text) && URL.canParse(text);

export const baseAddressRule = 'without blanks, user, query or fragment';

/** The address as the URL parser writes it, without a trailing slash. */
export const baseOf = (text: string): string => trimTrailing(new URL(text).href, '/');
