/** Whether a host is this machine itself, where plain http is no risk. */

/** `host` as `URL` formats it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
