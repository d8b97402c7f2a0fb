/** Whether the `hostname` of a `URL` is this machine, so that plain http is no risk. IPv6 addresses are in brackets. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
