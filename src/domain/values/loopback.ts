/** `hostname` is that of a URL, which has IPv6 addresses in brackets. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
