/** The Content-Security-Policy of the explorer. The page contains a token, so it may contact only the service itself. */
export function explorerPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src-elem 'nonce-${nonce}'`,
    // The editor positions its lines with style attributes.
    "style-src-attr 'unsafe-inline'",
    // The editor parses queries in blob workers.
    'worker-src blob:',
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
