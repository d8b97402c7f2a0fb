/**
 * What the explorer's page may load and run: what carries the nonce of this answer. The page holds a token, so nothing else
 * of it may speak to anybody but the service itself.
 */
export function explorerPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src-elem 'nonce-${nonce}'`,
    // The editor writes its lines as markup with style attributes: a place on the screen each, never a rule.
    "style-src-attr 'unsafe-inline'",
    // It reads a query in workers that its script makes, under this same policy.
    'worker-src blob:',
    'font-src data:',
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
