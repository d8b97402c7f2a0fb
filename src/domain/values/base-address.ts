/** An address to which paths are appended. */
import { trimTrailingSlashes } from './text.ts';

/** The URL parser alone would accept blanks, backslashes and a wrong number of slashes. */
export const isBaseAddress = (text: string): boolean =>
  /^https?:\/\/(?!\/)[^\s?#@\\]+$/i.test(text) && URL.canParse(text);

export const baseAddressRule = 'without blanks, user, query or fragment';

export const baseOf = (text: string): string => trimTrailingSlashes(new URL(text).href);
