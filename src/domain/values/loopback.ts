/** Whether the `hostname` of a URL is this machine, so that plain http is no risk. A URL has IPv6 addresses in brackets. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
