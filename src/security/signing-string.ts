/**
 * The signing string (draft-cavage-http-signatures-10, 2.3): a `name: value` line for every covered header. Values are
 * taken as received; they are bytes read as ISO-8859-1, and so is the string.
 */
export interface SignedParts {
  readonly method: string;
  /** Path and query, byte for byte as received, each byte as one character; nothing here brings it into another form. */
  readonly target: string;
  readonly headers: { get(name: string): string | null };
}

/** The value of a covered name, or null when the request does not carry it. */
export function coveredValue({ method, target, headers }: SignedParts, name: string): string | null {
  // A character that stands for no byte would be written as the byte of some other target.
  if (name === '(request-target)')
    return /[^\0-\xff]/.test(target) ? null : `${method.toLowerCase()} ${target}`;
  // Other names in parentheses belong to later drafts; asking Headers for what is no name would throw.
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) ? headers.get(name) : null;
}

/** The string that was signed, for names that the request carries. */
export function signingString(parts: SignedParts, covered: readonly string[]): string {
  return covered.map((name) => `${name}: ${coveredValue(parts, name) ?? ''}`).join('\n');
}
