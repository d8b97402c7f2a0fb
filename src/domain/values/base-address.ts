/** An address to which paths are appended. */
import { trimTrailingSlashes } from './text.ts';

/** The URL parser alone would accept blanks, backslashes and a wrong number of slashes. */
export const isBaseAddress = (text: string): boolean =>
  /^https?:\/\/(?!\/)[^\s?#@\\]+$/i.test(text) && URL.canParse(text);

export const baseAddressRule = 'without blanks, user, query or fragment';

/** The path of a base address, without a trailing slash. */
export const basePathOf = (address: string): string => trimTrailingSlashes(new URL(address).pathname);

/** The address as `URL` writes it, without a trailing slash. */
export const normaliseBaseAddress = (text: string): string => trimTrailingSlashes(new URL(text).href);
