/** `hostname` is that of a `URL`, with an IPv6 address in brackets. Plain http within this machine is no risk. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
