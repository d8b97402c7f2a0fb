import { isLoopback } from '../values/loopback.ts';

/** In characters of the URI, which are all ASCII. */
export const uriLengthAtMost = 2_048;

export function redirectUriFault(value: string, options: { readonly sandbox: boolean }): string | null {
  if (value.length > uriLengthAtMost) return `must have at most ${uriLengthAtMost} characters`;
  if (!/^[\x21-\x7e]+$/.test(value) || /[\\<>"^`{|}]/.test(value))
    return 'must contain only characters that are allowed in a URI; percent-encode all others';
  // `URL` also accepts `https:host` and `https:///host`, so the text itself is checked first.
  const url = /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (url === null) return 'must be an absolute https URI';
  const isAllowedHttp = options.sandbox && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isAllowedHttp) {
    return options.sandbox
      ? 'must begin with https://, or with http:// and a loopback host'
      : 'must be https';
  }
  // `URL` drops an empty user info, so the text itself is searched.
  if (/^https?:\/\/[^/?#]*@/i.test(value)) return 'must not contain user info';
  if (value.includes('#')) return 'must not contain a fragment';
  return null;
}

/** All characters that the TPP has sent stay unchanged. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  if (query === '') return uri;
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`;
}
