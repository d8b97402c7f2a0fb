/** The signing string of draft-cavage-http-signatures-10: `name: value` lines of the covered headers. */
export interface SignedParts {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: { get(name: string): string | null };
}

/** The string, or the name of a covered header that the request does not carry. */
export function signingString(request: SignedParts, covered: readonly string[]): { readonly text: string } | { readonly missing: string } {
  const lines: string[] = [];
  for (const name of covered) {
    const value = valueOf(request, name);
    if (value === null) return { missing: name };
    lines.push(`${name}: ${value}`);
  }
  return { text: lines.join('\n') };
}

function valueOf(request: SignedParts, name: string): string | null {
  if (name === '(request-target)') return `${request.method.toLowerCase()} ${request.target}`;
  // Other names in parentheses belong to later drafts; no request carries them.
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return null;
  return request.headers.get(name);
}
