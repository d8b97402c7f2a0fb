const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

/** Neither a response nor the request log may show the values of these headers. `name` is in lower case. */
export const isSecretHeader = (name: string): boolean => secretHeaders.has(name);
