const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

/** The request log, and refusals that quote the signing string, hide the values of these headers. `name` is in lower case. */
export const isSecretHeader = (name: string): boolean => secretHeaders.has(name);
