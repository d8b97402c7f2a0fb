/** `hostname` as in a `URL`, where an IPv6 address is in brackets. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
